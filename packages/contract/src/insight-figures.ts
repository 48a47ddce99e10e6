import { z } from 'zod';
import { routingSources } from './enumerations.ts';
import { idSchema } from './ids.ts';
import { countedFields, countSchema, daySchema, shareSchema } from './insight-period.ts';
import { openEnum } from './open-enum.ts';

const amountSchema = z.number().min(0);
const currencySchema = z.string().min(1).meta({ description: 'As in the settings of the models.' });
const tierSchema = z.int().min(0).max(3).meta({ description: '0: the embedded models alone.' });

const tokenFields = { input_tokens: countSchema, output_tokens: countSchema };
const dayCounts = {
  messages: countSchema.meta({ description: 'Asked on this day, ended in any way.' }),
  answers: countSchema.meta({ description: 'Of these, those that were answered.' }),
};

const spentSchema = z
  .strictObject({
    currency: currencySchema,
    amount: amountSchema,
    ...tokenFields,
    per_answer: amountSchema
      .nullable()
      .meta({ description: 'The amount by the answers; null: there are none.' }),
  })
  .meta({ id: 'Spent' });

const budgetSchema = z
  .strictObject({
    currency: currencySchema,
    per_day: amountSchema.nullable(),
    per_month: amountSchema.nullable(),
    left_today: amountSchema.nullable().meta({ description: 'Null: there is no limit for a day.' }),
    left_this_month: amountSchema.nullable().meta({ description: 'Null: there is no limit for a month.' }),
    when_spent: openEnum(['refuse', 'embedded'], 'What becomes of questions once it is spent.'),
  })
  .meta({ id: 'BudgetLeft', description: 'As of now, whatever the period.' });

export const costInsightSchema = z
  .strictObject({
    ...countedFields,
    days: z
      .array(
        z.strictObject({
          day: daySchema,
          ...dayCounts,
          spent: z
            .array(spentSchema)
            .meta({ description: 'One for each currency; none: nothing was spent.' }),
        }),
      )
      .meta({ description: 'Every day of the period, oldest first. What was spent is of whole days.' }),
    total: z.strictObject({ ...dayCounts, spent: z.array(spentSchema) }),
    budget: budgetSchema.nullable().meta({ description: 'Null: the tenant may spend without limit.' }),
  })
  .meta({ id: 'CostInsight' });

const timingFields = {
  count: countSchema,
  p50_ms: z.number().min(0).nullable().meta({ description: 'Half took no longer; null: there are none.' }),
  p95_ms: z.number().min(0).nullable(),
  p99_ms: z.number().min(0).nullable(),
  degraded_share: shareSchema.nullable().meta({
    description: 'Where a model or a part of the search that should have taken part could not.',
  }),
};

export const latencyInsightSchema = z
  .strictObject({
    ...countedFields,
    total: z.strictObject(timingFields),
    days: z
      .array(z.strictObject({ day: daySchema, ...timingFields }))
      .meta({ description: 'Every day of the period, oldest first.' }),
    tiers: z.array(z.strictObject({ model_tier: tierSchema, ...timingFields })),
    routing_sources: z.array(
      z.strictObject({
        routing_source: openEnum(routingSources, 'What decided the path of the query.'),
        ...timingFields,
      }),
    ),
  })
  .meta({ id: 'LatencyInsight', description: 'Of messages that were answered, not covered or blocked.' });

const findingFields = {
  flagged: countSchema,
  redacted: countSchema,
  blocked: countSchema,
  failed: countSchema.meta({ description: 'It did not run, or not to its end.' }),
};

export const guardrailInsightSchema = z
  .strictObject({
    ...countedFields,
    blocked: countSchema.meta({ description: 'Messages that were blocked.' }),
    blocked_share: shareSchema.nullable().meta({ description: 'Of those counted; null: there are none.' }),
    tripwires: countSchema.meta({ description: 'Messages that a guardrail stopped by what it found.' }),
    shadow_blocks: countSchema.meta({
      description: 'Messages that went through, and that a guardrail on trial would have stopped.',
    }),
    guardrails: z
      .array(
        z.strictObject({
          guardrail_id: idSchema('grd'),
          name: z.string().min(1).meta({ description: 'As it was called last.' }),
          messages: countSchema.meta({ description: 'In which it did something, or would have, or failed.' }),
          enforce: z.strictObject(findingFields).meta({ description: 'What it did.' }),
          shadow: z.strictObject(findingFields).meta({
            description:
              'What it would have done, on trial, by the action that the policy in force has for it.',
          }),
        }),
      )
      .meta({ description: 'Those that did anything but pass, most first.' }),
    days: z
      .array(
        z.strictObject({
          day: daySchema,
          messages: countSchema,
          blocked: countSchema,
          enforce: z.strictObject(findingFields),
          shadow: z.strictObject(findingFields),
        }),
      )
      .meta({ description: 'Every day of the period, oldest first, all guardrails together.' }),
  })
  .meta({ id: 'GuardrailInsight' });

export type CostInsight = z.output<typeof costInsightSchema>;
export type Spent = z.output<typeof spentSchema>;
export type BudgetLeft = z.output<typeof budgetSchema>;
export type LatencyInsight = z.output<typeof latencyInsightSchema>;
export type Timing = LatencyInsight['total'];
export type GuardrailInsight = z.output<typeof guardrailInsightSchema>;
