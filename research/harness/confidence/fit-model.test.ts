import { nameModel, shippedModel } from '@avow/answering/score';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { type FitRow, fitModel, fitRowsOf } from './fit-model.ts';
import type { LabelledAnswer } from './labelled-answer.ts';
import { scoreLabelled } from './score-labelled.ts';

/** Answers in three corpora whose probability of being right is given by `span_margin`. */
function answersOf(count: number): LabelledAnswer[] {
  const random = createRandom(5);
  return Array.from({ length: count }, (_, at) => {
    const margin = random() * 6 - 3;
    const isRight = random() < 1 / (1 + Math.exp(-margin));
    return {
      ...{
        corpus: `corpus ${at % 3}`,
        domain: 'documentation',
        kind: 'documentation',
        isUnseen: false,
        part: 'fit',
      },
      ...{ isAnswerable: true, isForeign: false },
      given: {
        evidence: {
          method: 'extractive',
          toolScore: 0.5,
          features: { span_margin: margin, relevance: random() },
        },
        ...{ caps: [], isRight, helps: isRight },
      },
    };
  });
}

describe('fitModel', () => {
  const answers = answersOf(600);
  const rows = fitRowsOf(answers);
  const { model, fitted } = fitModel(rows, { base: shippedModel });

  it('finds the feature that separates right from wrong, with its weight', () => {
    expect(fitted.map(({ methods }) => methods)).toEqual([['extractive']]);
    const { span_margin: margin } = model.methods.extractive.features;
    expect((margin?.weight ?? 0) / (margin?.scale ?? 1)).toBeGreaterThan(0.7);
    expect((margin?.weight ?? 0) / (margin?.scale ?? 1)).toBeLessThan(1.3);
    const [read] = fitted;
    expect(read?.chosen.logLoss).toBeLessThan(read?.withoutFeatures ?? 0);
  });

  it('leaves answer methods without answers unchanged', () => {
    expect(model.methods.generative_tier_2).toEqual(shippedModel.methods.generative_tier_2);
    expect(model.methods.curated_exact).toEqual(shippedModel.methods.curated_exact);
  });

  it('is deterministic and gives scores from 0 to 1', () => {
    expect(nameModel(fitModel(rows, { base: shippedModel }).model)).toBe(nameModel(model));
    for (const { given } of scoreLabelled(model, answers)) {
      expect(given?.score).toBeGreaterThanOrEqual(0);
      expect(given?.score).toBeLessThanOrEqual(1);
    }
  });

  it('fits nothing if there are few answers', () => {
    expect(fitModel(rows.slice(0, 59), { base: shippedModel })).toEqual({ model: shippedModel, fitted: [] });
  });
});

describe('fitRowsOf', () => {
  const [answer] = answersOf(1) as [LabelledAnswer];

  it('excludes answers for reporting, from unseen corpora, or not given', () => {
    expect(fitRowsOf([answer])).toHaveLength(1);
    expect(fitRowsOf([{ ...answer, part: 'report' }])).toEqual([]);
    expect(fitRowsOf([{ ...answer, isUnseen: true }])).toEqual([]);
    expect(fitRowsOf([{ ...answer, given: null }])).toEqual([]);
  });

  it('uses only those features of curated answers that are measured as in production', () => {
    const evidence = {
      method: 'curated_semantic',
      toolScore: 1,
      features: { match: 2, match_margin: 0.4, term_coverage: 1 },
    } as const;
    const rows: FitRow[] = fitRowsOf([
      { ...answer, given: { evidence, caps: [], isRight: true, helps: true } },
    ]);
    expect(rows[0]?.evidence.features).toEqual({ match: 2, match_margin: 0.4 });
  });
});
