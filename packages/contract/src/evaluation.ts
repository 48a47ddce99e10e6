import { z } from 'zod';
import { packParamsSchema } from './content-pack.ts';
import { evaluationReportSchema, evaluationSubjectSchema } from './evaluation-report.ts';
import { guardrailPolicySchema } from './guardrail-policy.ts';
import { idSchema } from './ids.ts';
import { openEnum } from './open-enum.ts';
import { pageSchema } from './page.ts';
import { timeSchema } from './time.ts';

const countSchema = z.int().min(0);
const versionSchema = z.int().min(1).max(2_147_483_647);

export const evaluationParamsSchema = packParamsSchema.extend({
  evaluation_id: z.string().min(1).meta({ description: 'The id of the evaluation.' }),
});

export const evaluationRequestSchema = z
  .strictObject({
    subject: z
      .union([z.enum(['draft', 'served']), versionSchema])
      .default('draft')
      .meta({ description: 'The draft, what is served now, or a version that is not retired.' }),
    model_tier: z
      .int()
      .min(0)
      .max(3)
      .nullable()
      .default(null)
      .meta({ description: 'The tier that every question asks for; null: as the policy says.' }),
    policy: guardrailPolicySchema
      .nullable()
      .default(null)
      .meta({ description: 'A policy to try in place of the one in force.' }),
  })
  .meta({ id: 'EvaluationRequest' });

export const evaluationCompareQuerySchema = z.strictObject({
  base: idSchema('evl').meta({ description: 'The evaluation to compare with: what was before.' }),
});

/** An evaluation that runs, or has ended. */
export const evaluationStateSchema = z
  .strictObject({
    id: idSchema('evl'),
    status: openEnum(['running', 'complete', 'failed', 'cancelled'], 'Where it stands.'),
    step: openEnum(['preparing', 'encoding', 'asking'], 'What is being done.').nullable(),
    done: countSchema.meta({ description: 'Of the step: in the last one, questions asked.' }),
    total: countSchema,
    right_count: countSchema,
    failure: z.string().min(1).nullable().meta({ description: 'Why it failed.' }),
    report: evaluationReportSchema.nullable().meta({ description: 'Given exactly where it is complete.' }),
  })
  .refine(({ status, report }) => (status === 'complete') === (report !== null), {
    path: ['report'],
    error: 'Given exactly where it is complete',
  })
  .meta({ id: 'Evaluation' });

const evaluationSummarySchema = z
  .strictObject({
    id: idSchema('evl'),
    subject: evaluationSubjectSchema,
    conditions: z.string().meta({ description: 'The same where questions, models and settings were.' }),
    right_count: countSchema,
    question_count: countSchema,
    created_at: timeSchema,
    created_by: idSchema('key').nullable(),
  })
  .meta({ id: 'EvaluationSummary' });

export const evaluationPageSchema = pageSchema(evaluationSummarySchema, 'EvaluationPage');

export type EvaluationState = z.output<typeof evaluationStateSchema>;
export type EvaluationSummary = z.output<typeof evaluationSummarySchema>;
