import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluationRequestSchema } from './evaluation.ts';
import { evaluationReportSchema } from './evaluation-report.ts';
import {
  goldenExportSchema,
  goldenFileSchema,
  goldenLimits,
  goldenPutRequestSchema,
  goldenRequestSchema,
  publishGateRequestSchema,
} from './golden.ts';
import { goldenResponseExamples } from './golden-examples.ts';

const answer = { kind: 'answer', facts: [['27 days']] };
const fits = (expects: unknown, question = 'How many days?') =>
  goldenRequestSchema.safeParse({ question, expects }).success;

describe('a golden question', () => {
  test('describes a right answer by something that can be checked', () => {
    expect(goldenRequestSchema.parse({ question: ' How many? ', expects: answer })).toEqual({
      question: 'How many?',
      expects: { kind: 'answer', sources: [], facts: [['27 days']], verdict: null },
      note: '',
      groups: [],
    });
    expect(fits({ kind: 'answer', sources: ['leave.md'] })).toBe(true);
    expect(fits({ kind: 'answer', verdict: 'no' })).toBe(true);
    expect(fits({ kind: 'not_covered' })).toBe(true);
    for (const expects of [
      { kind: 'answer' },
      { kind: 'answer', facts: [[]] },
      { kind: 'answer', facts: [['']] },
      { kind: 'answer', verdict: 'maybe' },
      { kind: 'not_covered', facts: [['27']] },
      { kind: 'whatever' },
      null,
    ])
      expect([expects, fits(expects)]).toEqual([expects, false]);
  });

  test('has a limit on every field', () => {
    const { sourcesMax, factsMax, alternativesMax, factCodePointsMax } = goldenLimits;
    const many = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);
    for (const [most, tooMuch] of [
      [{ sources: many(sourcesMax, 'a.md') }, { sources: many(sourcesMax + 1, 'a.md') }],
      [{ facts: many(factsMax, ['a']) }, { facts: many(factsMax + 1, ['a']) }],
      [{ facts: [many(alternativesMax, 'a')] }, { facts: [many(alternativesMax + 1, 'a')] }],
      [{ facts: [['🥐'.repeat(factCodePointsMax)]] }, { facts: [['🥐'.repeat(factCodePointsMax + 1)]] }],
    ])
      expect([fits({ kind: 'answer', ...most }), fits({ kind: 'answer', ...tooMuch })]).toEqual([
        true,
        false,
      ]);
    expect([fits(answer, 'a'.repeat(1_000)), fits(answer, 'a'.repeat(1_001)), fits(answer, ' ')]).toEqual([
      ...[true, false, false],
    ]);
    const put = (count: number) =>
      goldenPutRequestSchema.safeParse({ questions: many(count, { question: 'Who?', expects: answer }) })
        .success;
    expect([put(0), put(goldenLimits.putMax), put(goldenLimits.putMax + 1)]).toEqual([false, true, false]);
  });
});

test('an exported golden set can be imported unchanged', () => {
  const file = goldenExportSchema.parse(goldenResponseExamples['exportGoldenSet']?.[200]);
  expect(goldenFileSchema.parse(file)).toEqual(file);
  expect(goldenFileSchema.safeParse({ ...file, format: 'avow-golden/2' }).success).toBe(false);
});

test('a gate is a share', () => {
  fc.assert(
    fc.property(fc.double(), (share) => {
      const isShare = share >= 0 && share <= 1;
      expect(publishGateRequestSchema.safeParse({ tolerance_share: share }).success).toBe(isShare);
    }),
  );
});

test('an evaluation runs on the draft, the served version or a given version', () => {
  expect(evaluationRequestSchema.parse({})).toEqual({ subject: 'draft', model_tier: null, policy: null });
  for (const subject of [0, -1, 1.5, '1', 'latest', null])
    expect(evaluationRequestSchema.safeParse({ subject }).success).toBe(false);
  const complete = goldenResponseExamples['getEvaluation']?.[200] as { readonly report: unknown };
  expect(evaluationReportSchema.parse(complete.report)).toEqual(complete.report);
});
