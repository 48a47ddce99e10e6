import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  commit,
  formatCheckpoint,
  formatVerifierKey,
  leafBytes,
  leafHash,
  makeVerifierKey,
  openCheckpoint,
  proveConsistency,
  proveInclusion,
  rootOf,
  saltBytes,
  signNote,
  verifyConsistency,
  verifyInclusion,
} from './index.ts';
import { buildBundle, exampleKeyText } from './test-support/build-bundle.ts';
import { keyPairOf, verify } from './test-support/ed25519.ts';
import { checkText } from './test-support/example-checker.ts';
import { exampleDeed, exampleFirstRecord, exampleLog, exampleRecord } from './test-support/example-log.ts';
import { growTree } from './test-support/grow-tree.ts';
import { sha256, toHex } from './test-support/naive-tree.ts';

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
    expect(readme).toContain(toHex(await rootOf(leafHashes, sha256)));
    expect(readme).toContain(toHex(await rootOf(leafHashes.slice(0, 2), sha256)));
  });

  it('has the key and the signed checkpoint, and its proofs verify under it', async () => {
    const { publicKey, sign } = keyPairOf(Uint8Array.from({ length: 32 }, (_, index) => index));
    const key = await makeVerifierKey({ name: 'log.example/ten_example', publicKey }, sha256);
    const root = await rootOf(leafHashes, sha256);
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

    const older = { size: 2, root: await rootOf(leafHashes.slice(0, 2), sha256) };
    const steps = await proveConsistency({ older: 2, newer: 3 }, source);
    await verifyConsistency({ older, newer, proof: steps }, sha256);
  });
});

describe('the bundle of the README', () => {
  const log = [
    exampleFirstRecord(1),
    exampleRecord(2),
    exampleRecord(3, { contentState: 'erased' }),
    exampleDeed({ kind: 'erasure', subject: 'msg_3', state: 'erased', actor: 'key_1' }),
    exampleDeed({
      ...{ kind: 'access', state: 'exported', actor: 'operator' },
      details: [
        ['what', 'all'],
        ['records', '3'],
      ],
    }),
  ];

  it('is the one that was frozen, and is sound under the key that stands there', async () => {
    const bundle = (await buildBundle(log)).join('');
    expect(readme).toContain(`\`\`\`json\n${bundle}\`\`\``);
    expect(readme).toContain(exampleKeyText);
    expect(await checkText(bundle)).toMatchObject({ kind: 'sound', records: 3, deeds: 2, isComplete: true });
  });

  it('has a larger sister, which is built as it was frozen, and is sound', async () => {
    const frozen = readFileSync(new URL('./test-support/frozen-bundle.jsonl', import.meta.url), 'utf8');
    expect((await buildBundle(exampleLog)).join('')).toBe(frozen);
    expect(await checkText(frozen)).toMatchObject({ kind: 'sound', records: 6, deeds: 7, isComplete: true });
  });

  it('is told of with every code that a bundle can be refused with, and no other', () => {
    const codes = [
      ...['line_malformed', 'bundle_too_large', 'bundle_truncated', 'bundle_continues', 'key_untrusted'],
      ...['key_malformed', 'key_id_wrong', 'origin_wrong', 'note_malformed', 'checkpoint_malformed'],
      ...['signature_wrong', 'signature_missing', 'entry_invalid', 'tenant_wrong', 'leaf_order_wrong'],
      ...['leaf_missing', 'outside_tree', 'proof_length_wrong', 'root_wrong', 'message_repeated'],
      ...['fields_wrong', 'salt_invalid', 'commitment_wrong', 'state_unexplained', 'state_contradicted'],
      ...['counts_wrong', 'digest_wrong'],
    ];
    const [, steps = ''] = /\n## How to check a bundle\n(.*?)\n###? /s.exec(readme) ?? [];
    const told = [...steps.matchAll(/\(([^()]*)\)/g)].flatMap(
      ([, inside = '']) => inside.match(/[a-z]+_[a-z_]+/g) ?? [],
    );
    expect(new Set(told)).toEqual(new Set(codes));
  });
});
