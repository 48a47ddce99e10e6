import { z } from 'zod';
import { idSchema } from '../fields/ids.ts';
import { writtenTextSchema } from '../fields/written-text.ts';
import { type GuardrailStage, guardrailCategories, guardrailModes } from '../values/enumerations.ts';
import {
  checkFacts,
  checkSettings,
  type GuardrailCheck,
  type PolicyAction,
  policyLimits,
} from './guardrail-checks.ts';
import { failsClosed, mustFailClosed } from './guardrail-fail-mode.ts';

const givenAlways = ['name', 'check', 'stage', 'action'];

/** What `refusalOf` refuses, for readers of the JSON Schema. */
const refusedActions = [
  { properties: { stage: { const: 'retrieval' }, action: { const: 'block' } } },
  { properties: { stage: { const: 'input' }, action: { const: 'redact' } } },
];

/** A guardrail as given in a policy; omitted fields get the defaults of its check. */
function guardrailOf<Check extends GuardrailCheck>(check: Check) {
  const { stages, actions, category, threshold, failMode } = checkFacts[check];
  const settings = checkSettings[check] as (typeof checkSettings)[Check];
  return z
    .strictObject({
      id: idSchema('grd').exactOptional().meta({ description: 'Default: assigned by the service.' }),
      name: writtenTextSchema({ max: policyLimits.nameCodePointsMax, lines: 'one' }),
      check: z.literal(check),
      stage: z.enum(stages),
      action: z.enum(actions).meta({
        description: 'What to do about a finding. At the stage `retrieval`, `redact` drops the passage.',
      }),
      enabled: z.boolean().default(true).meta({
        description: 'Whether the check runs. A guardrail that is disabled keeps its id and its settings.',
      }),
      category: z.enum(guardrailCategories).default(category),
      threshold: z
        .number()
        .min(0)
        .max(1)
        .default(threshold)
        .meta({ description: 'The minimum score for a finding to count.' }),
      mode: z
        .enum(guardrailModes)
        .default('enforce')
        .meta({ description: '`shadow` reports findings without acting on them.' }),
      fail_mode: z
        .enum(['open', 'closed'])
        .default(failMode)
        .meta({
          description:
            check === 'unsafe_content'
              ? 'If the check does not run: `closed` blocks the message; `open` lets it pass in degraded mode. If the guardrail blocks self-harm, violence or weapons, it must be `closed`.'
              : 'If the check does not run: `closed` blocks the message; `open` lets it pass in degraded mode.',
        }),
      timeout_ms: z.int().min(1).max(policyLimits.timeoutMsMax).exactOptional().meta({
        description:
          'A limit of your own for how long the check may take. Left out: it has until the deadline of the query, so that on a busy machine it waits for its turn.',
      }),
      settings: (settings as z.ZodType).prefault({}) as unknown as z.ZodPrefault<
        (typeof checkSettings)[Check]
      >,
    })
    .meta({
      id: `${pascalCase(check)}GuardrailRequest`,
      // Settings that may be left out have a default, which is empty.
      ...(settings.safeParse({}).success ? {} : { required: [...givenAlways, 'settings'] }),
      ...(check === 'prompt_attack' ? { not: { anyOf: refusedActions } } : {}),
    });
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
  .superRefine((given, context) => {
    const message = refusalOf(given);
    if (message !== null) context.addIssue({ code: 'custom', path: ['action'], message });
    if (given.fail_mode === 'open' && failsClosed(given))
      context.addIssue({ code: 'custom', path: ['fail_mode'], message: mustFailClosed });
  })
  .meta({ id: 'GuardrailRequest' });

function refusalOf(given: {
  readonly check: GuardrailCheck;
  readonly stage: GuardrailStage;
  readonly action: PolicyAction;
}): string | null {
  const { check, stage, action } = given;
  if (stage === 'retrieval' && action === 'block')
    return 'Must be flag or redact: a passage can be dropped, but cannot block the question';
  if (check === 'prompt_attack' && stage === 'input' && action === 'redact')
    return 'Must be flag or block: a prompt attack cannot be redacted';
  return null;
}

/** What is said in place of an answer if the policy says nothing else. */
export const notCoveredDefault = 'The knowledge available here does not cover this question.';

const messageSchema = writtenTextSchema({ max: policyLimits.messageCodePointsMax, lines: 'many' });

const tierSchema = z.int().min(0).max(3);

/** Which models answer. Tiers that the operator has not configured are skipped. */
const answeringSchema = z
  .strictObject({
    start_tier: tierSchema.default(1).meta({
      description:
        "The tier to try first: 0 for the embedded models, 1 to 3 for the operator's language models.",
    }),
    client_may_choose: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether `model_tier` in a request overrides `start_tier`.' }),
    short_questions: z
      .strictObject({ code_points_max: z.int().min(1).max(32_000), tier: tierSchema })
      .nullable()
      .default(null)
      .meta({
        description: 'The tier to try first for questions up to this length; null for no special tier.',
      }),
    reader_confidence_min: z.number().min(0).max(1).nullable().default(null).meta({
      description:
        'If the embedded reader finds an answer with at least this probability, no language model is called. Null to always call one.',
    }),
    compare_with_embedded: z.boolean().default(true).meta({
      description:
        'Whether the embedded models read the same passages while a language model writes. Where the two rest on different words, the surer answer is given, and the other one is on record.',
    }),
    search_steps: z.int().min(0).max(3).default(0).meta({
      description:
        'How many further searches the language model may ask for before it writes, such as for a part of the question or for something a passage refers to. Each is one more call of the model. 0 for none. Models that run in the service are not asked.',
    }),
    rank_with_model: z.boolean().default(false).meta({
      description:
        'Whether the language model puts the first 20 passages in order before it writes, by one more call.',
    }),
    when_ungrounded: z.enum(['embedded', 'withhold']).default('embedded').meta({
      description:
        'What to do if the sources do not support the main claim of a language model, or it finds no answer in them: `embedded` answers with the embedded models instead, `withhold` gives no answer.',
    }),
  })
  .prefault({})
  .meta({
    description: 'Which models answer, and what happens if the sources do not support what one says.',
  });

const shareSchema = z.number().min(0).max(1);

/** The minimum score of an answer, and the caps on scores. */
const confidenceSchema = z
  .strictObject({
    withhold_below: shareSchema.default(0.2).meta({
      description: 'The risk level: answers that score below this are withheld.',
    }),
    caps: z
      .strictObject({
        degraded: shareSchema.default(0.6).meta({
          description: 'The maximum score if the intended tier or model was unavailable.',
        }),
        failed_open: shareSchema.default(0.6).meta({
          description: 'The maximum score if a guardrail that may fail open did not run.',
        }),
        unsupported: shareSchema.default(0.4).meta({
          description: 'The maximum score if a grounding check only flagged the answer.',
        }),
        conflicting_sources: shareSchema.default(0.5).meta({
          description: 'The maximum score if sources contradict each other.',
        }),
      })
      .prefault({})
      .meta({ description: 'Upper limits on scores.' }),
    disclose_restricted: z.boolean().default(false).meta({
      description:
        'Whether to tell end users that requesting access may help if the only matching content is restricted. This discloses that such content exists.',
    }),
  })
  .prefault({})
  .meta({ description: 'The minimum score of an answer, and caps on scores.' });

/** Which answers need a human review before delivery. */
const reviewSchema = z
  .strictObject({
    below: shareSchema.nullable().default(null).meta({
      description:
        'Answers that score below this are reviewed by a person before delivery; null for no review. Answers below the risk level are withheld without review.',
    }),
  })
  .prefault({})
  .meta({ description: 'Which answers need a human review before delivery.' });

const policyObject = z.strictObject({
  messages: z
    .strictObject({
      blocked: messageSchema.nullable().default(null).meta({
        description:
          'What is returned if a guardrail blocks. Null for built-in English texts that name the check and say how to go on.',
      }),
      self_harm: messageSchema.nullable().default(null).meta({
        description:
          'What is returned if a prompt is blocked because its author may be about to harm themselves. Null for a built-in English text that names crisis lines.',
      }),
      not_covered: messageSchema.default(notCoveredDefault),
      other_language: messageSchema.nullable().default(null).meta({
        description:
          'What is returned if nothing answers a question in a language that is served only with a language model, and none is set up. Null for a built-in text that says so, in the language of the question if there is one, else in English.',
      }),
      closest: messageSchema.nullable().default(null).meta({
        description:
          'What is returned if nothing answers and something near was found; `{page}` stands for its title and headings. Null for the built-in sentence or, if `not_covered` is not the default, for `not_covered`.',
      }),
    })
    .prefault({})
    .meta({ description: 'The texts that are returned instead of an answer.' }),
  bands: z
    .strictObject({
      high: z.number().min(0).max(1).default(0.8),
      medium: z.number().min(0).max(1).default(0.5),
    })
    .refine(({ high, medium }) => high >= medium, { error: 'high must be greater than or equal to medium' })
    .prefault({}),
  blocked_prompts: z.enum(['hash', 'redacted']).default('redacted').meta({
    description:
      'What to store of a blocked prompt: its redacted text, or only a keyed hash and the positions of the findings.',
  }),
  answering: answeringSchema,
  confidence: confidenceSchema,
  review: reviewSchema,
  guardrails: z.array(guardrailSchema).max(policyLimits.guardrailsMax).meta({
    description: 'The guardrails, in the order in which results are reported.',
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
        message: 'Must be unique: another guardrail in the policy has this id',
      });
    seen.add(id);
  }
}

/** A guardrail policy. One with any error is refused as a whole. */
export const guardrailPolicySchema = policyObject
  .superRefine(requireOwnIds)
  .meta({ id: 'GuardrailPolicyRequest' });

/** The same without validating the guardrails, which are validated one by one because a policy may be large. */
export const policyFrameSchema = policyObject
  .extend({ guardrails: z.array(z.unknown()).max(policyLimits.guardrailsMax) })
  .superRefine(requireOwnIds);

export type GuardrailEntry = z.output<typeof guardrailSchema>;
/** As stored and returned: every guardrail has its id. */
export type GuardrailPolicy = Omit<z.output<typeof policyObject>, 'guardrails'> & {
  readonly guardrails: ReadonlyArray<GuardrailEntry & { readonly id: `grd_${string}` }>;
};
/** As given in a request, before defaults. */
export type GuardrailPolicyGiven = z.input<typeof policyObject>;
