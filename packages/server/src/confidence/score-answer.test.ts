import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Found } from '../interfaces/answering.ts';
import { bandOf } from './band-of.ts';
import { type ScoreSettings, scoreAnswer } from './score-answer.ts';

const settings: ScoreSettings = {
  bands: { high: 0.8, medium: 0.5 },
  similarityMin: 0.85,
  probabilityMin: 0.9,
};
const whole = { degraded: false };
const degraded = { degraded: true };

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const pairs = fc.tuple(unit, unit).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
const found: fc.Arbitrary<Found> = fc.oneof(
  fc.constant<Found>({ kind: 'curated_exact' }),
  unit.map((similarity): Found => ({ kind: 'curated_similar', similarity })),
  unit.map((probability): Found => ({ kind: 'curated_meaning', probability })),
  fc.record({ coverage: unit, margin: unit }).map((measured): Found => ({ kind: 'document', ...measured })),
  unit.map((probability): Found => ({ kind: 'read', probability })),
);
const thresholds = pairs.map(([medium, high]) => ({ medium, high }));
const anySettings: fc.Arbitrary<ScoreSettings> = fc.record({
  bands: thresholds,
  similarityMin: unit,
  probabilityMin: unit,
});

describe('scoreAnswer', () => {
  it('[CON-3-15] gives a score from 0 to 1 with four decimals, and a tool score in the same range', () => {
    fc.assert(
      fc.property(found, fc.boolean(), anySettings, (answer, isDegraded, chosen) => {
        const { score, toolScore } = scoreAnswer(answer, { degraded: isDegraded }, chosen);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(Number(score.toFixed(4))).toBe(score);
        expect(toolScore).toBeGreaterThanOrEqual(0);
        expect(toolScore).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('grows with the similarity', () => {
    fc.assert(
      fc.property(pairs, anySettings, ([less, more], chosen) => {
        const scoreOf = (similarity: number) =>
          scoreAnswer({ kind: 'curated_similar', similarity }, whole, chosen).score;
        expect(scoreOf(less)).toBeLessThanOrEqual(scoreOf(more));
      }),
    );
  });

  it('grows with the probability', () => {
    fc.assert(
      fc.property(pairs, anySettings, ([less, more], chosen) => {
        const scoreOf = (probability: number) =>
          scoreAnswer({ kind: 'curated_meaning', probability }, whole, chosen).score;
        expect(scoreOf(less)).toBeLessThanOrEqual(scoreOf(more));
        const readScoreOf = (probability: number) =>
          scoreAnswer({ kind: 'read', probability }, whole, chosen).score;
        expect(readScoreOf(less)).toBeLessThanOrEqual(readScoreOf(more));
      }),
    );
  });

  it('grows with the coverage and with the margin', () => {
    fc.assert(
      fc.property(pairs, unit, ([less, more], other) => {
        const scoreOf = (coverage: number, margin: number) =>
          scoreAnswer({ kind: 'document', coverage, margin }, whole, settings).score;
        expect(scoreOf(less, other)).toBeLessThanOrEqual(scoreOf(more, other));
        expect(scoreOf(other, less)).toBeLessThanOrEqual(scoreOf(other, more));
      }),
    );
  });

  it('gives half the coverage less than half the score', () => {
    fc.assert(
      fc.property(pairs, unit, ([less, more], margin) => {
        const scoreOf = (coverage: number) =>
          scoreAnswer({ kind: 'document', coverage, margin }, whole, settings).score;
        expect(scoreOf((less + more) / 2)).toBeLessThanOrEqual((scoreOf(less) + scoreOf(more)) / 2 + 0.0001);
      }),
    );
  });

  it('never gives a document the high band, whatever the thresholds', () => {
    fc.assert(
      fc.property(unit, unit, anySettings, (coverage, margin, chosen) => {
        const { score, band } = scoreAnswer({ kind: 'document', coverage, margin }, whole, chosen);
        expect(score).toBeLessThanOrEqual(0.79);
        expect(band).not.toBe('high');
      }),
    );
  });

  it('[CON-3-16] caps what was found in a degraded state, never raises it, and leaves the tool score alone', () => {
    fc.assert(
      fc.property(found, (answer) => {
        const uncapped = scoreAnswer(answer, whole, settings);
        const capped = scoreAnswer(answer, degraded, settings);
        expect(capped.score).toBe(Math.min(uncapped.score, 0.6));
        expect(capped.toolScore).toBe(uncapped.toolScore);
      }),
    );
  });

  it('scores a little less what was put into another language, and never more', () => {
    fc.assert(
      fc.property(unit, unit, fc.boolean(), (supported, keptShare, isDegraded) => {
        const answer = { kind: 'written', supported, keptShare } as const;
        const plain = scoreAnswer(answer, { degraded: isDegraded }, settings);
        const translated = scoreAnswer(answer, { degraded: isDegraded, translated: true }, settings);
        expect(translated.score).toBeLessThanOrEqual(plain.score);
        expect(translated.score).toBeGreaterThanOrEqual(plain.score * 0.95 - 0.0001);
        expect(translated.toolScore).toBe(plain.toolScore);
      }),
    );
  });

  it.each([
    [{ kind: 'curated_exact' }, whole, { score: 0.97, band: 'high', toolScore: 1 }],
    [{ kind: 'curated_exact' }, degraded, { score: 0.6, band: 'medium', toolScore: 1 }],
    [{ kind: 'curated_similar', similarity: 0.85 }, whole, { score: 0.8, band: 'high', toolScore: 0.85 }],
    [{ kind: 'curated_similar', similarity: 1 }, whole, { score: 0.95, band: 'high', toolScore: 1 }],
    [{ kind: 'curated_similar', similarity: 1.0000001 }, whole, { score: 0.95, band: 'high', toolScore: 1 }],
    [{ kind: 'curated_meaning', probability: 0.9 }, whole, { score: 0.8, band: 'high', toolScore: 0.9 }],
    [{ kind: 'curated_meaning', probability: 1 }, whole, { score: 0.95, band: 'high', toolScore: 1 }],
    [{ kind: 'curated_similar', similarity: 0.425 }, whole, { score: 0.4, band: 'low', toolScore: 0.425 }],
    [{ kind: 'curated_similar', similarity: -0.2 }, whole, { score: 0, band: 'low', toolScore: 0 }],
    [{ kind: 'document', coverage: 1, margin: 1 }, whole, { score: 0.79, band: 'medium', toolScore: 1 }],
    [{ kind: 'document', coverage: 0.5, margin: 0 }, whole, { score: 0.1679, band: 'low', toolScore: 0.5 }],
    [{ kind: 'read', probability: 0.9 }, whole, { score: 0.9, band: 'high', toolScore: 0.9 }],
    [{ kind: 'read', probability: 0.9 }, degraded, { score: 0.6, band: 'medium', toolScore: 0.9 }],
    [{ kind: 'none' }, whole, { score: 0, band: 'none', toolScore: null }],
    [{ kind: 'none' }, degraded, { score: 0, band: 'none', toolScore: null }],
  ] as const)('[CON-3-12] [CON-3-17] scores %j with %j', (answer, caps, expected) => {
    expect(scoreAnswer(answer, caps, settings)).toEqual(expected);
  });

  it('gives the whole range at once where only the same words count as similar', () => {
    const strict = { ...settings, similarityMin: 1 };
    expect(scoreAnswer({ kind: 'curated_similar', similarity: 1 }, whole, strict).score).toBe(0.95);
    expect(scoreAnswer({ kind: 'curated_similar', similarity: 0.999 }, whole, strict).score).toBeLessThan(
      0.8,
    );
  });

  it.each([
    { kind: 'curated_similar', similarity: Number.NaN },
    { kind: 'document', coverage: Number.NaN, margin: 1 },
    { kind: 'document', coverage: 1, margin: Number.NaN },
    { kind: 'read', probability: Number.NaN },
  ] as const)('refuses to make a score of %j', (answer) => {
    expect(() => scoreAnswer(answer, whole, settings)).toThrow(RangeError);
  });
});

describe('bandOf', () => {
  it('[CON-3-17] begins each band at its threshold', () => {
    const bands = [1, 0.8, 0.7999, 0.5, 0.4999, 0].map((score) => bandOf(score, settings.bands));
    expect(bands).toEqual(['high', 'high', 'medium', 'medium', 'low', 'low']);
  });

  it('never gives a higher score a lower band', () => {
    const order = ['low', 'medium', 'high'];
    fc.assert(
      fc.property(pairs, thresholds, ([less, more], bands) => {
        expect(order.indexOf(bandOf(less, bands))).toBeLessThanOrEqual(order.indexOf(bandOf(more, bands)));
      }),
    );
  });
});
