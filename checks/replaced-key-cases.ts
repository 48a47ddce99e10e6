import type { NoteSigner } from '@avow/ledger-log/notes';
import {
  buildBundle,
  changeKey,
  type ExampleLeaf,
  exampleRecord,
  exampleSigner,
} from '@avow/ledger-log/testing';
import type { AuditCase } from './audit-case.ts';

const log = Array.from({ length: 70 }, (_, index) => exampleRecord(index + 1));
const what = { kind: 'thread', threadId: 'thr_1' } as const;

const forgedAt = (index: number): readonly ExampleLeaf[] =>
  log.with(index, exampleRecord(index + 1, { fields: [['answer', 'Something else.']] }));

interface Keys {
  readonly older: NoteSigner;
  readonly middle: NoteSigner;
  /** The one that the checkers trust. */
  readonly trusted: NoteSigner;
}

/** One leaf under a checkpoint of this size, signed with a key that was replaced, as it was and as somebody forged it. */
async function listAt(
  place: { readonly size: number; readonly keyChanges: readonly string[]; readonly signer: NoteSigner },
  name: string,
): Promise<readonly AuditCase[]> {
  const { size, keyChanges, signer } = place;
  const leafIndexes = [size - 1];
  const honest = await buildBundle(log, { ...{ what, size, keyChanges, signer, leafIndexes } });
  const { consistency } = JSON.parse(honest[0] ?? '');
  const forge = (proof?: { readonly consistency: typeof consistency }) =>
    buildBundle(forgedAt(size - 1), { ...{ what, size, keyChanges, signer, leafIndexes }, ...proof });
  return [
    { name, expected: 'sound', lines: honest },
    {
      name: `${name}, forged, with proofs of the true log`,
      expected: 'broken',
      lines: await forge({ consistency }),
    },
    { name: `${name}, forged, with proofs of its own`, expected: 'broken', lines: await forge() },
    { name: `${name}, forged, without proofs`, expected: 'broken', lines: await forge({ consistency: [] }) },
  ];
}

/** The key was replaced once: a leaked key signs every smaller tree of the log. */
async function listAfterOne({ middle, trusted }: Keys): Promise<readonly AuditCase[]> {
  const cases: AuditCase[] = [];
  const everySize = Array.from({ length: 33 }, (_, index) => index + 1);
  for (const [until, sizes] of [
    [33, everySize],
    [64, [31, 32, 33, 37, 63, 64]],
  ] as const) {
    const keyChanges = [await changeKey({ previous: middle, next: trusted }, log.slice(0, until))];
    for (const size of sizes)
      cases.push(...(await listAt({ size, keyChanges, signer: middle }, `${size} leaves before ${until}`)));
  }
  return cases;
}

/** The key was replaced twice, and both earlier ones have leaked: they can sign their statement anew. */
async function listAfterTwo({ older, middle, trusted }: Keys): Promise<readonly AuditCase[]> {
  const cases: AuditCase[] = [];
  for (const [first, second] of [
    [15, 32],
    [16, 33],
    [17, 65],
  ] as const) {
    const last = await changeKey({ previous: middle, next: trusted }, log.slice(0, second));
    const changeAfter = (leaves: readonly ExampleLeaf[]) =>
      changeKey({ previous: older, next: middle }, leaves.slice(0, first));
    const keyChanges = [await changeAfter(log), last];
    for (const [size, signer] of [
      [1, older],
      [first - 1, older],
      [first, older],
      [first, middle],
      [first + 1, middle],
      [second, middle],
    ] as const) {
      const name = `${size} leaves of changes at ${first} and ${second}`;
      cases.push(...(await listAt({ size, keyChanges, signer }, name)));
      const index = Math.min(size, first) - 1;
      const lines = await buildBundle(forgedAt(index), {
        ...{ what, size, signer, leafIndexes: [index] },
        keyChanges: [await changeAfter(forgedAt(index)), last],
      });
      cases.push({ name: `${name}, with a statement signed anew`, expected: 'broken', lines });
    }
  }
  return cases;
}

/** Bundles signed with keys of the log that were replaced before the one that the checkers trust. */
export async function listReplacedKeyCases(): Promise<readonly AuditCase[]> {
  const [trusted, middle, older] = [await exampleSigner(0), await exampleSigner(1), await exampleSigner(2)];
  const keys = { older, middle, trusted };
  return [...(await listAfterOne(keys)), ...(await listAfterTwo(keys))];
}
