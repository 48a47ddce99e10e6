import { z } from 'zod';
import { writtenTextSchema } from '../fields/written-text.ts';
import type { BlockedReason, GuardrailCategory, GuardrailStage } from '../values/enumerations.ts';

/** Limits of a policy and of the settings of its checks. */
export const policyLimits = {
  guardrailsMax: 64,
  nameCodePointsMax: 80,
  messageCodePointsMax: 2_000,
  timeoutMsMax: 10_000,
  wordsMax: 10_000,
  wordCodePointsMax: 200,
  /** Of all words and phrases of a list together. */
  phraseWordsMax: 20_000,
  wordsCodePointsMax: 150_000,
  topicsMax: 32,
  examplesMax: 32,
  exampleCodePointsMax: 500,
  ruleCodePointsMax: 1_000,
  patternCodePointsMax: 1_000,
  /** Of what a pattern is compiled to: the time of a search grows with it. */
  patternInstructionsMax: 500,
  /** Unicode classes in a pattern: each takes long to compile, and so do wide ranges if case is ignored. */
  patternClassesMax: 16,
  /** Of all patterns of a policy together, those of its JSON schemas among them. */
  policyInstructionsMax: 5_000,
  policyClassesMax: 100,
  hostsMax: 500,
  canariesMax: 32,
  instructionsCodePointsMax: 32_000,
  languagesMax: 32,
  jsonSchemaBytesMax: 16_384,
  /** Objects, lists and values in all JSON schemas of a policy together, with what their references lead to. */
  policySchemaPartsMax: 500,
  promptCodePointsMax: 32_000,
} as const;

/** What may be done about a finding. */
export const policyActions = ['flag', 'redact', 'block'] as const;
export type PolicyAction = (typeof policyActions)[number];

export const unsafeKinds = [
  'hate',
  'harassment',
  'self_harm',
  'sexual',
  'violence',
  'weapons',
  'crime',
] as const;
export type UnsafeKind = (typeof unsafeKinds)[number];

/** The thresholds for prompts that feedback may propose to raise. */
export const thresholdNames = ['prompt_attack', ...unsafeKinds] as const;
export type ThresholdName = (typeof thresholdNames)[number];

/** Groups of personal data that a policy can name instead of each type. */
export const personalDataGroups = ['identifiers', 'contact', 'network', 'names'] as const;
export type PersonalDataGroup = (typeof personalDataGroups)[number];

const shareSchema = z.number().min(0).max(1);

const topicSchema = z.strictObject({
  name: writtenTextSchema({ max: policyLimits.nameCodePointsMax, lines: 'one' }),
  description: writtenTextSchema({ max: policyLimits.exampleCodePointsMax, lines: 'many' }),
  examples: z
    .array(writtenTextSchema({ max: policyLimits.exampleCodePointsMax, lines: 'many' }))
    .max(policyLimits.examplesMax)
    .default([]),
});

const hostPattern = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

function hasRoomFor(value: unknown): boolean {
  return JSON.stringify(value).length <= policyLimits.jsonSchemaBytesMax;
}

/** What is merely suspicious. */
const flagFromSchema = shareSchema.nullable();

const learnSchema = z.boolean().default(true).meta({
  description: 'Whether feedback on blocked prompts, `wrongly_blocked`, raises the threshold for prompts.',
});

/** The settings of each check, in addition to those of every guardrail. */
const settings = {
  prompt_size: z.strictObject({ code_points_max: z.int().min(1).max(policyLimits.promptCodePointsMax) }),
  control_characters: z.strictObject({}),
  prompt_attack: z.strictObject({
    flag_from: flagFromSchema.default(0.3).meta({
      description:
        'At the stage `input`, a score from this on is flagged if it does not reach the threshold. Null for no flags.',
    }),
    learn_from_feedback: learnSchema,
  }),
  personal_data: z.strictObject({
    types: z
      .record(
        z
          .string()
          .regex(/^[a-z][a-z0-9_]{0,39}$/)
          .meta({
            description:
              'A type of personal data, or one of the groups `identifiers`, `contact`, `network` and `names`.',
          }),
        z.enum(['off', ...policyActions]),
      )
      .exactOptional()
      .meta({
        description:
          'The action for each type or group. A type takes precedence over its group. The action of the guardrail must be the strongest of them. Default: `identifiers`, with the action of the guardrail.',
      }),
  }),
  secrets: z.strictObject({}),
  unsafe_content: z.strictObject({
    thresholds: z.partialRecord(z.enum(unsafeKinds), shareSchema).default({}).meta({
      description: 'Thresholds for individual kinds. The threshold of the guardrail applies to the others.',
    }),
    flag_from: flagFromSchema.default(0.1).meta({
      description:
        'If the score of a kind is at least this and does not reach its threshold, the text is flagged. Null for no flags.',
    }),
    learn_from_feedback: learnSchema,
  }),
  topic: z
    .strictObject({
      allowed: z.array(topicSchema).max(policyLimits.topicsMax).default([]),
      denied: z.array(topicSchema).max(policyLimits.topicsMax).default([]),
    })
    .refine(({ allowed, denied }) => allowed.length + denied.length > 0, {
      error: 'Give at least one allowed or denied topic',
    })
    .meta({ not: { properties: { allowed: { maxItems: 0 }, denied: { maxItems: 0 } } } }),
  words: z.strictObject({
    words: z
      .array(writtenTextSchema({ max: policyLimits.wordCodePointsMax, lines: 'one' }))
      .max(policyLimits.wordsMax),
  }),
  profanity: z.strictObject({}),
  prompt_leak: z.strictObject({
    canaries: z
      .array(writtenTextSchema({ max: policyLimits.wordCodePointsMax, lines: 'one' }))
      .max(policyLimits.canariesMax)
      .default([])
      .meta({
        description:
          'Strings that no answer may contain, such as those that you have put into documents or prompts to find leaks.',
      }),
    instructions: writtenTextSchema({
      max: policyLimits.instructionsCodePointsMax,
      lines: 'many',
      min: 0,
    }).default(''),
  }),
  links: z.strictObject({
    allowed_hosts: z
      .array(z.string().max(253).regex(hostPattern, { error: 'Must be a host name' }))
      .max(policyLimits.hostsMax)
      .default([])
      .meta({
        description:
          'Hosts that answers may link to, in addition to cited documents, and the only ones that they may show images of. Wildcards such as `*.example.com` are allowed.',
      }),
  }),
  grounding: z.strictObject({
    supported_min: shareSchema.default(0.2),
    contradicted_max: shareSchema.default(0.9),
    sentence_contradicted_max: shareSchema.default(0.97),
    generated_supported_min: shareSchema.default(0).meta({
      description: 'The minimum support score for every sentence that a language model wrote.',
    }),
    when_judge_unavailable: z
      .enum(['flag', 'block'])
      .default('flag')
      .meta({ description: 'What to do if the model that judges support is unavailable.' }),
  }),
  relevance: z.strictObject({}),
  format: z
    .strictObject({
      code_points_max: z.int().min(1).max(1_000_000).exactOptional(),
      languages: z
        .array(z.string().regex(/^[a-z]{2,3}$/, { error: 'Must be a language code such as en' }))
        .min(1)
        .max(policyLimits.languagesMax)
        .exactOptional(),
      json_schema: z
        .record(z.string(), z.unknown())
        .refine(hasRoomFor, { error: `Must be at most ${policyLimits.jsonSchemaBytesMax} bytes` })
        .exactOptional(),
    })
    .refine((rules) => Object.keys(rules).length > 0, {
      error: 'Give a maximum length, languages or a JSON schema',
    })
    .meta({ minProperties: 1 }),
  pattern: z.strictObject({
    pattern: z.string().min(1).max(policyLimits.patternCodePointsMax).meta({
      description: 'A regular expression in RE2 syntax, without look-around.',
    }),
    ignore_case: z.boolean().default(false),
  }),
  rule: z.strictObject({
    rule: writtenTextSchema({ max: policyLimits.ruleCodePointsMax, lines: 'many' }),
    examples: z
      .array(
        z.strictObject({
          text: writtenTextSchema({ max: policyLimits.exampleCodePointsMax, lines: 'many' }),
          breaks_rule: z.boolean(),
        }),
      )
      .max(policyLimits.examplesMax)
      .default([]),
  }),
} as const satisfies Readonly<Record<string, z.ZodType>>;

export type GuardrailCheck = keyof typeof settings;
export const guardrailChecks = Object.keys(settings) as [GuardrailCheck, ...GuardrailCheck[]];
export type CheckSettings<Check extends GuardrailCheck> = z.output<(typeof settings)[Check]>;

interface CheckFacts {
  readonly stages: readonly [GuardrailStage, ...GuardrailStage[]];
  readonly actions: readonly [PolicyAction, ...PolicyAction[]];
  readonly category: GuardrailCategory;
  readonly blockedReason: BlockedReason;
  /** The score from which a finding counts, unless the policy says another. */
  readonly threshold: number;
  readonly failMode: 'open' | 'closed';
}

const anyAction = policyActions;
const unlocated = ['flag', 'block'] as const;
const texts = ['input', 'output'] as const;

/** The stages at which each check may run, the actions on its findings, and the defaults. */
export const checkFacts = {
  prompt_size: facts(['input'], unlocated, 'format', 'policy'),
  control_characters: facts(['input'], unlocated, 'security', 'policy'),
  prompt_attack: facts(['input', 'retrieval'], anyAction, 'security', 'prompt_injection'),
  personal_data: facts(texts, anyAction, 'privacy', 'pii'),
  secrets: facts(texts, anyAction, 'privacy', 'secrets'),
  unsafe_content: facts(texts, unlocated, 'safety', 'unsafe_content'),
  topic: facts(['input'], unlocated, 'scope', 'out_of_scope', 'open'),
  words: facts(texts, anyAction, 'compliance', 'policy'),
  profanity: facts(texts, ['flag'], 'compliance', 'policy', 'open'),
  prompt_leak: facts(['output'], unlocated, 'security', 'policy'),
  links: facts(['output'], anyAction, 'security', 'policy'),
  grounding: facts(['output'], unlocated, 'grounding', 'ungrounded'),
  relevance: facts(['output'], unlocated, 'grounding', 'ungrounded', 'open'),
  format: facts(['output'], unlocated, 'format', 'policy'),
  pattern: facts(texts, anyAction, 'custom', 'policy'),
  rule: facts(texts, unlocated, 'custom', 'policy', 'open'),
} as const satisfies Readonly<Record<GuardrailCheck, CheckFacts>>;

function facts(
  stages: CheckFacts['stages'],
  actions: CheckFacts['actions'],
  category: GuardrailCategory,
  blockedReason: BlockedReason,
  failMode: CheckFacts['failMode'] = 'closed',
): CheckFacts {
  return { stages, actions, category, blockedReason, failMode, threshold: 0.5 };
}

export const checkSettings = settings;
