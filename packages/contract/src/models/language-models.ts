import { z } from 'zod';
import { ifMatchSchema } from '../api/headers.ts';
import { callerSchema } from '../fields/actor.ts';
import { openEnum } from '../fields/open-enum.ts';
import { timeSchema } from '../fields/time.ts';

const modelLimits = {
  tiersMax: 3,
  nameLengthMax: 200,
  addressLengthMax: 2_048,
  regionLengthMax: 64,
  keyLengthMax: 4_096,
  amountMax: 1_000_000_000,
} as const;

/** The providers of models that can be set up without a file. */
const modelProviders = ['openai', 'anthropic', 'google', 'bedrock', 'openai_compatible'] as const;
const budgetEnds = ['refuse', 'embedded'] as const;

const amountSchema = z.number().min(0).max(modelLimits.amountMax);
const currencySchema = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'Must be a currency by its three letters, such as USD' });

const priceSchema = z
  .strictObject({
    currency: currencySchema,
    input_per_million: amountSchema,
    output_per_million: amountSchema,
  })
  .meta({ description: 'What a million tokens cost.' });

const keyIdSchema = z
  .string()
  .regex(/^[0-9a-f]{16}$/, { error: 'Must be the id of a stored key' })
  .meta({ description: 'A stored key of a model, by its id.' });

const givenModelSchema = z
  .strictObject({
    provider: z.enum(modelProviders),
    model: z.string().min(1).max(modelLimits.nameLengthMax),
    base_url: z.string().min(1).max(modelLimits.addressLengthMax).exactOptional().meta({
      description: 'Where the server is; required for `openai_compatible`.',
    }),
    region: z.string().min(1).max(modelLimits.regionLengthMax).exactOptional().meta({
      description: 'Required for `bedrock`, and only for it.',
    }),
    key: z.string().min(1).max(modelLimits.keyLengthMax).exactOptional().meta({
      description: 'A new key. It is stored sealed, and no response contains it.',
    }),
    key_id: keyIdSchema.exactOptional().meta({
      description: 'Keeps a stored key, for the provider and the address that it was given for.',
    }),
    price: priceSchema.exactOptional(),
    budget_per_day: amountSchema.exactOptional().meta({
      description: 'What may be spent on this model in a day (UTC), in the currency of its price.',
    }),
  })
  .refine(({ key, key_id: id }) => key === undefined || id === undefined, {
    path: ['key_id'],
    error: 'Give either key or key_id',
  })
  .meta({ id: 'LanguageModelRequest', not: { required: ['key', 'key_id'] } });

const givenBudgetSchema = z.strictObject({
  currency: currencySchema,
  per_day: amountSchema.exactOptional(),
  per_month: amountSchema.exactOptional(),
  when_spent: z.enum(budgetEnds).default('refuse').meta({
    description: '`refuse` refuses questions; `embedded` answers them with the embedded models.',
  }),
});

export const replaceModelsRequestSchema = z
  .strictObject({
    tiers: z.array(givenModelSchema).max(modelLimits.tiersMax).meta({
      description: 'The models that write answers, best first. Empty: the embedded models answer alone.',
    }),
    refinement: givenModelSchema
      .nullable()
      .default(null)
      .meta({ description: 'The model that rewrites a follow-up as a question of its own.' }),
    verification: givenModelSchema
      .nullable()
      .default(null)
      .meta({ description: 'The second judge of sentences that a model wrote.' }),
    guardrail: givenModelSchema.nullable().default(null).meta({
      description: 'The model that gives guardrails a second opinion; it takes no price and no budget.',
    }),
    tenant_budget: givenBudgetSchema
      .nullable()
      .default(null)
      .meta({ description: 'What each tenant may spend; null for no limit.' }),
  })
  .meta({ id: 'LanguageModelsRequest' });

export const checkModelRequestSchema = z
  .strictObject({ model: givenModelSchema })
  .meta({ id: 'LanguageModelCheckRequest' });

const modelFaultSchema = z
  .strictObject({ code: z.string().min(1), message: z.string().min(1) })
  .nullable()
  .meta({ description: 'Why it did not answer; null if it did.' });

const shownModelSchema = z
  .strictObject({
    provider: openEnum([...modelProviders, 'local'], 'Who runs the model.'),
    model: z.string().min(1),
    base_url: z.string().nullable(),
    region: z.string().nullable(),
    has_key: z.boolean().meta({ description: 'Whether it has a key, which no response contains.' }),
    key_id: keyIdSchema.nullable(),
    price: priceSchema.nullable(),
    budget_per_day: amountSchema.nullable(),
    last_check: z
      .strictObject({ works: z.boolean(), fault: modelFaultSchema, checked_at: timeSchema })
      .nullable()
      .meta({
        description:
          'How it did when it was last checked with this key and address, since the service started; null if it was not checked.',
      }),
  })
  .meta({ id: 'LanguageModel' });

export const modelCheckSchema = z
  .strictObject({
    works: z.boolean(),
    fault: modelFaultSchema,
    took_ms: z.int().min(0),
    cost: z.strictObject({ currency: currencySchema, amount: z.number().min(0) }).nullable(),
  })
  .meta({ id: 'LanguageModelCheck' });

export const modelsStateSchema = z
  .strictObject({
    in_charge: openEnum(
      ['file', 'console'],
      'Who says which models there are: `file` if `AVOW_MODELS_FILE` is set, and this operation otherwise.',
    ),
    revision: z.int().min(0).meta({ description: '0 if no models were ever set here.' }),
    updated_at: timeSchema.nullable(),
    updated_by: callerSchema.nullable(),
    tiers: z.array(shownModelSchema).meta({ description: 'Best first.' }),
    refinement: shownModelSchema.nullable(),
    verification: shownModelSchema.nullable(),
    guardrail: shownModelSchema.nullable(),
    tenant_budget: z
      .strictObject({
        currency: currencySchema,
        per_day: amountSchema.nullable(),
        per_month: amountSchema.nullable(),
        when_spent: openEnum(budgetEnds, 'What happens once it is spent.'),
      })
      .nullable(),
  })
  .meta({ id: 'LanguageModels' });

export const modelsChangeHeadersSchema = ifMatchSchema(
  'The `ETag` of the models that you changed. If others are set by now, the request fails and nothing changes.',
);

export type GivenModel = z.output<typeof givenModelSchema>;
export type ReplaceModelsRequest = z.output<typeof replaceModelsRequestSchema>;
export type ShownModel = z.output<typeof shownModelSchema>;
export type ModelsState = z.output<typeof modelsStateSchema>;
export type ModelCheckResult = z.output<typeof modelCheckSchema>;
