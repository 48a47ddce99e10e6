import { describe, expect, it } from 'vitest';
import type { Reading } from '../reader.ts';
import { combineReadings } from './combine-windows.ts';
import { createReaderSequences, type TextSequence } from './create-reader-sequences.ts';
import { createTokeniser } from './create-tokeniser.ts';
import { nonsense } from './test-support/tiny-outputs.ts';
import { useTinyReaders } from './test-support/tiny-readers.ts';
import {
  tinyReaderTokensMax,
  tinyReaderVocabulary,
  tinyTextScores,
  tinyTokenScore,
  writeTinyReader,
} from './test-support/write-tiny-reader.ts';

const soon = { timeoutMs: 20_000 };
const { folder, events, kinds, open, openTiny, eventOf } = useTinyReaders();
const tokeniser = createTokeniser({ vocabulary: tinyReaderVocabulary, lowerCase: true });
const { toRead, toJudge } = createReaderSequences(tokeniser, { tokensMax: tinyReaderTokensMax });
const passagesOf = (...texts: readonly string[]) => texts.map((text) => ({ context: '', text }));
const long = 'days of the holiday and a record, 한 語 cafe\u0301 😀 '.repeat(40);

function expectedReading(sequence: TextSequence): Reading {
  const answers = sequence.windows.map(({ ids, secondSegmentAt }) => {
    const scores = (output: 'start' | 'end') =>
      Float32Array.from(ids, (id, at) => tinyTokenScore(output, id, at < secondSegmentAt ? 0 : 1));
    return {
      start: scores('start'),
      end: scores('end'),
      relevance: Float32Array.from(tinyTextScores('relevance', ids)),
    };
  });
  return combineReadings(sequence, answers);
}

function expectNear(found: Reading | undefined, expected: Reading): void {
  expect(found?.relevance).toBeCloseTo(expected.relevance, 4);
  expect(found?.noAnswerScore).toBeCloseTo(expected.noAnswerScore, 5);
  expect(found?.spans.map(({ score }) => score.toFixed(4))).toEqual(
    expected.spans.map(({ score }) => score.toFixed(4)),
  );
  expect(found?.spans.map(({ start, end }) => [start, end])).toEqual(
    expected.spans.map(({ start, end }) => [start, end]),
  );
}

describe('an embedded reader', () => {
  it.each([1, 2])(
    'reads passages in order, as the model scores them, in processes: %i',
    async (processes) => {
      const reader = await openTiny({ processes });
      const passages = [
        { context: 'record > holiday', text: 'The holiday of 25 days, a cafe\u0301 😀.' },
        { context: '', text: long },
        { context: 'days', text: '' },
        ...Array.from({ length: 9 }, (_, index) => ({
          context: '',
          text: 'the record of days '.repeat(index),
        })),
      ];
      const readings = await reader.read('How many days?', passages, soon);
      expect(readings).toHaveLength(passages.length);
      for (const [at, passage] of passages.entries())
        expectNear(readings?.[at], expectedReading(toRead('How many days?', passage, 10_000)));
      expect(readings?.[2]?.spans).toEqual([]);
      expect(toRead('How many days?', { context: '', text: long }, 10_000).windows.length).toBeGreaterThan(2);
      await expect.poll(() => kinds()).toEqual(new Array(processes).fill('started'));
    },
  );

  it('judges with the temperature of the manifest', async () => {
    const reader = await openTiny();
    const claim = { claim: 'the days', evidence: 'a holiday of days' };
    const [judgement] = (await reader.judge([claim, claim], soon)) ?? [];
    const ids = toJudge(claim, 100).windows[0]?.ids ?? [];
    const powers = tinyTextScores('judge', ids).map((logit) => Math.exp(logit / 2));
    const sum = powers.reduce((total, power) => total + power, 0);
    expect(judgement?.supported).toBeCloseTo((powers[0] ?? 0) / sum, 5);
    expect(judgement?.contradicted).toBeCloseTo((powers[1] ?? 0) / sum, 5);
    expect(judgement?.neither).toBeCloseTo((powers[2] ?? 0) / sum, 5);
  });

  it('is named for everything that decides its scores', async () => {
    const names = new Set<string>();
    const manifests = [
      {},
      { tokens_max: 384 },
      { judge_temperature: 1 },
      { lower_case: false },
      { name: 'x' },
    ];
    for (const manifest of manifests) {
      writeTinyReader(folder(), manifest);
      names.add((await open()).name);
    }
    expect(names.size).toBe(manifests.length);
    writeTinyReader(folder());
    expect(names).toContain((await open()).name);
  });

  it('is ready before the first call when asked to be, and else starts with it', async () => {
    const reader = await openTiny();
    expect(await reader.read('the', [], soon)).toEqual([]);
    expect(events()).toEqual([]);
    await openTiny({ preload: true });
    expect(await eventOf('started')).toMatchObject({ lane: 'reading', processId: expect.any(Number) });
  });
});

describe('the limits of a reader', () => {
  it('takes no more texts than one call may bring', async () => {
    const reader = await openTiny({ limits: { textsMax: 2 } });
    const passage = { context: '', text: 'a' };
    expect(await reader.read('the', [passage, passage, passage], soon)).toBeNull();
    expect(await reader.judge(new Array(3).fill({ claim: 'a', evidence: 'b' }), soon)).toBeNull();
    expect(events()).toEqual([]);
    expect(await reader.read('the', [passage, passage], soon)).toHaveLength(2);
  });

  it('takes no more tokens than one call may bring', async () => {
    const reader = await openTiny({ limits: { callTokensMax: 50 } });
    // The frame of a question without words takes four.
    expect(await reader.read('', passagesOf('a '.repeat(46)), soon)).toHaveLength(1);
    expect(await reader.read('', passagesOf('a '.repeat(47)), soon)).toBeNull();
    expect(await reader.read('', passagesOf('a '.repeat(30), 'a '.repeat(30)), soon)).toBeNull();
  });

  it('reads a passage or evidence that is too long up to the limit', async () => {
    const reader = await openTiny({ limits: { textUnitsMax: 20, textTokensMax: 5 } });
    const readings = await reader.read(
      'the',
      ['a b c d e f g', 'a b c d e', `a${' '.repeat(30)}b`, 'a'].map((text) => ({ context: '', text })),
      soon,
    );
    expect(readings?.[0]).toEqual(readings?.[1]);
    expect(readings?.[2]).toEqual(readings?.[3]);
    const judgements = await reader.judge(
      ['a b c d e f g', 'a b c d e'].map((evidence) => ({ claim: 'the', evidence })),
      soon,
    );
    expect(judgements?.[0]).toEqual(judgements?.[1]);
  });

  it('serves owners in turn, and finishes a short call that it has begun', async () => {
    const reader = await openTiny({ processes: 1 });
    const ended: string[] = [];
    const read = async (owner: string, count: number) => {
      const texts = Array.from({ length: count }, () => long);
      expect(await reader.read('days', passagesOf(...texts), { ...soon, owner })).not.toBeNull();
      ended.push(owner);
    };
    await Promise.all([read('many', 2), read('many', 12), read('few', 1)]);
    expect(ended).toEqual(['many', 'few', 'many']);
    ended.length = 0;
    await Promise.all([read('many', 12), read('many', 12), read('few', 1)]);
    expect(ended).toEqual(['few', 'many', 'many']);
  });

  it('does not begin what could not be done in its time beside what else there is to do', async () => {
    const reader = await openTiny({ processes: 1 });
    // Of it is learned how slow the model is.
    await reader.read('the', passagesOf(...Array.from({ length: 8 }, () => 'slow')), soon);
    const others = reader.read('the', passagesOf('slow', 'slow', 'slow'), soon);
    // It would go first, and be seen to.
    const late = reader.read('the', passagesOf(`crash ${'a '.repeat(100)}`), { timeoutMs: 2_000 });
    expect(await late).toBeNull();
    expect(await others).toHaveLength(3);
    expect(kinds()).toEqual(['started']);
  });

  it('lets a call whose time is over sooner go first', async () => {
    const reader = await openTiny({ processes: 1 });
    await reader.read('the', passagesOf('a'), soon);
    const done: string[] = [];
    const read = (name: string, text: string, timeoutMs: number) =>
      reader.read('the', passagesOf(text), { timeoutMs }).then(() => done.push(name));
    await Promise.all([read('later', 'slow', 600_000), read('sooner', 'a', 300_000)]);
    expect(done).toEqual(['sooner', 'later']);
  });

  it('lets no more wait than it should', async () => {
    const reader = await openTiny({ limits: { waitingMax: 2 } });
    const calls = ['a', 'b', 'c', 'd'].map((text) => reader.read('the', passagesOf(text), soon));
    const found = await Promise.all(calls);
    expect(found.filter((readings) => readings === null)).toHaveLength(2);
  });
});

describe('a reader whose model fails', () => {
  it('gives null for a text that breaks the process twice, and the next one works', async () => {
    const reader = await openTiny({ limits: { backoffMs: 1 } });
    expect(await reader.read('the', passagesOf('a', 'crash', 'b'), soon)).toBeNull();
    expect(events().filter(({ kind }) => kind === 'lost')).toMatchObject([
      { lane: 'reading', reason: 'ended', retryMs: 0 },
      { lane: 'reading', reason: 'ended', retryMs: 1 },
    ]);
    await expect.poll(() => reader.read('the', passagesOf('a'), soon)).toHaveLength(1);
  });

  it.each(['nothing', 'short', nonsense])('gives null and says so, never a score: %s', async (word) => {
    const reader = await openTiny();
    expect(await reader.read('the', passagesOf('a', word), soon)).toBeNull();
    expect(await reader.judge([{ claim: word, evidence: 'a' }], soon)).toBeNull();
    expect(kinds()).toEqual(['started', 'failed', 'failed']);
    expect(events().at(-1)).toMatchObject({ lane: 'reading', detail: 'invalid scores' });
    expect(await reader.read('the', passagesOf('a'), soon)).toHaveLength(1);
  });
});
