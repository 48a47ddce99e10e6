import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createTokeniser } from './create-tokeniser.ts';
import { useTinyEncoders } from './test-support/tiny-encoders.ts';
import { tinyVocabulary } from './test-support/tiny-vocabulary.ts';
import { tinyMean, tinyTokensMax, writeTinyEncoder } from './test-support/write-tiny-encoder.ts';

const soon = { timeoutMs: 300_000, owner: 'one' };
const { folder, events, kinds, open, openTiny, eventOf } = useTinyEncoders();
const { tokenise, special } = createTokeniser({ vocabulary: tinyVocabulary, lowerCase: true });
const shipped = fileURLToPath(new URL('../../../weights/encoder/', import.meta.url));

function expectedVector(text: string): number[] {
  const ids = tokenise(text, tinyTokensMax - 2).ids;
  return normaliseVector(tinyMean([special.start, ...ids, special.separator]));
}

function normaliseVector(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function expectNear(vector: ArrayLike<number> | null | undefined, expected: readonly number[]): void {
  expect(vector?.length).toBe(expected.length);
  for (const [index, value] of expected.entries()) expect(vector?.[index]).toBeCloseTo(value, 5);
}

describe('an embedded encoder', () => {
  it('encodes a question with its prefix and passages with theirs, in vectors of length 1', async () => {
    const encoder = await openTiny();
    expectNear(await encoder.encodeQuestion('the record', soon), expectedVector('question: the record'));
    const [passage] = await encoder.encodePassages(['The passages.'], soon);
    expectNear(passage, expectedVector('The passages.'));
    expect(Math.hypot(...(passage ?? []))).toBeCloseTo(1, 5);
  });

  it.each([1, 2])(
    'keeps the order, and gives the same bits whatever else is in the call: %i',
    async (passageProcesses) => {
      const encoder = await openTiny({ passageProcesses, limits: { passagesPerRequest: 3 } });
      const texts = Array.from({ length: 20 }, (_, index) => 'days of the holiday '.repeat((index * 7) % 11));
      const together = await encoder.encodePassages(texts, soon);
      const alone = await Promise.all(
        texts.map(async (text) => (await encoder.encodePassages([text], soon))[0]),
      );
      expect(together).toEqual(alone);
      for (const [index, text] of texts.entries()) expectNear(together[index], expectedVector(text));
      expect(await encoder.encodePassages([], soon)).toEqual([]);
      // One that is still starting is not waited for.
      await expect.poll(() => kinds()).toEqual(new Array(passageProcesses).fill('started'));
    },
  );

  it('cuts a text that is too long for the model at its last token', async () => {
    const encoder = await openTiny();
    const [long, cut] = await encoder.encodePassages(
      ['a '.repeat(5_000), 'a '.repeat(tinyTokensMax - 2)],
      soon,
    );
    expect(long).toEqual(cut);
  });

  it.each(['cls', 'mean', 'none'])('takes the vector as the manifest says: %s', async (pooling) => {
    writeTinyEncoder(folder(), { pooling });
    const [vector] = await (await open()).encodePassages(['the record'], soon);
    const mean = tinyMean([special.start, ...tokenise('the record', 30).ids, special.separator]);
    // The tiny model adds the mean to the vector of each token.
    const first = tinyMean([special.start]).map((value, at) => value + (mean[at] ?? 0));
    expectNear(vector, normaliseVector(pooling === 'cls' ? first : mean));
  });

  it('is named for everything that decides its vectors', async () => {
    const names = new Set<string>();
    for (const manifest of [
      {},
      { pooling: 'cls' },
      { question_prefix: '' },
      { tokens_max: 16 },
      { name: 'other' },
    ]) {
      writeTinyEncoder(folder(), manifest);
      names.add((await open()).name);
    }
    expect(names.size).toBe(5);
    writeTinyEncoder(folder());
    expect(names).toContain((await open()).name);
  });

  it('runs the model where there is no environment and nothing to write, nor to read but itself', async () => {
    const encoder = await openTiny();
    expect([...((await encoder.encodeQuestion('rights', soon)) ?? [])].slice(0, 4)).toEqual([0, 0, 0, 1]);
    expect(existsSync(join(folder(), 'written'))).toBe(false);
  });

  it('answers questions while passages are encoded', async () => {
    const encoder = await openTiny({ limits: { passagesHangMs: 20_000 } });
    const passages = encoder.encodePassages(['wait'], soon);
    passages.catch(() => undefined);
    expect(await encoder.encodeQuestion('the record', soon)).not.toBeNull();
    await encoder.close();
    await expect(passages).rejects.toThrow('The passages are not encoded: the encoder is closed.');
  });

  it('is ready before the first question when asked to be', async () => {
    await openTiny({ preload: true });
    expect(await eventOf('started')).toMatchObject({ lane: 'questions', processId: expect.any(Number) });
  });
});

describe('the limits of an encoder', () => {
  it('refuses more passages, or longer ones, than one call may bring', async () => {
    const encoder = await openTiny({ limits: { passagesMax: 2, textUnitsMax: 5 } });
    await expect(encoder.encodePassages(['a', 'b', 'c'], soon)).rejects.toThrow('At most 2 passages');
    await expect(encoder.encodePassages(['abcdef'], soon)).rejects.toThrow('more than 5 characters');
    expect(await encoder.encodeQuestion('abcdef', soon)).toBeNull();
    expect(events()).toEqual([]);
  });

  it('serves owners in turn, a question or a few passages each', async () => {
    const encoder = await openTiny({ limits: { passagesPerRequest: 2 } });
    const ended: string[] = [];
    const note = (owner: string) => () => void ended.push(owner);
    const many = Array.from({ length: 12 }, () =>
      encoder.encodeQuestion('the record', { ...soon, owner: 'many' }).then(note('many')),
    );
    await Promise.all([encoder.encodeQuestion('days', { ...soon, owner: 'few' }).then(note('few')), ...many]);
    expect(ended.indexOf('few')).toBeLessThanOrEqual(2);
    ended.length = 0;
    const texts = Array.from({ length: 24 }, () => 'days of the holiday');
    await Promise.all([
      encoder.encodePassages(texts, { owner: 'many' }).then(note('many')),
      encoder.encodePassages(texts, { owner: 'many' }).then(note('many')),
      encoder.encodePassages(['the record'], { owner: 'few' }).then(note('few')),
    ]);
    expect(ended).toEqual(['few', 'many', 'many']);
  });

  it('lets no more wait than it should', async () => {
    const encoder = await openTiny({ limits: { questionsWaitingMax: 1, passageCallsWaitingMax: 1 } });
    const questions = ['a', 'b', 'c'].map((text) => encoder.encodeQuestion(text, soon));
    expect((await Promise.all(questions)).filter((vector) => vector === null).length).toBeGreaterThan(0);
    const passages = await Promise.allSettled(
      ['a', 'b', 'c'].map((text) => encoder.encodePassages([text], soon)),
    );
    const refused = passages.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ reason: { message: expect.stringContaining('too many texts wait') } });
  });
});

describe.runIf(existsSync(join(shipped, 'manifest.json')))('the encoder that comes with the product', () => {
  it('puts a question nearer to the passage that answers it than to another', async () => {
    const encoder = await open({ folder: shipped });
    const question = await encoder.encodeQuestion('How many days off do I get?', soon);
    const passages = [
      'Employees are entitled to 25 days of paid holiday a year.',
      'The printer on the second floor takes paper of two sizes.',
    ];
    const vectors = await encoder.encodePassages(passages, soon);
    const [answer = 0, other = 0] = vectors.map((vector) =>
      vector.reduce((sum, value, at) => sum + value * (question?.[at] ?? 0), 0),
    );
    expect(answer).toBeGreaterThan(other + 0.05);
    expect(await encoder.encodePassages(passages.toReversed(), soon)).toEqual(vectors.toReversed());
  });
});
