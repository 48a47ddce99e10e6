import { z } from 'zod';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { routingSources } from '../values/enumerations.ts';
import { countedFields, countSchema, daySchema, shareSchema } from './insight-period.ts';

const amountSchema = z.number().min(0);
const currencySchema = z.string().min(1).meta({ description: 'The currency in the model settings.' });
const tierSchema = z.int().min(0).max(3).meta({ description: '0 for the embedded models only.' });

const tokenFields = { input_tokens: countSchema, output_tokens: countSchema };
const dayCounts = {
  messages: countSchema.meta({ description: 'Messages of this day, with any outcome.' }),
  answers: countSchema.meta({ description: 'How many of them were answered.' }),
};

const spentSchema = z
  .strictObject({
    currency: currencySchema,
    amount: amountSchema,
    ...tokenFields,
    per_answer: amountSchema
      .nullable()
      .meta({ description: 'The amount per answer; null if there are no answers.' }),
  })
  .meta({ id: 'Spend' });

const budgetSchema = z
  .strictObject({
    currency: currencySchema,
    per_day: amountSchema.nullable(),
    per_month: amountSchema.nullable(),
    remaining_today: amountSchema.nullable().meta({ description: 'Null if there is no daily limit.' }),
    remaining_this_month: amountSchema.nullable().meta({ description: 'Null if there is no monthly limit.' }),
    when_spent: openEnum(['refuse', 'embedded'], 'What happens to questions once the budget is spent.'),
  })
  .meta({ id: 'BudgetStatus', description: 'The budget as of now, regardless of the period.' });

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
            .meta({ description: 'One entry per currency; empty if nothing was spent.' }),
        }),
      )
      .meta({ description: 'Every day of the period, oldest first. Spend is counted for whole days.' }),
    total: z.strictObject({ ...dayCounts, spent: z.array(spentSchema) }),
    budget: budgetSchema.nullable().meta({ description: 'Null if the tenant has no budget limit.' }),
  })
  .meta({ id: 'CostInsight' });

const timingFields = {
  count: countSchema,
  p50_ms: z.number().min(0).nullable().meta({ description: 'The median; null if there are no messages.' }),
  p95_ms: z.number().min(0).nullable(),
  p99_ms: z.number().min(0).nullable(),
  degraded_share: shareSchema.nullable().meta({
    description:
      'The share answered in degraded mode, because a model or part of the search was unavailable.',
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
  .meta({ id: 'LatencyInsight', description: 'For messages that were answered, not covered or blocked.' });

const findingFields = {
  flagged: countSchema,
  redacted: countSchema,
  blocked: countSchema,
  failed: countSchema.meta({ description: 'How often it did not run or did not complete.' }),
};

export const guardrailInsightSchema = z
  .strictObject({
    ...countedFields,
    blocked: countSchema.meta({ description: 'Messages that were blocked.' }),
    blocked_share: shareSchema
      .nullable()
      .meta({ description: 'The share of counted messages; null if there are none.' }),
    tripwires: countSchema.meta({ description: 'Messages that triggered the tripwire of a guardrail.' }),
    shadow_blocks: countSchema.meta({
      description: 'Messages that passed, but that a guardrail in shadow mode would have blocked.',
    }),
    guardrails: z
      .array(
        z.strictObject({
          guardrail_id: idSchema('grd'),
          name: z.string().min(1).meta({ description: 'The most recent name.' }),
          messages: countSchema.meta({
            description: 'Messages in which it acted, would have acted, or failed.',
          }),
          enforce: z.strictObject(findingFields).meta({ description: 'Counts in enforce mode.' }),
          shadow: z.strictObject(findingFields).meta({
            description: 'Counts in shadow mode, by the action in the policy in force.',
          }),
        }),
      )
      .meta({ description: 'Guardrails with at least one finding or failure, most frequent first.' }),
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
      .meta({ description: 'Every day of the period, oldest first, over all guardrails.' }),
  })
  .meta({ id: 'GuardrailInsight' });

export type CostInsight = z.output<typeof costInsightSchema>;
export type Spent = z.output<typeof spentSchema>;
export type BudgetLeft = z.output<typeof budgetSchema>;
export type LatencyInsight = z.output<typeof latencyInsightSchema>;
export type Timing = LatencyInsight['total'];
export type GuardrailInsight = z.output<typeof guardrailInsightSchema>;
