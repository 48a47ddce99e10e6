import {
  buildBundle,
  endLineOf,
  exampleAttestation,
  exampleLog,
  exampleRecord,
  exampleSigner,
} from '@avow/ledger-log/testing';
import type { AuditCase } from './audit-case.ts';

const hash = 'ab'.repeat(32);

/** Bundles that say what others attest, rightly and wrongly. */
export async function listAttestedCases(): Promise<readonly AuditCase[]> {
  const sizes = exampleLog.map((_, index) => index + 1);
  const all = await Promise.all(sizes.map((size) => exampleAttestation(exampleLog, { size })));
  const [head = '', ...rest] = await buildBundle(exampleLog, { attestations: all });
  const members = JSON.parse(head);
  const withMembers = (changed: Readonly<Record<string, unknown>>) => {
    const body = [`${JSON.stringify({ ...members, ...changed })}\n`, ...rest.slice(0, -1)];
    return [...body, endLineOf(body)];
  };
  const [one] = members.attestations.slice(2);
  const withOne = (changed: Readonly<Record<string, unknown>>) =>
    withMembers({ attestations: [{ ...one, ...changed }] });
  const longer = await exampleAttestation([...exampleLog, exampleRecord(90)], {
    size: exampleLog.length + 1,
  });
  const other = await exampleAttestation([exampleRecord(91), ...exampleLog.slice(1)], { size: 3 });
  const strange = await exampleAttestation(exampleLog, { size: 3, signer: await exampleSigner(5) });
  const { proof: _, ...withoutProof } = one;
  const broken: Readonly<Record<string, readonly string[]>> = {
    'no list of attestations': withMembers({ attestations: undefined }),
    'no attestations in a list': withMembers({ attestations: [] }),
    'attestations that are not a list': withMembers({ attestations: 'x' }),
    'more attestations than there can be': withMembers({
      attestations: Array.from({ length: 257 }, () => one),
    }),
    'attestations in the version before': withMembers({ version: 'avow.bundle.v4' }),
    'an attestation that is a text': withMembers({ attestations: ['x'] }),
    'an attestation without a proof': withMembers({ attestations: [withoutProof] }),
    'an attestation with a member too many': withOne({ more: 1 }),
    'an attestation of another kind': withOne({ kind: 'oath' }),
    'an attestation by nobody': withOne({ source: '' }),
    'an attestation of no checkpoint': withOne({ checkpoint: 'x' }),
    'an attestation with a proof too short': withOne({ consistency: [] }),
    'an attestation with a hash too many': withOne({ consistency: [...one.consistency, hash] }),
    'an attestation with another hash': withOne({ consistency: one.consistency.with(-1, hash) }),
    'an attestation with a hash in capitals': withOne({ consistency: [hash.toUpperCase()] }),
    'an attestation with a proof of 55 hashes': withOne({ consistency: Array(55).fill(hash) }),
    'an attestation of a log that is longer': withMembers({ attestations: [{ ...longer }] }),
    'an attestation of another log': withMembers({
      attestations: [{ ...other, consistency: one.consistency }],
    }),
    'an attestation that another key signed': withMembers({ attestations: [{ ...strange }] }),
    'an attestation of a size that was changed': withOne({
      checkpoint: one.checkpoint.replace('\n3\n', '\n2\n'),
    }),
  };
  return [
    { name: 'attestations of every size', expected: 'sound', lines: [head, ...rest] },
    {
      name: 'a time stamp of an authority that nobody named',
      expected: 'sound',
      lines: withOne({ kind: 'time_stamp' }),
    },
    ...Object.entries(broken).map(([name, lines]) => ({ name, expected: 'broken' as const, lines })),
  ];
}
