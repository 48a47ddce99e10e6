import { answerMethods, confidenceFeatures } from '@avow/contract/values';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Draft, Found } from '../draft.ts';
import { evidenceOf } from './evidence-of.ts';
import { quotedDraft, supportWith, writtenDraft, writtenUnit } from './test-support/drafts.ts';

const about = { question: 'Is it?', tier: 2 };
const found = (given: Found) => evidenceOf(quotedDraft({ found: given }), about);
const number = fc.double({ min: -1, max: 2, noNaN: true });

const anyFound: fc.Arbitrary<Exclude<Found, { kind: 'written' }>> = fc.oneof(
  fc.constant({ kind: 'curated_exact' } as const),
  fc.record({ kind: fc.constant('curated_similar' as const), similarity: number, margin: fc.option(number) }),
  fc.record({
    kind: fc.constant('curated_meaning' as const),
    probability: number,
    margin: fc.option(number),
  }),
  fc.record({ kind: fc.constant('document' as const), coverage: number, margin: number }),
  fc.record({
    kind: fc.constant('read' as const),
    probability: number,
    features: fc.dictionary(
      fc.constantFrom(...confidenceFeatures),
      fc.double({ min: -50, max: 50, noNaN: true }),
    ),
  }),
);
const judged = fc.option(fc.record({ supported: number, contradicted: number }));
const support = fc.array(
  fc.string().map((quote) => supportWith(quote)),
  { maxLength: 4 },
);
const anyDraft: fc.Arbitrary<Draft> = fc.oneof(
  fc.record({ found: anyFound, support }).map(quotedDraft),
  fc
    .record({
      supported: fc.option(number),
      keptShare: number,
      logProbability: fc.option(number),
      judged: fc.array(judged),
      support,
    })
    .map(({ supported, keptShare, logProbability, judged: units, support: rests }) =>
      writtenDraft({
        found: { kind: 'written', supported, keptShare, logProbability },
        units: units.map(writtenUnit),
        support: rests,
      }),
    ),
);

describe('evidenceOf', () => {
  it.each([
    [{ kind: 'curated_exact' }, { method: 'curated_exact', toolScore: 1, features: {} }],
    [
      { kind: 'curated_similar', similarity: 0.9, margin: null },
      { method: 'curated_similar', toolScore: 0.9, features: { match: 2.1972 } },
    ],
    [
      { kind: 'curated_similar', similarity: 1.0000001, margin: 0.3 },
      { method: 'curated_similar', toolScore: 1, features: { match: 6, match_margin: 0.3 } },
    ],
    [
      { kind: 'curated_meaning', probability: 0.5, margin: 0.25 },
      { method: 'curated_semantic', toolScore: 0.5, features: { match: 0, match_margin: 0.25 } },
    ],
    [
      { kind: 'document', coverage: 0, margin: 0 },
      { method: 'keyword', toolScore: 0, features: { match: -6, match_margin: 0 } },
    ],
    [
      { kind: 'read', probability: 0.75, features: { span_margin: 2.71234567, agreement: 0.5 } },
      {
        method: 'extractive',
        toolScore: 0.75,
        features: { match: 1.0986, span_margin: 2.7123, agreement: 0.5 },
      },
    ],
  ] as const)('is of %j what was measured', (given, evidence) => {
    expect(found(given)).toEqual(evidence);
  });

  it.each([
    [1, 'generative_tier_1'],
    [2, 'generative_tier_2'],
    [3, 'generative_tier_3'],
  ])('derives from tier %d that the method was %s', (tier, method) => {
    expect(evidenceOf(writtenDraft({}), { ...about, tier }).method).toBe(method);
  });

  it('rejects a written answer of the embedded tier', () => {
    expect(() => evidenceOf(writtenDraft({}), { ...about, tier: 4 })).toThrow(RangeError);
  });

  it('contains what the judge says about an extracted answer', () => {
    const judgement = {
      ...{ model: 'judge', supported: 0.7, contradicted: 0.1 },
      ...{ sentenceContradicted: 0.9, claimCount: 2 },
    };
    const draft = quotedDraft({ found: { kind: 'read', probability: 0.5, features: {} }, judgement });
    expect(evidenceOf(draft, about).features).toMatchObject({ lowest_support: 0.7, contradiction: 0.1 });
  });

  it('contains the weakest sentence of a written answer, the most contradicted one, and its log probability', () => {
    const draft = writtenDraft({
      found: { kind: 'written', supported: 0.4, keptShare: 0.75, logProbability: -0.2 },
      units: [
        writtenUnit({ supported: 0.9, contradicted: 0.05 }),
        writtenUnit(null),
        writtenUnit({ supported: 0.4, contradicted: 0.3 }),
      ],
      addressed: 0.6,
    });
    expect(evidenceOf(draft, about)).toEqual({
      method: 'generative_tier_2',
      toolScore: 0.4,
      features: {
        ...{ lowest_support: 0.4, contradiction: 0.3, addressed: 0.6 },
        ...{ kept_share: 0.75, log_probability: -0.2 },
      },
    });
  });

  it('leaves out what no judge scored', () => {
    const unjudged = writtenDraft({
      found: { kind: 'written', supported: null, keptShare: 1, logProbability: null },
      units: [writtenUnit(null)],
    });
    expect(evidenceOf(unjudged, about)).toMatchObject({ toolScore: 0, features: { kept_share: 1 } });
    expect(Object.keys(evidenceOf(unjudged, about).features)).toEqual(['kept_share']);
  });

  it('compares the question with the quotes and their titles, unless they are in another language', () => {
    const question = 'How long may Berta use the car park?';
    const rests = [supportWith('Guests stay two hours.', 'Car park')];
    const asked = { question, tier: 1 };
    expect(evidenceOf(writtenDraft({ support: rests }), asked).features).toMatchObject({
      term_coverage: 0.6667,
      entity_coverage: 0,
    });
    for (const translatedFrom of ['de', null]) {
      const { features } = evidenceOf(writtenDraft({ support: rests, translatedFrom }), asked);
      expect(features.term_coverage).toBeUndefined();
      expect(features.entity_coverage).toBeUndefined();
    }
  });

  it('returns finite numbers for every draft, the same each time', () => {
    fc.assert(
      fc.property(anyDraft, fc.string(), (draft, question) => {
        const evidence = evidenceOf(draft, { question, tier: 1 });
        expect(answerMethods).toContain(evidence.method);
        expect(evidence.toolScore).toBeGreaterThanOrEqual(0);
        expect(evidence.toolScore).toBeLessThanOrEqual(1);
        for (const value of Object.values(evidence.features)) expect(Number.isFinite(value)).toBe(true);
        expect(evidenceOf(structuredClone(draft), { question, tier: 1 })).toEqual(evidence);
        // What is stored is what was scored.
        expect(JSON.parse(JSON.stringify(evidence))).toEqual(evidence);
      }),
    );
  });

  it.each([
    { kind: 'curated_similar', similarity: Number.NaN, margin: null },
    { kind: 'document', coverage: 1, margin: Number.NaN },
    { kind: 'read', probability: Number.NaN, features: {} },
    { kind: 'read', probability: 1, features: { nearness: Number.NaN } },
    { kind: 'read', probability: 1, features: { span_margin: Number.POSITIVE_INFINITY } },
  ] as const)('refuses to make evidence of %j', (given) => {
    expect(() => found(given)).toThrow(RangeError);
  });
});
