import { z } from 'zod';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { timeSchema } from '../fields/time.ts';
import { costSchema } from '../records/audit-record.ts';
import { bands, noAnswerCauses } from '../values/enumerations.ts';
import { goldenExpectationSchema, goldenLimits } from './golden.ts';

const countSchema = z.int().min(0);
const unitSchema = z.number().min(0).max(1);

/** The outcomes of a golden question. `right` and `refused_rightly` are right outcomes. */
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
    answer_count: z
      .int()
      .min(1)
      .meta({ description: 'The number of answers that were given, and so have a score.' }),
    expected_error: estimateSchema.meta({
      description: 'Expected calibration error (ECE).',
    }),
    brier: estimateSchema,
    risk_area: estimateSchema.meta({
      description:
        'The area under the risk–coverage curve. Lower means that scores rank right answers higher.',
    }),
    coverage_at_80: unitSchema.meta({
      description: 'The share of all questions that can be answered with 80 % of the answers right.',
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
    accuracy: shareSchema.meta({ description: 'The share of right outcomes among all questions.' }),
    answerable: z.strictObject({
      total: countSchema,
      right: shareSchema,
      partly: shareSchema,
      wrong: shareSchema,
      refused: shareSchema.meta({ description: 'Wrongly refused.' }),
    }),
    not_covered: z.strictObject({
      total: countSchema,
      refused: shareSchema.meta({ description: 'Rightly refused.' }),
    }),
    failed: shareSchema,
    sources_cited: shareSchema.meta({
      description: 'Among answers to questions that name sources: the share that cites one of them.',
    }),
    quotes_stored: shareSchema.meta({ description: 'The share of quotes that match the stored text.' }),
    grounded: shareSchema.meta({ description: 'The share of answers that are grounded in stored text.' }),
    calibration: calibrationSchema.nullable().meta({ description: 'Null if no answer was given.' }),
    latency: z
      .strictObject({ p50_ms: z.number().min(0), p95_ms: z.number().min(0) })
      .nullable()
      .meta({ description: 'Null if no question was asked.' }),
    degraded: shareSchema.meta({ description: 'The share answered in degraded mode.' }),
    costs: z.array(costSchema).meta({ description: 'The cost of language models, by currency.' }),
  })
  .meta({ id: 'EvaluationFigures' });

export const evaluationResultSchema = z
  .strictObject({
    golden_id: idSchema('gld'),
    question: z.string().min(1),
    expects: goldenExpectationSchema,
    groups: z.array(z.string()),
    note: z.string(),
    outcome: openEnum(evaluationOutcomes, 'The outcome.'),
    reply: openEnum(['answered', 'not_covered', 'blocked', 'failed'], 'How the service responded.'),
    answer: z.string().meta({ description: 'The text of the response.' }),
    /** Null: it did not answer. */
    confidence: z
      .strictObject({ score: unitSchema, band: openEnum(bands, 'The band of the score.') })
      .nullable(),
    no_answer_cause: openEnum(noAnswerCauses, 'Why no answer was given.').nullable(),
    stopped_by: z
      .string()
      .min(1)
      .nullable()
      .meta({ description: 'The guardrail that blocked the question, and what it found; null if none did.' }),
    problem: z.string().nullable().meta({ description: 'The problem code, if the query failed.' }),
    missing: z
      .array(z.string())
      .meta({ description: 'What is wrong with the answer, one sentence per finding.' }),
    citations: z.array(
      z.strictObject({
        document_id: z.union([idSchema('doc'), idSchema('qna')]),
        source: z.string(),
        title: z.string(),
        quote: z.string().nullable(),
        is_expected: z
          .boolean()
          .meta({ description: 'Whether its source is one that the golden question names.' }),
        is_stored: z.boolean().meta({ description: 'Whether the quote matches the stored text.' }),
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
  kind: openEnum(['version', 'draft'], 'A published version, or the draft.'),
  version: z.int().min(1).meta({ description: 'For a draft, the version that it would be published as.' }),
  draft_revision: countSchema.nullable().meta({ description: 'Null if the subject is a version.' }),
});

const conditionsSchema = z.strictObject({
  hash: z.string().min(1).meta({
    description:
      'Equal for runs with the same questions, models, policy and settings, which can be compared directly.',
  }),
  service_version: z.string(),
  model_tier: z.int().min(0).max(3).nullable().meta({ description: 'Null if the policy decides.' }),
  policy: z.strictObject({
    origin: openEnum(['in_force', 'given'], 'The policy of the tenant, or one given for this run.'),
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

/** The results of evaluating a golden set. The figures are computed from the results. */
export const evaluationReportSchema = z
  .strictObject({
    format: z.literal('avow-evaluation/1'),
    id: idSchema('evl'),
    content_pack: z.strictObject({ id: idSchema('pack'), name: z.string() }),
    subject: evaluationSubjectSchema,
    conditions: conditionsSchema,
    status: openEnum(
      ['complete', 'partial'],
      '`partial` means that the run was interrupted and can be resumed.',
    ),
    question_count: countSchema.meta({ description: 'The number of accepted golden questions.' }),
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
