import { describe, expect, it } from 'vitest';
import { confidenceFigures, figuresByBand } from './confidence-figures.ts';
import type { ScoredAnswer } from './score-labelled.ts';

const answer = (
  given: { readonly score: number; readonly isRight: boolean } | null,
  also: Partial<ScoredAnswer> = {},
): ScoredAnswer => ({
  ...{
    corpus: 'a',
    domain: 'b',
    kind: 'b',
    isUnseen: false,
    part: 'report',
    isAnswerable: true,
    isForeign: false,
  },
  ...also,
  given: given && {
    ...given,
    ...{ caps: [], helps: given.isRight, band: given.score >= 0.8 ? 'high' : 'low' },
    evidence: { method: 'extractive', toolScore: given.score, features: {} },
  },
});
const times = (count: number, one: ScoredAnswer) => Array.from({ length: count }, () => one);

const answers = [
  ...times(9, answer({ score: 0.9, isRight: true })),
  ...times(1, answer({ score: 0.9, isRight: false })),
  ...times(5, answer({ score: 0.3, isRight: false })),
  ...times(5, answer(null)),
  ...times(5, answer({ score: 0.3, isRight: false }, { isAnswerable: false })),
  ...times(4, answer(null, { isAnswerable: false })),
  answer({ score: 0.1, isRight: false }, { isAnswerable: false, isForeign: true }),
];

describe('confidenceFigures', () => {
  const figures = confidenceFigures(answers, 0.2);

  it('counts questions, answerable ones and answered ones', () => {
    expect([figures.asked, figures.answerable, figures.answered]).toEqual([30, 20, 21]);
    expect(figures.rightShare).toBeCloseTo(9 / 21);
  });

  it('reports coverage at a given precision, of answerable questions and of all', () => {
    expect(figures.at80.ofAnswerable).toBeCloseTo(10 / 20);
    expect(figures.at80.ofAll).toBeCloseTo(10 / 30);
    expect(figures.at95.ofAll).toBe(0);
  });

  it('counts scores below the risk level as abstentions', () => {
    expect(figures.refused).toBeCloseTo(5 / 10);
    expect(figures.foreignRefused).toBe(1);
    expect(figures.inScopeAnswered).toBeCloseTo(15 / 20);
    const strict = confidenceFigures(answers, 0.5);
    expect([strict.refused, strict.inScopeAnswered]).toEqual([1, 0.5]);
  });

  it('has no abstentions if every question is answerable', () => {
    const { refused, foreignRefused } = confidenceFigures(
      times(20, answer({ score: 0.5, isRight: true })),
      0,
    );
    expect([refused, foreignRefused]).toEqual([null, null]);
  });

  it('reports the error expected by chance: larger for fewer answers', () => {
    const even = (count: number) => times(count, answer({ score: 0.5, isRight: true }));
    const few = confidenceFigures(even(20), 0).errorOfChance;
    const many = confidenceFigures(even(2000), 0).errorOfChance;
    expect(few).toBeGreaterThan(many);
    expect(many).toBeLessThan(0.05);
    // Scores of 0 and 1 leave nothing to chance.
    expect(confidenceFigures(times(50, answer({ score: 1, isRight: false })), 0).errorOfChance).toBe(0);
  });
});

it('figures by band count every answer once, withheld ones separately', () => {
  const bands = figuresByBand(answers, 0.2);
  expect(bands.map(({ band, answers: count }) => [band, count])).toEqual([
    ['high', 10],
    ['medium', 0],
    ['low', 10],
    ['withheld', 1],
  ]);
  expect(bands[0]?.rightShare).toBeCloseTo(0.9);
  expect(bands[0]?.interval.low).toBeLessThan(0.9);
});
