import { z } from 'zod';
import type { BlockedReason, GuardrailCategory, GuardrailStage } from './enumerations.ts';
import { writtenTextSchema } from './written-text.ts';

/** Limits of a policy and of what its checks are told. */
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
  /** Unicode classes in a pattern: each takes long to compile. So do wide ranges, where case is ignored. */
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

/** What each check is told, beside what every guardrail has. */
const settings = {
  prompt_size: z.strictObject({ code_points_max: z.int().min(1).max(policyLimits.promptCodePointsMax) }),
  control_characters: z.strictObject({}),
  prompt_attack: z.strictObject({}),
  personal_data: z.strictObject({
    types: z
      .record(
        z
          .string()
          .regex(/^[a-z][a-z0-9_]{0,39}$/)
          .meta({
            description:
              'A type of personal data, or one of the groups identifiers, contact, network, names.',
          }),
        z.enum(['off', ...policyActions]),
      )
      .exactOptional()
      .meta({
        description:
          'What is looked for, and what is done about each. A type goes before its group. The strongest of them is the action of the guardrail. Left out: identifiers, by that action.',
      }),
  }),
  secrets: z.strictObject({}),
  unsafe_content: z.strictObject({
    thresholds: z
      .partialRecord(z.enum(unsafeKinds), shareSchema)
      .default({})
      .meta({ description: 'Of single kinds; for the others the threshold of the guardrail counts.' }),
  }),
  topic: z
    .strictObject({
      allowed: z.array(topicSchema).max(policyLimits.topicsMax).default([]),
      denied: z.array(topicSchema).max(policyLimits.topicsMax).default([]),
    })
    .refine(({ allowed, denied }) => allowed.length + denied.length > 0, {
      error: 'Name at least one topic that is allowed or denied',
    }),
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
        description: 'Beside the mark that is set into what a language model is told for each answer.',
      }),
    instructions: writtenTextSchema({
      max: policyLimits.instructionsCodePointsMax,
      lines: 'many',
      min: 0,
    }).default(''),
  }),
  links: z.strictObject({
    allowed_hosts: z
      .array(z.string().max(253).regex(hostPattern, { error: 'Not the name of a host' }))
      .max(policyLimits.hostsMax)
      .default([])
      .meta({ description: 'Hosts that answers may link to besides cited documents; *.example.com too.' }),
  }),
  grounding: z.strictObject({
    supported_min: shareSchema.default(0.2),
    contradicted_max: shareSchema.default(0.9),
    sentence_contradicted_max: shareSchema.default(0.97),
    written_supported_min: shareSchema.default(0).meta({
      description: 'Of every sentence that a language model wrote: how far a judge must hold it borne out.',
    }),
    unjudged: z
      .enum(['flag', 'block'])
      .default('flag')
      .meta({ description: 'What is done where the model that should have judged could not.' }),
  }),
  relevance: z.strictObject({}),
  format: z
    .strictObject({
      code_points_max: z.int().min(1).max(1_000_000).exactOptional(),
      languages: z
        .array(z.string().regex(/^[a-z]{2,3}$/, { error: 'Not a language, such as en' }))
        .min(1)
        .max(policyLimits.languagesMax)
        .exactOptional(),
      json_schema: z
        .record(z.string(), z.unknown())
        .refine(hasRoomFor, { error: `More than ${policyLimits.jsonSchemaBytesMax} bytes` })
        .exactOptional(),
    })
    .refine((rules) => Object.keys(rules).length > 0, { error: 'Name a length, languages or a schema' }),
  pattern: z.strictObject({
    pattern: z.string().min(1).max(policyLimits.patternCodePointsMax).meta({
      description: "A regular expression in RE2's syntax: matched in linear time, without look-around.",
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
  readonly timeoutMs: number;
  readonly failMode: 'open' | 'closed';
}

/** Against what hangs: a check on a busy machine is worth waiting for, and most block where they do not end. */
const usualTimeoutMs = 5_000;
/** A language model may be asked, and has two seconds. */
const askingTimeoutMs = 3_500;
const anyAction = policyActions;
const unlocated = ['flag', 'block'] as const;
const texts = ['input', 'output'] as const;

/** Where each check may stand, what may be done about its findings, and what holds unless the policy says otherwise. */
export const checkFacts = {
  prompt_size: facts(['input'], unlocated, 'format', 'policy'),
  control_characters: facts(['input'], unlocated, 'security', 'policy'),
  prompt_attack: facts(['input', 'retrieval'], anyAction, 'security', 'prompt_injection'),
  personal_data: facts(texts, anyAction, 'privacy', 'pii'),
  secrets: facts(texts, anyAction, 'privacy', 'secrets'),
  unsafe_content: {
    ...facts(texts, unlocated, 'safety', 'unsafe_content', 'open'),
    // Lower, one in seventy harmless questions and far more that only look alarming would be found.
    threshold: 0.9,
    timeoutMs: askingTimeoutMs,
  },
  topic: facts(['input'], unlocated, 'scope', 'out_of_scope', 'open'),
  words: facts(texts, anyAction, 'compliance', 'policy'),
  profanity: facts(texts, ['flag'], 'compliance', 'policy', 'open'),
  prompt_leak: facts(['output'], unlocated, 'security', 'policy'),
  links: facts(['output'], anyAction, 'security', 'policy'),
  grounding: facts(['output'], unlocated, 'grounding', 'ungrounded'),
  relevance: facts(['output'], unlocated, 'grounding', 'ungrounded', 'open'),
  format: facts(['output'], unlocated, 'format', 'policy'),
  pattern: facts(texts, anyAction, 'custom', 'policy'),
  rule: { ...facts(texts, unlocated, 'custom', 'policy', 'open'), timeoutMs: askingTimeoutMs },
} as const satisfies Readonly<Record<GuardrailCheck, CheckFacts>>;

function facts(
  stages: CheckFacts['stages'],
  actions: CheckFacts['actions'],
  category: GuardrailCategory,
  blockedReason: BlockedReason,
  failMode: CheckFacts['failMode'] = 'closed',
): CheckFacts {
  return { stages, actions, category, blockedReason, failMode, threshold: 0.5, timeoutMs: usualTimeoutMs };
}

export const checkSettings = settings;
