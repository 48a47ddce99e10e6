import { formatVerifierKey, makeVerifierKey, type NoteSigner, signNote } from '@avow/ledger';
import { buildBundle, endLineOf, exampleLog, keyPairOf, origin, sha256 } from '@avow/ledger/testing';
import type { AuditCase } from './audit-case.ts';

async function makeSigner(seed: number, name = origin): Promise<NoteSigner> {
  const { publicKey, sign } = keyPairOf(Uint8Array.from({ length: 32 }, (_, index) => index + seed));
  return { key: await makeVerifierKey({ name, publicKey }, sha256), sign };
}

const textOf = ({ key }: NoteSigner) => formatVerifierKey(key);

interface Stated {
  readonly size?: number | string;
  readonly lines?: readonly string[];
  readonly signers?: readonly NoteSigner[];
  readonly of?: string;
}

/** The statement by which one key replaces another, right unless something else is stated. */
function change(previous: NoteSigner, next: NoteSigner, stated: Stated = {}): Promise<string> {
  const { size = 2, signers = [previous, next], of = origin } = stated;
  const lines = stated.lines ?? [`previous-key ${textOf(previous)}`, `next-key ${textOf(next)}`];
  const root = Buffer.alloc(32, 7).toString('base64');
  return signNote({ text: `${[of, size, root, ...lines].join('\n')}\n`, signers });
}

/** Bundles of a log whose key was replaced. The checkers trust the first key of the examples. */
export async function listKeyChangeCases(): Promise<readonly AuditCase[]> {
  const [head = '', ...rest] = await buildBundle(exampleLog);
  const { version: _, verifier_key: __, ...members } = JSON.parse(head);
  const signed = `${String(members.checkpoint).split('\n\n')[0]}\n`;
  const size = exampleLog.length;
  const [own, second, third, other] = await Promise.all([0, 1, 2, 3].map((seed) => makeSigner(seed)));
  if (!own || !second || !third || !other) throw new Error('there are four keys');
  const bundle = async (signer: NoteSigner, changes: unknown, version = 'avow.bundle.v3') => {
    const { type, tenant_id, origin: log, ...others } = members;
    const first = { type, version, tenant_id, origin: log, verifier_key: textOf(signer) };
    const checkpoint = await signNote({ text: signed, signers: [signer] });
    const all = {
      ...first,
      ...(changes === undefined ? {} : { key_changes: changes }),
      ...others,
      checkpoint,
    };
    const body = [`${JSON.stringify(all)}\n`, ...rest.slice(0, -1)];
    return [...body, endLineOf(body)];
  };
  const one = await change(own, second);
  const two = await change(second, third, { size: 3 });
  const before = await change(other, own, { size: 1 });
  const sound: Readonly<Record<string, readonly string[]>> = {
    'a key that was replaced': await bundle(second, [one]),
    'a key that was replaced twice': await bundle(third, [one, two]),
    'a key that replaced another': await bundle(own, [before]),
    'the middle of three keys': await bundle(second, [before, one]),
    'a key that was replaced by the last entry': await bundle(second, [await change(own, second, { size })]),
    'a bundle from before the change, with the statement': await bundle(own, [
      await change(own, second, { size }),
    ]),
  };
  const broken: Readonly<Record<string, readonly string[]>> = {
    'a new key without a statement': await bundle(second, undefined, 'avow.bundle.v2'),
    'statements in a bundle of version 2': await bundle(second, [one], 'avow.bundle.v2'),
    'no statements in a bundle of version 3': await bundle(own, undefined),
    'an empty list of statements': await bundle(own, []),
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
    'a key of another log': await bundle(second, [await change(own, await makeSigner(1, 'avow/ten_other'))]),
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
