import { encodeHex } from '@avow/ledger-log';
import {
  formatCheckpoint,
  formatKeyChange,
  formatVerifierKey,
  makeVerifierKey,
  type NoteSigner,
  proveKeyHistory,
  signNote,
} from '@avow/ledger-log/notes';
import { growTree, keyPairOf } from '@avow/ledger-log/testing';
import { computeRoot } from '@avow/ledger-log/tree';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { compareWithKnownKey } from '../src/app/api/known-keys.ts';
import { sha256InBrowser } from '../src/app/api/log-digests.ts';

const tenantId = 'ten_1';
const origin = `avow/${tenantId}`;

async function newSigner(seed: number): Promise<NoteSigner> {
  const { publicKey, sign } = keyPairOf(new Uint8Array(32).fill(seed));
  return { key: await makeVerifierKey({ name: origin, publicKey }, sha256InBrowser), sign };
}

const first = await newSigner(1);
const second = await newSigner(2);
const third = await newSigner(3);
const stranger = await newSigner(9);

/** The leaves of a log, and those of another that differs in the first. */
const leaves = Array.from({ length: 30 }, (_, index) => new Uint8Array(32).fill(index));
const otherLeaves = leaves.with(0, new Uint8Array(32).fill(99));

const treeOf = async (size: number, of: readonly Uint8Array[] = leaves) => ({
  ...{ origin, size, root: await computeRoot(of.slice(0, size), sha256InBrowser) },
});

/** What the service would answer: the proofs for a checkpoint of any size up to 30. */
async function historyOf(statements: readonly string[], size: number, of: readonly Uint8Array[] = leaves) {
  const source = { readHash: growTree(of).readHash, sha256: sha256InBrowser };
  const changes = [10, 20].slice(0, statements.length).map((untilSize) => ({ untilSize }));
  const proof = await proveKeyHistory(changes, size, source);
  return { statements, consistency: proof.map((hashes) => hashes.map(encodeHex)) };
}

const change = async (previous: NoteSigner, next: NoteSigner, size: number) =>
  signNote({
    text: formatCheckpoint({
      ...(await treeOf(size)),
      extensions: formatKeyChange({ previous: previous.key, next: next.key }),
    }),
    signers: [previous, next],
  });

/** The keys change at the sizes 10 and 20. */
const statements = [await change(first, second, 10), await change(second, third, 20)];

async function compare(
  signer: NoteSigner,
  size: number,
  listed: readonly string[] | null = statements,
  of: readonly Uint8Array[] = leaves,
) {
  const note = await signNote({
    text: formatCheckpoint({ ...(await treeOf(size, of)), extensions: [] }),
    signers: [signer],
  });
  return compareWithKnownKey({ tenantId, key: formatVerifierKey(signer.key), size, note }, async (asked) =>
    listed === null ? null : historyOf(listed, asked, of),
  );
}

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the key that a browser knows of a log', () => {
  it('is the first one that it sees', async () => {
    expect(await compare(first, 5)).toBe('first');
    expect(await compare(first, 6)).toBe('same');
    expect(await compare(stranger, 6)).toBe('other');
    expect(await compare(first, 7)).toBe('same');
  });

  it('is replaced by one that follows from it, and refused from then on', async () => {
    await compare(first, 5);
    expect(await compare(second, 15)).toBe('followed');
    expect(await compare(second, 15)).toBe('same');
    expect(await compare(first, 5)).toBe('other');
    expect(await compare(third, 25)).toBe('followed');
    expect(await compare(second, 15)).toBe('other');
    expect(await compare(first, 5)).toBe('other');
    expect(await compare(third, 25)).toBe('same');
  });

  it('is not replaced by one that came before it', async () => {
    await compare(third, 25);
    expect(await compare(second, 15)).toBe('other');
    expect(await compare(first, 5)).toBe('other');
  });

  it('leads over several changes at once', async () => {
    await compare(first, 5);
    expect(await compare(third, 25)).toBe('followed');
  });

  it.each([
    [9, 'other'],
    [10, 'followed'],
    [20, 'followed'],
    [21, 'other'],
  ])(
    'is replaced only by a checkpoint of a size that the new key signs: %i is %s',
    async (size, expected) => {
      await compare(first, 5);
      expect(await compare(second, size)).toBe(expected);
      expect(await compare(first, 5)).toBe(expected === 'followed' ? 'other' : 'same');
    },
  );

  it('is not replaced by a checkpoint of another log than the statements', async () => {
    await compare(first, 5);
    for (const size of [10, 11, 15, 19, 20])
      expect(await compare(second, size, statements, otherLeaves), String(size)).toBe('other');
    for (const size of [20, 21, 30])
      expect(await compare(third, size, statements, otherLeaves), String(size)).toBe('other');
    expect(await compare(second, 10)).toBe('followed');
  });

  it('is not replaced without the proofs that lead over the checkpoint', async () => {
    await compare(first, 5);
    const note = await signNote({
      text: formatCheckpoint({ ...(await treeOf(15)), extensions: [] }),
      signers: [second],
    });
    const signed = { tenantId, key: formatVerifierKey(second.key), size: 15, note };
    const { consistency } = await historyOf(statements, 15);
    for (const wrong of [[], consistency.slice(1), (await historyOf(statements, 16)).consistency])
      expect(await compareWithKnownKey(signed, async () => ({ statements, consistency: wrong }))).toBe(
        'other',
      );
    expect(await compareWithKnownKey(signed, async () => ({ statements, consistency }))).toBe('followed');
  });

  it('is not replaced without the statements, or by statements that do not hold', async () => {
    await compare(first, 5);
    expect(await compare(second, 15, [])).toBe('other');
    expect(await compare(second, 15, [await change(stranger, second, 10)])).toBe('other');
    expect(await compare(second, 15, ['x'])).toBe('other');
    expect(await compare(first, 5)).toBe('same');
  });

  it('is not replaced by a key that has not signed the checkpoint', async () => {
    await compare(first, 5);
    const note = await signNote({
      text: formatCheckpoint({ ...(await treeOf(15)), extensions: [] }),
      signers: [first],
    });
    const signed = { tenantId, key: formatVerifierKey(second.key), size: 15, note };
    expect(await compareWithKnownKey(signed, (size) => historyOf(statements, size))).toBe('other');
  });

  it('is not compared with another one while the statements cannot be read', async () => {
    expect(await compare(first, 5, null)).toBe('first');
    expect(await compare(first, 5, null)).toBe('same');
    expect(await compare(second, 15, null)).toBe('unknown');
    expect(await compare(stranger, 15, null)).toBe('unknown');
    expect(await compare(second, 15)).toBe('followed');
  });

  it('is none where the browser keeps nothing', async () => {
    const forbidden = () => {
      throw new DOMException('', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden });
    expect(await compare(first, 5)).toBe('first');
    expect(await compare(second, 15)).toBe('first');
  });
});
