import { z } from 'zod';
import { packParamsSchema } from '../content/pack.ts';
import { callerSchema } from '../fields/actor.ts';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageSchema } from '../fields/page.ts';
import { timeSchema } from '../fields/time.ts';
import { guardrailPolicySchema } from '../guardrails/guardrail-policy.ts';
import { evaluationReportSchema, evaluationSubjectSchema } from './evaluation-report.ts';

const countSchema = z.int().min(0);
const versionSchema = z.int().min(1).max(2_147_483_647);

export const evaluationParamsSchema = packParamsSchema.extend({
  evaluation_id: z.string().min(1).meta({ description: 'The id of the evaluation.' }),
});

export const evaluationRequestSchema = z
  .strictObject({
    subject: z
      .union([z.enum(['draft', 'published']), versionSchema])
      .default('draft')
      .meta({
        description: 'The draft, the published version, or the number of a version that is not retired.',
      }),
    model_tier: z
      .int()
      .min(0)
      .max(3)
      .nullable()
      .default(null)
      .meta({ description: 'The model tier to request for every question; null lets the policy decide.' }),
    policy: guardrailPolicySchema
      .nullable()
      .default(null)
      .meta({ description: 'A policy to use instead of the one in force.' }),
  })
  .meta({ id: 'EvaluationRequest' });

export const evaluationCompareQuerySchema = z.strictObject({
  base: idSchema('evl').meta({ description: 'The evaluation to compare with, as the baseline.' }),
});

/** An evaluation that runs, or has ended. */
export const evaluationStateSchema = z
  .strictObject({
    id: idSchema('evl'),
    status: openEnum(['running', 'complete', 'failed', 'cancelled'], 'The state of the evaluation.'),
    step: openEnum(['preparing', 'encoding', 'asking'], 'The current step.').nullable(),
    done: countSchema.meta({
      description: 'Progress within the step; in the last step, the number of questions asked.',
    }),
    total: countSchema,
    right_count: countSchema,
    failure: z.string().min(1).nullable().meta({ description: 'Why it failed.' }),
    report: evaluationReportSchema.nullable().meta({ description: 'Given once the evaluation is complete.' }),
  })
  .refine(({ status, report }) => (status === 'complete') === (report !== null), {
    path: ['report'],
    error: 'Must be given if and only if the evaluation is complete',
  })
  .meta({ id: 'Evaluation' });

const evaluationSummarySchema = z
  .strictObject({
    id: idSchema('evl'),
    subject: evaluationSubjectSchema,
    conditions: z
      .string()
      .meta({ description: 'Equal for runs with the same questions, models and settings.' }),
    right_count: countSchema,
    question_count: countSchema,
    created_at: timeSchema,
    created_by: callerSchema.nullable(),
  })
  .meta({ id: 'EvaluationSummary' });

export const evaluationPageSchema = pageSchema(evaluationSummarySchema, 'EvaluationPage');

export type EvaluationState = z.output<typeof evaluationStateSchema>;
export type EvaluationSummary = z.output<typeof evaluationSummarySchema>;
