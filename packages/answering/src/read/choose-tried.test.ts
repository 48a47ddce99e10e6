import { describe, expect, it } from 'vitest';
import { chooseTried, probabilityOfEither } from './choose-tried.ts';

const features = {
  ...{ spanMargin: 0, spanLead: 0, relevance: 0, searchRank: 1, nearness: 0, wordShare: 0 },
  ...{ headingShare: 0, headingShareOfSteps: 0, lacksNumber: 0 },
};
const lines = {
  ...{ answerMin: 0.6, readerMarginMin: -10, verdictMin: 0.4 },
  second: { aloneMin: 0.7, behindMax: 0.3, secondMin: 0.2 },
};

function tried(probabilities: readonly number[], text = 'How long does it take?', hasParts = false) {
  const read = probabilities.map((probability) => ({ features, probability }));
  return chooseTried(read, { text, hasParts }, lines).map(({ candidate, second }) => [
    candidate.probability,
    second?.probability ?? null,
  ]);
}

describe('chooseTried', () => {
  it('takes a second passage only where neither is sure and both are near', () => {
    expect(tried([0.8, 0.65])).toEqual([
      [0.8, null],
      [0.65, null],
    ]);
    expect(tried([0.65, 0.4])).toEqual([[0.65, 0.4]]);
    expect(tried([0.65, 0.3])).toEqual([[0.65, null]]);
    expect(tried([0.45, 0.4])).toEqual([[0.45, 0.4]]);
    expect(tried([0.45, 0.2])).toEqual([]);
  });

  it('tries two answers at most, and no passage that says nothing', () => {
    expect(tried([0.9, 0.9, 0.9])).toHaveLength(2);
    const silent = { features: { ...features, spanMargin: -11 }, probability: 0.9 };
    expect(chooseTried([silent], { text: 'How long?', hasParts: false }, lines)).toEqual([]);
  });

  it('needs less where yes or no can be judged', () => {
    expect(tried([0.45], 'Does it take long?')).toEqual([[0.45, null]]);
    expect(tried([0.35], 'Does it take long?')).toEqual([]);
  });

  it('leaves a question with parts to what is found for each', () => {
    expect(tried([0.65, 0.4], undefined, true)).toEqual([[0.65, null]]);
  });
});

describe('probabilityOfEither', () => {
  it('is that of one where there is no other', () => {
    const [candidate, second] = [
      { features, probability: 0.5 },
      { features, probability: 0.4 },
    ];
    expect(probabilityOfEither({ candidate, second: null })).toBeCloseTo(0.5);
    expect(probabilityOfEither({ candidate, second })).toBeCloseTo(0.7);
  });
});
