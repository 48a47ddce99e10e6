import { z } from 'zod';
import { costSchema } from './audit-record.ts';
import { bands, noAnswerCauses } from './enumerations.ts';
import { goldenExpectationSchema, goldenLimits } from './golden.ts';
import { idSchema } from './ids.ts';
import { openEnum } from './open-enum.ts';
import { timeSchema } from './time.ts';

const countSchema = z.int().min(0);
const unitSchema = z.number().min(0).max(1);

/** What came of asking a golden question. The first and the fourth are right outcomes. */
export const evaluationOutcomes = [
  'right',
  'partly',
  'wrong',
  'refused_rightly',
  'refused_wrongly',
  'failed',
] as const;
export type EvaluationOutcome = (typeof evaluationOutcomes)[number];

/** With the 95 % interval that it lies in. */
export const estimateSchema = z
  .strictObject({ value: z.number(), low: z.number(), high: z.number() })
  .meta({ id: 'Estimate', description: 'A figure with its 95 % interval.' });

/** Null in place of it: there was nothing to count. */
const evaluatedShareSchema = z
  .strictObject({
    hits: countSchema,
    total: z.int().min(1),
    value: unitSchema,
    low: unitSchema,
    high: unitSchema,
  })
  .meta({ id: 'EvaluatedShare', description: 'A share with its 95 % interval.' });

const shareSchema = evaluatedShareSchema.nullable();

const calibrationSchema = z
  .strictObject({
    answer_count: z.int().min(1).meta({ description: 'Answers with a score: those that were given.' }),
    expected_error: estimateSchema.meta({
      description: 'Expected calibration error: how far scores are from the share that was right.',
    }),
    brier: estimateSchema,
    risk_area: estimateSchema.meta({
      description:
        'The area under the risk–coverage curve: the less, the better scores put right answers first.',
    }),
    coverage_at_80: unitSchema.meta({
      description: 'The share of all questions that can be answered with 80 % of them right.',
    }),
    coverage_at_95: unitSchema,
    bins: z.array(
      z.strictObject({
        count: z.int().min(1),
        mean_score: unitSchema,
        right_share: unitSchema,
        low: unitSchema,
        high: unitSchema,
      }),
    ),
    risk_coverage: z.array(z.strictObject({ coverage: unitSchema, right_share: unitSchema })),
  })
  .meta({ id: 'EvaluatedCalibration' });

const evaluationFiguresSchema = z
  .strictObject({
    accuracy: shareSchema.meta({ description: 'Right outcomes, of all that was asked.' }),
    answerable: z.strictObject({
      total: countSchema,
      right: shareSchema,
      partly: shareSchema,
      wrong: shareSchema,
      refused: shareSchema.meta({ description: 'Wrongly.' }),
    }),
    not_covered: z.strictObject({
      total: countSchema,
      refused: shareSchema.meta({ description: 'Rightly.' }),
    }),
    failed: shareSchema,
    sources_cited: shareSchema.meta({
      description: 'Of answers to questions that name sources, those that cite one of them.',
    }),
    quotes_stored: shareSchema.meta({ description: 'Of all quotes, those that are what is stored.' }),
    grounded: shareSchema.meta({ description: 'Of all answers, those that rest on stored words.' }),
    calibration: calibrationSchema.nullable().meta({ description: 'Null: no answer was given.' }),
    latency: z
      .strictObject({ p50_ms: z.number().min(0), p95_ms: z.number().min(0) })
      .nullable()
      .meta({ description: 'Null: nothing was asked.' }),
    degraded: shareSchema.meta({ description: 'Where something that should have taken part could not.' }),
    costs: z.array(costSchema).meta({ description: 'What language models cost, by currency.' }),
  })
  .meta({ id: 'EvaluationFigures' });

export const evaluationResultSchema = z
  .strictObject({
    golden_id: idSchema('gld'),
    question: z.string().min(1),
    expects: goldenExpectationSchema,
    groups: z.array(z.string()),
    note: z.string(),
    outcome: openEnum(evaluationOutcomes, 'What came of it.'),
    reply: openEnum(['answered', 'not_covered', 'blocked', 'failed'], 'What the service did.'),
    answer: z.string().meta({ description: 'What it said, whatever it is.' }),
    /** Null where it did not answer. */
    confidence: z
      .strictObject({ score: unitSchema, band: openEnum(bands, 'The score in words.') })
      .nullable(),
    no_answer_cause: openEnum(noAnswerCauses, 'Why it was not answered.').nullable(),
    stopped_by: z
      .string()
      .min(1)
      .nullable()
      .meta({ description: 'The guardrail that stopped it, and what it found; null: none did.' }),
    problem: z.string().nullable().meta({ description: 'The code of the problem, where it failed.' }),
    missing: z
      .array(z.string())
      .meta({ description: 'What is wrong with the answer: in words for people, one sentence each.' }),
    citations: z.array(
      z.strictObject({
        document_id: z.union([idSchema('doc'), idSchema('qna')]),
        source: z.string(),
        title: z.string(),
        quote: z.string().nullable(),
        is_expected: z.boolean().meta({ description: 'Whether it is of a source that the question names.' }),
        is_stored: z.boolean().meta({ description: 'Whether the quote is what is stored there.' }),
      }),
    ),
    is_grounded: z.boolean(),
    model_tier: z.int().min(0).max(3),
    routing_source: z.string(),
    is_degraded: z.boolean(),
    time_ms: z.number().min(0),
    cost: costSchema.nullable(),
  })
  .meta({ id: 'EvaluationResult' });

export const evaluationSubjectSchema = z.strictObject({
  kind: openEnum(['version', 'draft'], 'A version that was published, or the draft.'),
  version: z.int().min(1).meta({ description: 'Of the draft: that which it would be published as.' }),
  draft_revision: countSchema.nullable().meta({ description: 'Null: it is a version.' }),
});

const conditionsSchema = z.strictObject({
  hash: z.string().min(1).meta({
    description:
      'The same where questions, models, policy and settings were: then runs can be compared as they are.',
  }),
  service_version: z.string(),
  model_tier: z.int().min(0).max(3).nullable().meta({ description: 'Null: as the policy says.' }),
  policy: z.strictObject({
    origin: openEnum(['in_force', 'given'], 'That of the tenant, or one that was given for this run.'),
    version: z.string(),
  }),
  models: z.strictObject({
    encoder: z.string().nullable(),
    reader: z.string().nullable(),
    tiers: z.array(z.string()),
    refinement: z.string().nullable(),
  }),
  confidence_model: z.string().nullable(),
});

/** All that a run of a golden set has shown. The figures follow from the results. */
export const evaluationReportSchema = z
  .strictObject({
    format: z.literal('avow-evaluation/1'),
    id: idSchema('evl'),
    content_pack: z.strictObject({ id: idSchema('pack'), name: z.string() }),
    subject: evaluationSubjectSchema,
    conditions: conditionsSchema,
    status: openEnum(['complete', 'partial'], '`partial`: it was interrupted, and can be taken up again.'),
    question_count: countSchema.meta({ description: 'Of the golden set: those that are accepted.' }),
    started_at: timeSchema,
    ended_at: timeSchema,
    figures: evaluationFiguresSchema,
    results: z.array(evaluationResultSchema).max(goldenLimits.questionsMax),
  })
  .meta({ id: 'EvaluationReport' });

export type EvaluatedShare = z.output<typeof evaluatedShareSchema>;
export type Estimate = z.output<typeof estimateSchema>;
export type EvaluationFigures = z.output<typeof evaluationFiguresSchema>;
export type EvaluationResult = z.output<typeof evaluationResultSchema>;
export type EvaluationReport = z.output<typeof evaluationReportSchema>;
