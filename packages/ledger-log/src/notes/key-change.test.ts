import { beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../test-support/code-of.ts';
import { keyPairOf, verify } from '../test-support/ed25519.ts';
import { sha256 } from '../test-support/naive-tree.ts';
import { formatCheckpoint } from './checkpoint.ts';
import {
  followKeyChanges,
  formatKeyChange,
  isSameKey,
  keyChangesMax,
  namedNextKey,
  openSignedCheckpoint,
} from './key-change.ts';
import { type NoteSigner, signNote } from './sign-note.ts';
import { formatVerifierKey, makeVerifierKey } from './verifier-key.ts';

const origin = 'avow/ten_1';
const reader = { origin, sha256, verify };
const rootOf = (size: number) => new Uint8Array(32).fill(size);
const encode = (text: string) => new TextEncoder().encode(text);

async function newSigner(seed: number, name = origin): Promise<NoteSigner> {
  const { publicKey, sign } = keyPairOf(new Uint8Array(32).fill(seed));
  return { key: await makeVerifierKey({ name, publicKey }, sha256), sign };
}

let first: NoteSigner;
let second: NoteSigner;
let third: NoteSigner;
let stranger: NoteSigner;

beforeAll(async () => {
  [first, second, third, stranger] = (await Promise.all([1, 2, 3, 9].map((seed) => newSigner(seed)))) as [
    NoteSigner,
    NoteSigner,
    NoteSigner,
    NoteSigner,
  ];
});

interface Statement {
  readonly size?: number;
  readonly origin?: string;
  readonly signers?: readonly NoteSigner[];
  readonly extensions?: readonly string[];
}

function change(previous: NoteSigner, next: NoteSigner, stated: Statement = {}): Promise<string> {
  const { size = 10, signers = [previous, next] } = stated;
  const extensions = stated.extensions ?? formatKeyChange({ previous: previous.key, next: next.key });
  return signNote({
    text: formatCheckpoint({ origin, size, root: rootOf(size), ...stated, extensions }),
    signers,
  });
}

const checkpoint = (signer: NoteSigner, size: number, root = rootOf(size)) =>
  signNote({
    text: formatCheckpoint({ origin, size, root, extensions: [] }),
    signers: [signer],
  });

const follow = (trusted: NoteSigner, statements: readonly string[]) =>
  followKeyChanges(trusted.key, statements, reader);

describe('changes of the key of a log', () => {
  it('lead from any of its keys to all others, each with the sizes that it signs', async () => {
    const statements = [await change(first, second), await change(second, third, { size: 20 })];
    for (const trusted of [first, second, third]) {
      const periods = await follow(trusted, statements);
      expect(periods).toEqual([
        { key: first.key, fromSize: 0, untilSize: 10, untilRoot: rootOf(10), statement: statements[0] },
        { key: second.key, fromSize: 10, untilSize: 20, untilRoot: rootOf(20), statement: statements[1] },
        { key: third.key, fromSize: 20, untilSize: null, untilRoot: null, statement: null },
      ]);
    }
    expect(await codeOf(() => follow(stranger, statements))).toBe('key_untrusted');
  });

  it('are none for a log whose key was never replaced', async () => {
    expect(await follow(first, [])).toEqual([
      { key: first.key, fromSize: 0, untilSize: null, untilRoot: null, statement: null },
    ]);
  });

  it('need the signatures of both keys', async () => {
    for (const signers of [[first], [second], [first, stranger], [stranger, second]]) {
      const code = await codeOf(async () => follow(first, [await change(first, second, { signers })]));
      expect(code).toBe('key_change_invalid');
    }
    const signers = [first, { ...second, sign: stranger.sign }];
    expect(await codeOf(async () => follow(first, [await change(first, second, { signers })]))).toBe(
      'signature_wrong',
    );
  });

  it('are refused if one is missing, repeated, out of order or does not follow', async () => {
    const [one, two] = [await change(first, second), await change(second, third, { size: 20 })];
    const sideways = await change(stranger, third, { size: 20 });
    const sameSize = await change(second, third, { size: 10 });
    const earlier = await change(second, third, { size: 9 });
    const back = await change(second, first, { size: 20 });
    const cases: [readonly string[], string][] = [
      [[two], 'key_untrusted'],
      [[one, one], 'key_change_invalid'],
      [[two, one], 'key_change_invalid'],
      [[one, sideways], 'key_change_invalid'],
      [[one, sameSize], 'key_change_invalid'],
      [[one, earlier], 'key_change_invalid'],
      [[one, back], 'key_change_invalid'],
      [[await change(first, second, { size: 0 })], 'key_change_invalid'],
      [[await change(first, first)], 'key_ambiguous'],
      [Array.from({ length: keyChangesMax + 1 }, () => one), 'key_change_invalid'],
    ];
    for (const [statements, code] of cases) {
      expect(
        await codeOf(() => follow(first, statements)),
        String(cases.findIndex(([s]) => s === statements)),
      ).toBe(code);
    }
  });

  it('are refused if anything in the note was changed', async () => {
    const note = await change(first, second);
    for (const changed of [
      note.replace('\n10\n', '\n11\n'),
      note.replace(formatVerifierKey(second.key), formatVerifierKey(stranger.key)),
      note.replace('next-key', 'last-key'),
      await change(first, second, { extensions: [] }),
      await change(first, second, {
        extensions: [...formatKeyChange({ previous: first.key, next: second.key }), 'more'],
      }),
      await change(first, second, {
        extensions: formatKeyChange({ previous: first.key, next: second.key }).reverse(),
      }),
      await change(first, second, { origin: 'avow/ten_2' }),
      await change(first, await newSigner(2, 'avow/ten_2')),
      'not a note',
    ]) {
      expect(await codeOf(() => follow(first, [changed])), changed).not.toBe('accepted');
    }
  });

  it('name the next key, as far as there is one', async () => {
    expect(namedNextKey(await change(first, second))).toBe(formatVerifierKey(second.key));
    expect(namedNextKey(await checkpoint(first, 3))).toBeNull();
  });
});

describe('a checkpoint of a log with several keys', () => {
  it('opens only if the key signed it that signs for its size', async () => {
    const statement = await change(first, second);
    const periods = await follow(second, [statement]);
    const open = (note: string) => codeOf(() => openSignedCheckpoint(periods, encode(note), reader));
    const sizeOf = async (note: string) => (await openSignedCheckpoint(periods, encode(note), reader)).size;
    for (const size of [0, 9, 10]) expect(await sizeOf(await checkpoint(first, size))).toBe(size);
    for (const size of [10, 11, 999]) expect(await sizeOf(await checkpoint(second, size))).toBe(size);
    expect(await sizeOf(statement)).toBe(10);
    expect(await open(await checkpoint(first, 11))).toBe('key_not_valid');
    expect(await open(await checkpoint(second, 9))).toBe('key_not_valid');
    expect(await open(await checkpoint(stranger, 9))).toBe('signature_missing');
    expect(isSameKey(first.key, second.key)).toBe(false);
  });

  it('has the root of a statement of its size, whichever of the two keys has signed it', async () => {
    const periods = await follow(second, [await change(first, second)]);
    const open = async (note: Promise<string>) => {
      const bytes = encode(await note);
      return codeOf(() => openSignedCheckpoint(periods, bytes, reader));
    };
    for (const signer of [first, second]) {
      expect(await open(checkpoint(signer, 10))).toBe('accepted');
      expect(await open(checkpoint(signer, 10, rootOf(11)))).toBe('key_change_unproved');
    }
    expect(await open(checkpoint(first, 9, rootOf(11)))).toBe('accepted');
    expect(await open(checkpoint(second, 11, rootOf(12)))).toBe('accepted');
  });
});
