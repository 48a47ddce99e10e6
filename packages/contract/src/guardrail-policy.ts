import { z } from 'zod';
import { type GuardrailStage, guardrailCategories, guardrailModes } from './enumerations.ts';
import {
  checkFacts,
  checkSettings,
  type GuardrailCheck,
  type PolicyAction,
  policyLimits,
} from './guardrail-checks.ts';
import { idSchema } from './ids.ts';
import { writtenTextSchema } from './written-text.ts';

/** A guardrail as a policy names it; what is left out takes the usual value of its check. */
function guardrailOf<Check extends GuardrailCheck>(check: Check) {
  const { stages, actions, category, threshold, failMode, timeoutMs } = checkFacts[check];
  const settings = checkSettings[check] as (typeof checkSettings)[Check];
  return z
    .strictObject({
      id: idSchema('grd').exactOptional().meta({ description: 'Left out: the service gives it one.' }),
      name: writtenTextSchema({ max: policyLimits.nameCodePointsMax, lines: 'one' }),
      check: z.literal(check),
      stage: z.enum(stages),
      action: z.enum(actions).meta({
        description:
          'What is done about a finding. At the stage `retrieval` to redact is to leave the passage out.',
      }),
      category: z.enum(guardrailCategories).default(category),
      threshold: z
        .number()
        .min(0)
        .max(1)
        .default(threshold)
        .meta({ description: 'The score from which a finding counts.' }),
      mode: z
        .enum(guardrailModes)
        .default('enforce')
        .meta({ description: '`shadow`: what is found is reported, and nothing is done about it.' }),
      fail_mode: z
        .enum(['open', 'closed'])
        .default(failMode)
        .meta({ description: '`closed`: a check that did not run blocks. `open`: the answer is degraded.' }),
      timeout_ms: z.int().min(1).max(policyLimits.timeoutMsMax).default(timeoutMs),
      settings: (settings as z.ZodType).prefault({}) as unknown as z.ZodPrefault<
        (typeof checkSettings)[Check]
      >,
    })
    .meta({ id: `${pascalCase(check)}GuardrailRequest` });
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export const guardrailSchema = z
  .discriminatedUnion('check', [
    guardrailOf('prompt_size'),
    guardrailOf('control_characters'),
    guardrailOf('prompt_attack'),
    guardrailOf('personal_data'),
    guardrailOf('secrets'),
    guardrailOf('unsafe_content'),
    guardrailOf('topic'),
    guardrailOf('words'),
    guardrailOf('profanity'),
    guardrailOf('prompt_leak'),
    guardrailOf('links'),
    guardrailOf('grounding'),
    guardrailOf('relevance'),
    guardrailOf('format'),
    guardrailOf('pattern'),
    guardrailOf('rule'),
  ])
  .superRefine(({ check, stage, action }, context) => {
    const message = refusalOf({ check, stage, action });
    if (message !== null) context.addIssue({ code: 'custom', path: ['action'], message });
  })
  .meta({ id: 'GuardrailRequest' });

function refusalOf(given: {
  readonly check: GuardrailCheck;
  readonly stage: GuardrailStage;
  readonly action: PolicyAction;
}): string | null {
  const { check, stage, action } = given;
  if (stage === 'retrieval' && action === 'block')
    return 'A passage is flagged or left out (redact); the question lives';
  if (check === 'prompt_attack' && stage === 'input' && action === 'redact')
    return 'A prompt that gives orders is flagged or blocked: nothing is left of it without them';
  return null;
}

const messageSchema = writtenTextSchema({ max: policyLimits.messageCodePointsMax, lines: 'many' });

const tierSchema = z.int().min(0).max(3);

/** Which models answer. What the operator has not set up is passed over. */
const answeringSchema = z
  .strictObject({
    start_tier: tierSchema.default(1).meta({
      description:
        "The tier that answers first: 0 the embedded models, 1 to 3 the operator's language models.",
    }),
    client_may_choose: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether `model_tier` of a request goes before `start_tier`.' }),
    short_questions: z
      .strictObject({ code_points_max: z.int().min(1).max(32_000), tier: tierSchema })
      .nullable()
      .default(null)
      .meta({
        description: 'The tier that answers questions up to this length first. Null: the same as others.',
      }),
    reader_sure_min: z.number().min(0).max(1).nullable().default(null).meta({
      description:
        'Where the embedded models read an answer with at least this probability, no language model is asked. Null: it is.',
    }),
    when_ungrounded: z.enum(['embedded', 'withhold']).default('embedded').meta({
      description:
        "What is done where the main claim of a language model is not borne out: the embedded models' answer is given instead, or none.",
    }),
  })
  .prefault({})
  .meta({ description: 'Which models answer, and what happens where one says what the sources do not.' });

const shareSchema = z.number().min(0).max(1);

/** How sure an answer must be, and how sure it can be at most. */
const confidenceSchema = z
  .strictObject({
    withhold_below: shareSchema.default(0.2).meta({
      description: 'The risk level: an answer whose score is below this is withheld.',
    }),
    caps: z
      .strictObject({
        degraded: shareSchema.default(0.6).meta({
          description: 'The highest score where the tier that should have answered, or a model, could not.',
        }),
        failed_open: shareSchema.default(0.6).meta({
          description: 'The highest score where a guardrail that may fail open did not run.',
        }),
        unsupported: shareSchema.default(0.4).meta({
          description: 'The highest score where a grounding check let something through with a flag.',
        }),
        disagreeing: shareSchema.default(0.5).meta({
          description: 'The highest score where sources say otherwise.',
        }),
      })
      .prefault({})
      .meta({ description: 'Scores are lowered to these, and never raised.' }),
    tell_restricted: z.boolean().default(false).meta({
      description:
        'Whether to say that access may help, where nothing was found that the asker may see and something was that they may not. It tells that such a text exists.',
    }),
  })
  .prefault({})
  .meta({ description: 'How sure an answer must be to be given, and can be at most.' });

/** Which answers a person looks at before they are given. */
const reviewSchema = z
  .strictObject({
    below: shareSchema.nullable().default(null).meta({
      description:
        'Answers whose score is below this wait for a person to decide. Null: none does. What is below the risk level is withheld without review.',
    }),
  })
  .prefault({})
  .meta({ description: 'Which answers a person looks at before they are given.' });

const policyObject = z.strictObject({
  messages: z
    .strictObject({
      blocked: messageSchema.default('This request cannot be answered here.'),
      not_covered: messageSchema.default('The knowledge available here does not cover this question.'),
    })
    .prefault({})
    .meta({ description: 'What is said in place of an answer.' }),
  bands: z
    .strictObject({
      high: z.number().min(0).max(1).default(0.8),
      medium: z.number().min(0).max(1).default(0.5),
    })
    .refine(({ high, medium }) => high >= medium, { error: 'high is not below medium' })
    .prefault({}),
  blocked_prompts: z.enum(['hash', 'redacted']).default('hash').meta({
    description:
      'What is stored of a prompt that was blocked: a keyed hash and where the findings stand, or its text with every redaction applied.',
  }),
  answering: answeringSchema,
  confidence: confidenceSchema,
  review: reviewSchema,
  guardrails: z.array(guardrailSchema).max(policyLimits.guardrailsMax).meta({
    description: 'In the order in which they are reported.',
  }),
});

function requireOwnIds(
  { guardrails }: { readonly guardrails: readonly unknown[] },
  context: z.RefinementCtx,
): void {
  const seen = new Set<string>();
  for (const [index, entry] of guardrails.entries()) {
    const id: unknown = typeof entry === 'object' && entry !== null && Reflect.get(entry, 'id');
    if (typeof id !== 'string') continue;
    if (seen.has(id))
      context.addIssue({
        code: 'custom',
        path: ['guardrails', index, 'id'],
        message: 'Another guardrail of the policy has this id',
      });
    seen.add(id);
  }
}

/** A list of guardrails and what goes with them. A policy with a mistake is refused whole. */
export const guardrailPolicySchema = policyObject
  .superRefine(requireOwnIds)
  .meta({ id: 'GuardrailPolicyRequest' });

/** The same, for whoever reads the guardrails one by one: a policy may be large. */
export const policyFrameSchema = policyObject
  .extend({ guardrails: z.array(z.unknown()).max(policyLimits.guardrailsMax) })
  .superRefine(requireOwnIds);

export type GuardrailEntry = z.output<typeof guardrailSchema>;
/** As it is kept and shown: every guardrail has its id. */
export type GuardrailPolicy = Omit<z.output<typeof policyObject>, 'guardrails'> & {
  readonly guardrails: ReadonlyArray<GuardrailEntry & { readonly id: `grd_${string}` }>;
};
/** As it is given: what is left out takes its usual value. */
export type GuardrailPolicyGiven = z.input<typeof policyObject>;
