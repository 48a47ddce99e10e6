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
import { keyPairOf, verify } from './test-support/ed25519.ts';
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
