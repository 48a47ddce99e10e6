import { type GuardrailPolicy, type GuardrailPolicyGiven, guardrailPolicySchema } from '@avow/contract';
import { guardrailIds } from './guardrail-ids.ts';

export interface DefaultPolicySettings {
  readonly promptCodePointsMax: number;
  /** The operator's own list; their order does not matter. */
  readonly deniedWords: readonly string[];
  /** How far a judge must hold an answer borne out, and how far at most contradicted. */
  readonly grounding: {
    readonly supportedMin: number;
    readonly contradictedMax: number;
    readonly sentenceContradictedMax: number;
  };
  /** What this installation has: a check that it cannot carry out is not in its policy. */
  readonly has: { readonly screener: boolean; readonly judge: boolean };
}

type Given = GuardrailPolicyGiven['guardrails'][number];

/** The policy of a service that nobody has set up: what every text is checked for, and what is said in its place. */
export function defaultPolicy(settings: DefaultPolicySettings): GuardrailPolicy {
  const guardrails = [...ofPrompts(settings), ...ofPassages(), ...ofAnswers(settings)];
  const { guardrails: entries, ...rest } = guardrailPolicySchema.parse({ guardrails });
  return { ...rest, guardrails: entries as GuardrailPolicy['guardrails'] };
}

function words({ deniedWords }: DefaultPolicySettings): { readonly words: string[] } {
  return { words: [...new Set(deniedWords)].sort() };
}

function ofPrompts(settings: DefaultPolicySettings): Given[] {
  const ids = guardrailIds;
  const stage = 'input';
  return [
    {
      ...{ id: ids.promptSize, name: 'Prompt size', check: 'prompt_size', stage, action: 'block' },
      settings: { code_points_max: settings.promptCodePointsMax },
    },
    {
      id: ids.controlCharacters,
      name: 'Control characters',
      check: 'control_characters',
      stage,
      action: 'block',
    },
    {
      ...{ id: ids.deniedWordsInput, name: 'Denied words', check: 'words', stage, action: 'block' },
      settings: words(settings),
    },
    { id: ids.promptAttack, name: 'Prompt attack', check: 'prompt_attack', stage, action: 'block' },
    {
      ...{
        id: ids.personalDataInput,
        name: 'Personal data',
        check: 'personal_data',
        stage,
        action: 'redact',
      },
      settings: { types: { identifiers: 'redact', contact: 'flag' } },
    },
    { id: ids.secretsInput, name: 'Secrets', check: 'secrets', stage, action: 'redact' },
    ...(settings.has.screener
      ? [
          {
            ...{ id: ids.unsafeContent, name: 'Unsafe content', check: 'unsafe_content', stage },
            action: 'block',
          } as const,
        ]
      : []),
    { id: ids.profanity, name: 'Profanity', check: 'profanity', stage, action: 'flag' },
  ];
}

function ofPassages(): Given[] {
  const { indirectInjection: id } = guardrailIds;
  return [{ id, name: 'Indirect injection', check: 'prompt_attack', stage: 'retrieval', action: 'redact' }];
}

function ofAnswers(settings: DefaultPolicySettings): Given[] {
  const ids = guardrailIds;
  const stage = 'output';
  return [
    {
      ...{ id: ids.deniedWordsOutput, name: 'Denied words', check: 'words', stage, action: 'block' },
      settings: words(settings),
    },
    {
      ...{
        id: ids.personalDataOutput,
        name: 'Personal data',
        check: 'personal_data',
        stage,
        action: 'redact',
      },
      settings: { types: { identifiers: 'redact' } },
    },
    { id: ids.secretsOutput, name: 'Secrets', check: 'secrets', stage, action: 'redact' },
    { id: ids.links, name: 'Links and markup', check: 'links', stage, action: 'flag' },
    {
      ...{ id: ids.grounding, name: 'Grounding', check: 'grounding', stage, action: 'block' },
      settings: {
        supported_min: settings.grounding.supportedMin,
        contradicted_max: settings.grounding.contradictedMax,
        sentence_contradicted_max: settings.grounding.sentenceContradictedMax,
      },
    },
    ...(settings.has.judge
      ? [{ id: ids.relevance, name: 'Relevance', check: 'relevance', stage, action: 'flag' } as const]
      : []),
  ];
}
