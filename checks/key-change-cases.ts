import { leafHash } from '@avow/ledger-log/entries';
import {
  formatVerifierKey,
  keyChangesMax,
  type NoteSigner,
  parseCheckpoint,
  parseNote,
  signNote,
} from '@avow/ledger-log/notes';
import { buildBundle, endLineOf, exampleLog, exampleSigner, origin, sha256 } from '@avow/ledger-log/testing';
import { computeRoot } from '@avow/ledger-log/tree';
import type { AuditCase } from './audit-case.ts';
import { readFrozen } from './sound-cases.ts';

const textOf = ({ key }: NoteSigner) => formatVerifierKey(key);

interface Stated {
  readonly size?: number | string;
  readonly root?: Uint8Array;
  readonly lines?: readonly string[];
  readonly signers?: readonly NoteSigner[];
  readonly of?: string;
}

/** The root of the example log when it had this many leaves; any other, where it never had. */
function rootAt(size: number | string): Promise<Uint8Array> {
  const hashes = exampleLog.map(({ entry }) => leafHash(new TextEncoder().encode(entry), sha256));
  return computeRoot(hashes.slice(0, Number(size)), sha256);
}

/** The statement by which one key replaces another, right unless something else is stated. */
async function change(previous: NoteSigner, next: NoteSigner, stated: Stated = {}): Promise<string> {
  const { size = 2, signers = [previous, next], of = origin } = stated;
  const lines = stated.lines ?? [`previous-key ${textOf(previous)}`, `next-key ${textOf(next)}`];
  const root = Buffer.from(stated.root ?? (await rootAt(size))).toString('base64');
  return signNote({ text: `${[of, size, root, ...lines].join('\n')}\n`, signers });
}

/** The trees that statements have, as far as they can be read. */
function sizesOf(notes: unknown): readonly number[] {
  return (Array.isArray(notes) ? notes : []).flatMap((note) => {
    try {
      return parseCheckpoint(parseNote(Buffer.from(String(note))).text).size;
    } catch {
      return [];
    }
  });
}

/** The proofs between the trees of the example log of these sizes. */
async function proofsBetween(sizes: readonly number[]): Promise<readonly (readonly string[])[]> {
  const known = sizes.filter((size) => size > 0 && size <= exampleLog.length).slice(0, keyChangesMax);
  const notes = await Promise.all(known.map((size) => plainNote(size)));
  const [head = ''] = await buildBundle(exampleLog, { keyChanges: notes, leafIndexes: [] });
  return JSON.parse(head).consistency;
}

async function plainNote(size: number): Promise<string> {
  const root = Buffer.from(await rootAt(size)).toString('base64');
  return signNote({ text: `${[origin, size, root].join('\n')}\n`, signers: [await exampleSigner(9)] });
}

/** Bundles of a log whose key was replaced. The checkers trust the first key of the examples. */
export async function listKeyChangeCases(): Promise<readonly AuditCase[]> {
  const [head = '', ...rest] = await buildBundle(exampleLog);
  const members = JSON.parse(head);
  const signed = `${String(members.checkpoint).split('\n\n')[0]}\n`;
  const size = exampleLog.length;
  const [own, second, third, other] = await Promise.all([0, 1, 2, 3].map((seed) => exampleSigner(seed)));
  if (!own || !second || !third || !other) throw new Error('there are four keys');
  const bundle = async (
    signer: NoteSigner,
    changes: unknown,
    {
      leaves = rest.slice(0, -1),
      what = members.what,
      version = members.version,
      consistency,
    }: { leaves?: readonly string[]; what?: unknown; version?: string; consistency?: unknown } = {},
  ) => {
    const { key_changes: _, consistency: __, type, tenant_id, origin: log, ...others } = members;
    const first = { type, version, tenant_id, origin: log, verifier_key: textOf(signer) };
    const proofs = consistency ?? (await proofsBetween(sizesOf(changes)));
    const all = {
      ...first,
      ...(changes === undefined ? {} : { key_changes: changes }),
      ...(consistency === null ? {} : { consistency: proofs }),
      ...{ what, exported_at: others.exported_at },
      checkpoint: await signNote({ text: signed, signers: [signer] }),
    };
    const body = [`${JSON.stringify(all)}\n`, ...leaves];
    return [...body, endLineOf(body)];
  };
  const one = await change(own, second);
  const two = await change(second, third, { size: 3 });
  const before = await change(other, own, { size: 1 });
  /** Some leaves alone, with statements. */
  const partly = (signer: NoteSigner, changes: readonly string[], leafIndexes: readonly number[]) => {
    const leaves = leafIndexes.map((index) => rest[index] ?? '');
    const what = { kind: 'thread', from: null, until: null, thread_id: 'thr_1', end_user_id: null };
    return bundle(signer, changes, { leaves, what });
  };
  const root = Buffer.alloc(32, 7);
  const oneOfOther = await change(own, second, { root });
  const twoOfOther = await change(second, third, { size: 3, root });
  const sound: Readonly<Record<string, readonly string[]>> = {
    'a key that was replaced': await bundle(second, [one]),
    'a key that was replaced twice': await bundle(third, [one, two]),
    'a key that was never replaced': await bundle(own, []),
    'a key that replaced another': await bundle(own, [before]),
    'the middle of three keys': await bundle(second, [before, one]),
    'a key that was replaced by the last entry': await bundle(second, [await change(own, second, { size })]),
    'a bundle from before the change, with the statement': await bundle(own, [
      await change(own, second, { size }),
    ]),
    'the leaves up to a change of keys': await partly(second, [one], [0, 1]),
    'a leaf before the change of keys': await partly(second, [one], [0]),
    'a leaf after two changes of keys': await partly(third, [one, two], [6]),
  };
  const broken: Readonly<Record<string, readonly string[]>> = {
    'a bundle of the first version': await readFrozen('frozen-bundle.jsonl'),
    'a bundle of the second version': await readFrozen('frozen-bundle-v2.jsonl'),
    'a bundle of the third version': await bundle(second, [one], {
      ...{ version: 'avow.bundle.v3', consistency: null },
    }),
    'a bundle of an earlier version, with proofs': await bundle(second, [one], { version: 'avow.bundle.v3' }),
    'a version to come': await bundle(own, [], { version: 'avow.bundle.v6' }),
    'a new key without a statement': await bundle(second, []),
    'no list of statements': await bundle(own, undefined),
    'no list of proofs': await bundle(own, [], { consistency: null }),
    'proofs that are not a list': await bundle(second, [one], { consistency: 'x' }),
    'a proof that is not a list': await bundle(second, [one], { consistency: ['x'] }),
    'a proof of more hashes than there can be': await bundle(second, [one], {
      consistency: [Array.from({ length: 55 }, () => 'ab'.repeat(32))],
    }),
    'more proofs than there may be': await bundle(second, [one], {
      consistency: Array.from({ length: 257 }, () => []),
    }),
    'a statement without a proof': await bundle(second, [one], { consistency: [] }),
    'a proof without a statement': await bundle(own, [], { consistency: [[]] }),
    'an empty proof': await bundle(second, [one], { consistency: [[]] }),
    'proofs in the wrong order': await bundle(third, [one, two], {
      consistency: (await proofsBetween([2, 3])).toReversed(),
    }),
    'a proof of another tree': await bundle(second, [one], { consistency: await proofsBetween([3]) }),
    'a root that needs leaves before the bundle': await partly(second, [oneOfOther], [1]),
    'a root that needs a leaf that was left out': await partly(third, [one, twoOfOther], [0, 2]),
    'a root that needs leaves after the bundle': await partly(second, [oneOfOther], [0]),
    'too many statements': await bundle(
      second,
      Array.from({ length: 257 }, () => one),
    ),
    'a statement that is not a text': await bundle(second, [1]),
    'an empty statement': await bundle(second, ['']),
    'statements that are not a list': await bundle(second, one),
    'a missing statement': await bundle(third, [two]),
    'statements in the wrong order': await bundle(third, [two, one]),
    'a repeated statement': await bundle(second, [one, one]),
    'statements of one size': await bundle(third, [one, await change(second, third)]),
    'a statement about an empty log': await bundle(second, [await change(own, second, { size: 0 })]),
    'a key that comes again': await bundle(own, [one, await change(second, own, { size: 3 })]),
    'a key that replaces itself': await bundle(own, [await change(own, own)]),
    'a statement of strangers': await bundle(third, [await change(other, third)]),
    'a statement that does not follow': await bundle(third, [one, await change(other, third, { size: 3 })]),
    'a statement that only the new key has signed': await bundle(second, [
      await change(own, second, { signers: [second] }),
    ]),
    'a statement that only the old key has signed': await bundle(second, [
      await change(own, second, { signers: [own] }),
    ]),
    'a statement that neither has signed': await bundle(second, [
      await change(own, second, { signers: [other] }),
    ]),
    'a forged signature of the old key': await bundle(second, [
      await change(own, second, { signers: [{ ...own, sign: other.sign }, second] }),
    ]),
    'a statement of another log': await bundle(second, [await change(own, second, { of: 'avow/ten_other' })]),
    'a key of another log': await bundle(second, [
      await change(own, await exampleSigner(1, 'avow/ten_other')),
    ]),
    'a changed statement': await bundle(second, [one.replace('\n2\n', '\n3\n')]),
    'a checkpoint without keys': await bundle(second, [await change(own, second, { lines: [] })]),
    'a further line': await bundle(second, [
      await change(own, second, {
        lines: [`previous-key ${textOf(own)}`, `next-key ${textOf(second)}`, 'x'],
      }),
    ]),
    'keys in the wrong order': await bundle(second, [
      await change(own, second, { lines: [`next-key ${textOf(second)}`, `previous-key ${textOf(own)}`] }),
    ]),
    'a key that is none': await bundle(second, [
      await change(own, second, { lines: [`previous-key ${textOf(own)}`, 'next-key x'] }),
    ]),
    'a size that is none': await bundle(second, [await change(own, second, { size: '02' })]),
    'a note that is none': await bundle(second, ['x']),
    'a statement of another root than the leaves': await bundle(second, [oneOfOther]),
    'a second statement of another root than the leaves': await bundle(third, [one, twoOfOther]),
    'a statement before the trusted key, of another root': await bundle(own, [
      await change(other, own, { size: 1, root }),
    ]),
    'a statement of the root of another size': await bundle(second, [
      await change(own, second, { root: await rootAt(3) }),
    ]),
    'a statement of another root than the first leaves': await partly(second, [oneOfOther], [0, 1]),
    'a new key, and another root than the checkpoint': await bundle(second, [
      await change(own, second, { size, root }),
    ]),
    'an old key, and another root than the checkpoint': await bundle(own, [
      await change(own, second, { size, root }),
    ]),
    'another root than the checkpoint, and no leaves': await partly(
      second,
      [await change(own, second, { size, root })],
      [],
    ),
    'a checkpoint of a key that was replaced before': await bundle(own, [one]),
    'a checkpoint of a key before its time': await bundle(second, [
      await change(own, second, { size: size + 1 }),
    ]),
  };
  const listed = (cases: Readonly<Record<string, readonly string[]>>, expected: AuditCase['expected']) =>
    Object.entries(cases).map(([name, lines]) => ({ name, lines, expected }));
  return [
    ...listed(sound, 'sound'),
    ...listed(broken, 'broken'),
    {
      name: 'replaced keys without a trusted one',
      expected: 'sound',
      lines: sound['a key that was replaced'] ?? [],
      withoutKey: true,
    },
  ];
}
