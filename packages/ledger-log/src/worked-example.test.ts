import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commit, leafBytes, leafHash, saltBytes } from './entries.ts';
import { formatCheckpoint, formatVerifierKey, makeVerifierKey, openCheckpoint, signNote } from './notes.ts';
import { buildBundle, exampleKeyText } from './test-support/build-bundle.ts';
import { keyPairOf, verify } from './test-support/ed25519.ts';
import { exampleEvent, exampleFirstRecord, exampleRecord } from './test-support/example-log.ts';
import { exampleVerifier, outcomeOf, verifyText } from './test-support/example-verifier.ts';
import { exampleWithReplacedKeys } from './test-support/example-with-replaced-keys.ts';
import { growTree } from './test-support/grow-tree.ts';
import { sha256, toHex } from './test-support/naive-tree.ts';
import { computeRoot, proveConsistency, proveInclusion, verifyConsistency, verifyInclusion } from './tree.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

const hmac = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest('hex');

const leaves = [1, 2, 3].map((number) =>
  leafBytes({
    tenantId: 'ten_example',
    messageId: `msg_${number}`,
    status: 'delivered',
    createdAt: `2026-01-02T03:04:0${number}.000Z`,
    contentCommitment: commit(new Uint8Array(saltBytes).fill(number), `{"answer":"${number}"}`, hmac),
  }),
);
const leafHashes = leaves.map((bytes) => leafHash(bytes, sha256));
const source = { readHash: growTree(leafHashes).readHash, sha256 };

/** The whole way, from what is logged to what is verified: every value of it stands in the README as it was frozen. */
describe('the worked example of the README', () => {
  it('has the leaves, their hashes and the root', async () => {
    for (const bytes of leaves) expect(readme).toContain(new TextDecoder().decode(bytes));
    for (const hash of leafHashes) expect(readme).toContain(toHex(hash));
    expect(readme).toContain(toHex(await computeRoot(leafHashes, sha256)));
    expect(readme).toContain(toHex(await computeRoot(leafHashes.slice(0, 2), sha256)));
  });

  it('has the key and the signed checkpoint, and its proofs verify under it', async () => {
    const { publicKey, sign } = keyPairOf(Uint8Array.from({ length: 32 }, (_, index) => index));
    const key = await makeVerifierKey({ name: 'log.example/ten_example', publicKey }, sha256);
    const root = await computeRoot(leafHashes, sha256);
    const text = formatCheckpoint({ origin: key.name, size: 3, root, extensions: [] });
    const note = await signNote({ text, signers: [{ key, sign }] });
    expect(readme).toContain(formatVerifierKey(key));
    expect(readme).toContain(note);

    const newer = await openCheckpoint(new TextEncoder().encode(note), {
      origin: key.name,
      keys: [key],
      verify,
    });
    const proof = await proveInclusion({ index: 1, size: 3 }, source);
    for (const hash of proof) expect(readme).toContain(toHex(hash));
    const [, second = new Uint8Array()] = leafHashes;
    await verifyInclusion({ ...newer, index: 1, leafHash: second, proof }, sha256);

    const older = { size: 2, root: await computeRoot(leafHashes.slice(0, 2), sha256) };
    const steps = await proveConsistency({ older: 2, newer: 3 }, source);
    await verifyConsistency({ older, newer, proof: steps }, sha256);
  });
});

describe('the bundle of the README', () => {
  const log = [
    exampleFirstRecord(1),
    exampleRecord(2),
    exampleRecord(3, { contentState: 'erased' }),
    exampleEvent({ kind: 'erasure', subject: 'msg_3', state: 'erased', actor: 'key_1' }),
    exampleEvent({
      ...{ kind: 'access', state: 'exported', actor: 'operator' },
      details: [
        ['what', 'all'],
        ['records', '3'],
      ],
    }),
  ];

  it('equals the stored file, and verifies under the key in the README', async () => {
    const bundle = (await buildBundle(log)).join('');
    expect(readme).toContain(`\`\`\`json\n${bundle}\`\`\``);
    expect(readme).toContain(exampleKeyText);
    expect(await verifyText(bundle)).toMatchObject({
      kind: 'sound',
      records: 3,
      events: 2,
      isComplete: true,
    });
  });

  const readFrozen = (name: string) =>
    readFileSync(new URL(`./test-support/${name}`, import.meta.url), 'utf8');

  it('has a larger example, whose key was replaced twice, which equals the stored file and verifies', async () => {
    const frozen = readFrozen('frozen-bundle-v4.jsonl');
    const { leaves, ...exported } = await exampleWithReplacedKeys();
    expect((await buildBundle(leaves, exported)).join('')).toBe(frozen);
    for (const trustedKey of [exampleKeyText, formatVerifierKey(exported.signer.key)])
      expect(
        await outcomeOf([new TextEncoder().encode(frozen)], { ...exampleVerifier, trustedKey }),
      ).toMatchObject({ kind: 'sound', records: 8, events: 9, isComplete: true });
  });

  it('is refused in an earlier version, with the reason', async () => {
    const second = readFrozen('frozen-bundle-v2.jsonl');
    for (const [version, bundle] of [
      ['avow.bundle.v1', readFrozen('frozen-bundle.jsonl')],
      ['avow.bundle.v2', second],
      ['avow.bundle.v3', second.replace('avow.bundle.v2', 'avow.bundle.v3')],
    ] as const)
      expect(await verifyText(bundle)).toMatchObject({
        ...{ kind: 'broken', code: 'line_malformed', line: 1 },
        message: `bundles of version ${version} do not prove that replaced keys have signed parts of one log; export it again`,
      });
    expect(await verifyText(second.replace('avow.bundle.v2', 'avow.bundle.v4'))).toMatchObject({
      ...{ kind: 'broken', code: 'line_malformed' },
    });
  });

  it('documents exactly the codes that a bundle can be rejected with', () => {
    const codes = [
      ...['line_malformed', 'bundle_too_large', 'bundle_truncated', 'bundle_continues', 'key_untrusted'],
      ...['key_malformed', 'key_id_wrong', 'origin_wrong', 'note_malformed', 'checkpoint_malformed'],
      ...['signature_wrong', 'signature_missing', 'entry_invalid', 'tenant_wrong', 'leaf_order_wrong'],
      ...['leaf_missing', 'outside_tree', 'proof_length_wrong', 'root_wrong', 'message_repeated'],
      ...['fields_wrong', 'salt_invalid', 'commitment_wrong', 'state_unexplained', 'state_contradicted'],
      ...['counts_wrong', 'digest_wrong', 'key_change_invalid', 'key_ambiguous', 'key_not_valid'],
      ...['key_change_unproved', 'attestation_unproved'],
    ];
    const [, steps = ''] = /\n## How to check a bundle\n(.*?)\n###? /s.exec(readme) ?? [];
    const knownCodes = [...steps.matchAll(/\(([^()]*)\)/g)].flatMap(
      ([, inside = '']) => inside.match(/[a-z]+_[a-z_]+/g) ?? [],
    );
    expect(new Set(knownCodes)).toEqual(new Set(codes));
  });
});
