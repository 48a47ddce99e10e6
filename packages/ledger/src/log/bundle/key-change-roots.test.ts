import { describe, expect, it } from 'vitest';
import { formatCheckpoint } from '../notes/checkpoint.ts';
import { formatKeyChange } from '../notes/key-change.ts';
import { type NoteSigner, signNote } from '../notes/sign-note.ts';
import { makeVerifierKey } from '../notes/verifier-key.ts';
import { buildBundle, origin } from '../test-support/build-bundle.ts';
import { keyPairOf } from '../test-support/ed25519.ts';
import { exampleLog } from '../test-support/example-log.ts';
import { exampleVerifier, outcomeOf } from '../test-support/example-verifier.ts';
import { sha256 } from '../test-support/naive-tree.ts';
import { computeRoot } from '../tree/compute-root.ts';
import { leafHash } from '../tree/hash.ts';

async function signerOf(secret: Uint8Array): Promise<NoteSigner> {
  const { publicKey, sign } = keyPairOf(secret);
  return { key: await makeVerifierKey({ name: origin, publicKey }, sha256), sign };
}

const previous = await signerOf(new Uint8Array(32).fill(9));
/** The key of the examples. */
const next = await signerOf(Uint8Array.from({ length: 32 }, (_, index) => index));

const leafHashes = exampleLog.map(({ entry }) => leafHash(new TextEncoder().encode(entry), sha256));
const otherRoot = new Uint8Array(32).fill(7);
const sizes = exampleLog.map((_, index) => index + 1);
const scope = { kind: 'thread', threadId: 'thr_1' } as const;

/** What is found of a bundle if the key of the log was replaced at this size. */
async function verifyChangedAt(size: number, root: Uint8Array, leafIndexes?: readonly number[]) {
  const extensions = formatKeyChange({ previous: previous.key, next: next.key });
  const text = formatCheckpoint({ origin, size, root, extensions });
  const keyChanges = [await signNote({ text, signers: [previous, next] })];
  const lines = await buildBundle(exampleLog, leafIndexes === undefined ? {} : { what: scope, leafIndexes });
  return outcomeOf([new TextEncoder().encode(lines.join(''))], { ...exampleVerifier, keyChanges });
}

describe('the root in a change of keys', () => {
  it('is that of the leaves at its size', async () => {
    for (const size of sizes) {
      const root = await computeRoot(leafHashes.slice(0, size), sha256);
      expect(await verifyChangedAt(size, root)).toMatchObject({ kind: 'sound', isComplete: true });
    }
  });

  it('is refused at the leaf that shows that it is another', async () => {
    for (const size of sizes.slice(0, -1)) {
      expect(await verifyChangedAt(size, otherRoot)).toMatchObject({
        ...{ kind: 'broken', code: 'key_change_invalid', line: size + 1, leafIndex: size - 1 },
      });
    }
  });

  it('is that of a checkpoint of its size, with or without leaves', async () => {
    for (const leafIndexes of [undefined, [], [1]]) {
      expect(await verifyChangedAt(exampleLog.length, otherRoot, leafIndexes)).toMatchObject({
        ...{ kind: 'broken', code: 'key_change_invalid', line: 1, leafIndex: null },
      });
    }
  });

  it('is compared as long as no leaf is missing', async () => {
    expect(await verifyChangedAt(2, otherRoot, [0, 1])).toMatchObject({ code: 'key_change_invalid' });
    for (const leafIndexes of [[0], [1], [0, 2], [1, 2]])
      expect(await verifyChangedAt(2, otherRoot, leafIndexes)).toMatchObject({ kind: 'sound' });
  });
});
