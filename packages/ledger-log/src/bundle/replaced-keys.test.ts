import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NoteSigner } from '../notes/sign-note.ts';
import { formatVerifierKey } from '../notes/verifier-key.ts';
import { buildBundle, changeKey, exampleSigner } from '../test-support/build-bundle.ts';
import { type ExampleLeaf, exampleRecord } from '../test-support/example-log.ts';
import { type BundleOutcome, exampleVerifier, outcomeOf } from '../test-support/example-verifier.ts';
import type { BundleHead } from './bundle-line.ts';

const signers = await Promise.all([0, 1, 2].map((seed) => exampleSigner(seed)));
const signerAt = (place: number): NoteSigner => signers[place] ?? signers[0] ?? expect.fail('there are keys');
const textAt = (place: number) => formatVerifierKey(signerAt(place).key);

const log = Array.from({ length: 70 }, (_, index) => exampleRecord(index + 1));
/** What somebody would rather have said. */
const forgedAt = (index: number): readonly ExampleLeaf[] =>
  log.with(index, exampleRecord(index + 1, { fields: [['answer', 'Something else.']] }));

/** The statements by which the first key, and then the second, were replaced at these sizes. */
const changesAt = (sizes: readonly number[], leaves: readonly ExampleLeaf[] = log) =>
  Promise.all(
    sizes.map((size, place) =>
      changeKey({ previous: signerAt(place), next: signerAt(place + 1) }, leaves.slice(0, size)),
    ),
  );

/** A bundle of one leaf, for somebody who trusts the key of this place. */
async function verify(
  leaves: readonly ExampleLeaf[],
  bundle: {
    readonly leafIndex: number;
    readonly size: number;
    readonly keyChanges: readonly string[];
    readonly by?: number;
    readonly trusted: number;
    readonly consistency?: BundleHead['consistency'];
  },
): Promise<BundleOutcome> {
  const { leafIndex, by = 0, trusted, ...rest } = bundle;
  const what = { kind: 'thread', threadId: 'thr_1' } as const;
  const lines = await buildBundle(leaves, {
    ...rest,
    ...{ what, leafIndexes: [leafIndex], signer: signerAt(by) },
  });
  const verifier = { ...exampleVerifier, trustedKey: textAt(trusted) };
  return outcomeOf([new TextEncoder().encode(lines.join(''))], verifier);
}

const unproved = { kind: 'broken', code: 'key_change_unproved', line: 1 };

/** Proofs of the true log, of the forged one, and of none: a forger has no proof, and may give any. */
async function listProofs(
  size: number,
  forged: readonly ExampleLeaf[],
  keyChanges: readonly string[],
): Promise<readonly BundleHead['consistency'][]> {
  const proofOf = async (leaves: readonly ExampleLeaf[]) => {
    const [head = ''] = await buildBundle(leaves, { size, keyChanges, leafIndexes: [] });
    return JSON.parse(head).consistency;
  };
  const genuine = await proofOf(log);
  return [genuine, await proofOf(forged), [], genuine.slice(1), genuine.map(() => [])];
}

describe('a bundle signed with a replaced key', () => {
  it('is refused for a changed answer in a smaller tree, beside the genuine statement', async () => {
    const keyChanges = await changesAt([64]);
    const forged = forgedAt(20);
    for (const consistency of await listProofs(37, forged, keyChanges))
      for (const trusted of [0, 1])
        expect(
          await verify(forged, { leafIndex: 20, size: 37, keyChanges, trusted, consistency }),
        ).toMatchObject(unproved);
    for (const trusted of [0, 1])
      expect(await verify(log, { leafIndex: 20, size: 37, keyChanges, trusted })).toMatchObject({
        kind: 'sound',
      });
  });

  it('is refused at every size up to the statement, and accepted if nothing was changed', async () => {
    const keyChanges = await changesAt([33]);
    for (let size = 1; size <= 33; size++) {
      const forged = forgedAt(size - 1);
      const attack = { leafIndex: size - 1, size, keyChanges, trusted: 1 };
      expect(await verify(log, attack), `size ${size}`).toMatchObject({ kind: 'sound' });
      for (const consistency of await listProofs(size, forged, keyChanges))
        expect(await verify(forged, { ...attack, consistency }), `size ${size}`).toMatchObject(unproved);
    }
    expect(
      await verify(log, { leafIndex: 0, size: 34, keyChanges, trusted: 1, consistency: [[]] }),
    ).toMatchObject({ kind: 'broken', code: 'key_not_valid' });
  });

  it('is refused if both replaced keys leaked, and the first statement was signed anew', async () => {
    for (const [first, second] of [
      [31, 64],
      [32, 63],
      [33, 65],
    ] as const) {
      const genuine = await changesAt([first, second]);
      for (const [size, by] of [
        [16, 0],
        [first, 0],
        [first, 1],
        [first + 7, 1],
      ] as const) {
        const index = Math.min(size, first) - 1;
        const forged = forgedAt(index);
        const resigned = [...(await changesAt([first], forged)), ...genuine.slice(1)];
        const attack = { leafIndex: index, size, by, trusted: 2 };
        for (const keyChanges of [genuine, resigned])
          for (const consistency of await listProofs(size, forged, keyChanges))
            expect(await verify(forged, { ...attack, keyChanges, consistency })).toMatchObject(unproved);
        expect(await verify(log, { ...attack, keyChanges: genuine })).toMatchObject({ kind: 'sound' });
      }
    }
  });

  it('is sound if, and only if, its tree is a part of the log, for any sizes', async () => {
    const sizes = fc
      .uniqueArray(fc.integer({ min: 1, max: log.length }), { minLength: 1, maxLength: 2 })
      .map((found) => found.sort((one, other) => one - other));
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.nat(), fc.nat(), async (changes, place, some, any) => {
        const by = place % (changes.length + 1);
        const [from, until] = [changes[by - 1] ?? 0, changes[by] ?? log.length];
        const size = Math.max(1, from + (some % (until - from + 1)));
        const index = any % size;
        const keyChanges = await changesAt(changes);
        for (let trusted = 0; trusted <= changes.length; trusted++) {
          const honest = { leafIndex: index, size, by, trusted, keyChanges };
          expect(await verify(log, honest)).toMatchObject({ kind: 'sound' });
          // The current key vouches for what it signs; all that was replaced cannot.
          if (by < changes.length) expect(await verify(forgedAt(index), honest)).toMatchObject(unproved);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is refused if a proof is of other sizes, has a hash more or less, or a changed one', async () => {
    const keyChanges = await changesAt([23, 50]);
    const [head = ''] = await buildBundle(log, { size: 37, keyChanges, leafIndexes: [] });
    const genuine: readonly string[][] = JSON.parse(head).consistency;
    const attack = { leafIndex: 3, size: 37, by: 1, trusted: 2, keyChanges };
    expect(await verify(log, { ...attack, consistency: genuine })).toMatchObject({ kind: 'sound' });
    const zero = '0'.repeat(64);
    const wrong = genuine.flatMap((proof, place) => [
      genuine.with(place, proof.slice(1)),
      genuine.with(place, [...proof, zero]),
      ...proof.map((_, step) => genuine.with(place, proof.with(step, zero))),
    ]);
    for (const consistency of [...wrong, genuine.toReversed(), genuine.slice(1), [...genuine, []]])
      expect(await verify(log, { ...attack, consistency })).toMatchObject(unproved);
  });
});

describe('a bundle signed with the current key', () => {
  it('is refused unless the trees of all statements are proved to be its beginnings', async () => {
    for (const size of [1, 31, 32, 33, 63, 64, 65, 70]) {
      const attack = { leafIndex: 0, size: 70, by: 1, trusted: 1 };
      const genuine = await changesAt([size]);
      expect(await verify(log, { ...attack, keyChanges: genuine })).toMatchObject({ kind: 'sound' });
      const keyChanges = await changesAt([size], forgedAt(0));
      expect(await verify(log, { ...attack, keyChanges })).toMatchObject(unproved);
    }
  });
});

describe('changes of keys that are known from elsewhere', () => {
  it('replace those in the bundle, with proofs for its checkpoint', async () => {
    const keyChanges = await changesAt([64]);
    const lines = await buildBundle(log, { size: 37 });
    const chunks = [new TextEncoder().encode(lines.join(''))];
    const verifier = { ...exampleVerifier, trustedKey: textAt(1) };
    expect(await outcomeOf(chunks, verifier)).toMatchObject({ code: 'key_untrusted' });
    const [head = ''] = await buildBundle(log, { size: 37, keyChanges });
    const { consistency } = JSON.parse(head);
    expect(await outcomeOf(chunks, { ...verifier, keyHistory: { keyChanges, consistency } })).toMatchObject({
      ...{ kind: 'sound', isComplete: true, isKeyTrusted: true },
    });
    expect(
      await outcomeOf(chunks, { ...verifier, keyHistory: { keyChanges, consistency: [] } }),
    ).toMatchObject(unproved);
  });
});

describe('an empty log', () => {
  it('is the beginning of every log', async () => {
    const keyChanges = await changesAt([5]);
    const lines = await buildBundle(log, { size: 0, keyChanges });
    const verifier = { ...exampleVerifier, trustedKey: textAt(1) };
    expect(await outcomeOf([new TextEncoder().encode(lines.join(''))], verifier)).toMatchObject({
      ...{ kind: 'sound', records: 0, isComplete: true },
    });
  });
});
