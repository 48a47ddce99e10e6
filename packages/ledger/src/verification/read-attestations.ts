import { LogError } from '@avow/ledger-log';
import { hasQuorum, type WitnessPolicy } from '@avow/ledger-log/witnesses';
import type { AttestationSource } from '../attestations/attestation.ts';
import { type TrustedOthers, verifyAttestation } from '../attestations/verify-attestation.ts';
import { TimeStampError } from '../time-stamps/time-stamp-error.ts';
import type { Archive, ArchivedAttestation } from './archive.ts';
import { type Fault, FaultFound } from './fault.ts';

/** Whose word is taken for the time of a checkpoint. */
export interface KnownWitnesses extends TrustedOthers {
  /** Null: how many of them must have cosigned is not known. */
  readonly policy: WitnessPolicy | null;
}

/** What one source proves of a log: all entries below the size existed at the time. */
export interface ProvedBy extends AttestationSource {
  /** The name in the certificate of the authority, or of the key of the witness. */
  readonly by: string;
  readonly size: number;
  readonly atMs: number;
  /** The first that is proved. */
  readonly first: { readonly size: number; readonly atMs: number };
  readonly count: number;
}

export interface ProvedTimes {
  readonly sources: readonly ProvedBy[];
  /** Attestations of sources that are not trusted here. */
  readonly unproved: number;
  /** How many entries enough witnesses have cosigned; null: that was not asked. */
  readonly quorumSize: number | null;
}

const pageLength = 500;

/**
 * What others have attested of a log whose checkpoints are valid. Throws `FaultFound` for an attestation of a trusted source
 * that is not of the checkpoint it is stored with.
 */
export async function readAttestations(
  { archive, tenantId }: { readonly archive: Pick<Archive, 'listAttestations'>; readonly tenantId: string },
  others: KnownWitnesses,
): Promise<ProvedTimes> {
  const proved = new Map<string, ProvedBy>();
  let unproved = 0;
  for (const row of listAttestations(archive, tenantId)) {
    const found = await verifyRow(row, tenantId, others);
    if (found === null) {
      unproved++;
      continue;
    }
    const { kind, source, size } = row;
    const name = `${kind} ${source}`;
    const before = proved.get(name);
    const at = { size, atMs: found.atMs };
    proved.set(name, {
      ...{ kind, source, by: found.by, ...at },
      ...{ first: before?.first ?? at, count: (before?.count ?? 0) + 1 },
    });
  }
  const sources = [...proved.values()];
  return { sources, unproved, quorumSize: findQuorumSize(sources, others.policy) };
}

/** All of them, by the size of the checkpoint. */
export function* listAttestations(
  archive: Pick<Archive, 'listAttestations'>,
  tenantId: string,
): Generator<ArchivedAttestation> {
  let after: Pick<ArchivedAttestation, 'size' | 'kind' | 'source'> = {
    size: -1,
    kind: 'cosignature',
    source: '',
  };
  for (;;) {
    const page = archive.listAttestations(tenantId, after, pageLength);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageLength) return;
    after = last;
  }
}

async function verifyRow(
  { kind, source, size, proof, note }: ArchivedAttestation,
  tenantId: string,
  others: TrustedOthers,
): Promise<{ readonly by: string; readonly atMs: number } | null> {
  const field = `attestations, size ${size}, ${source}`;
  const fault = (why: string): Fault => ({ tenantId, leaves: null, messageId: null, field, why });
  if (note === null) throw new FaultFound(fault('The checkpoint that was attested is missing.'));
  try {
    return await verifyAttestation({ kind, proof }, note, others);
  } catch (error) {
    if (!(error instanceof LogError) && !(error instanceof TimeStampError)) throw error;
    throw new FaultFound(fault(`The attestation does not verify: ${error.message}.`));
  }
}

/** A witness that has cosigned a tree has cosigned all that it begins with. */
function findQuorumSize(sources: readonly ProvedBy[], policy: WitnessPolicy | null): number | null {
  if (policy === null || policy.quorum === null) return null;
  const cosigned = policy.witnesses.flatMap(({ name, key }) => {
    const found = sources.find(({ kind, by }) => kind === 'cosignature' && by === key.name);
    return found === undefined ? [] : [{ name, size: found.size }];
  });
  const sizes = cosigned.map(({ size }) => size).sort((one, other) => other - one);
  const holds = (atLeast: number) =>
    hasQuorum(policy, new Set(cosigned.flatMap(({ name, size }) => (size >= atLeast ? [name] : []))));
  return sizes.find(holds) ?? 0;
}
