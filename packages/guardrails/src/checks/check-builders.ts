import type { GuardrailCheck } from '@avow/contract/guardrails';
import { buildControlCharacters } from './build-control-characters.ts';
import { buildFormat } from './build-format.ts';
import { buildGrounding } from './build-grounding.ts';
import { buildLinks } from './build-links.ts';
import { buildPattern } from './build-pattern.ts';
import { buildPersonalData } from './build-personal-data.ts';
import { buildProfanity } from './build-profanity.ts';
import { buildPromptAttack } from './build-prompt-attack.ts';
import { buildPromptLeak } from './build-prompt-leak.ts';
import { buildPromptSize } from './build-prompt-size.ts';
import { buildRelevance } from './build-relevance.ts';
import { buildRule } from './build-rule.ts';
import { buildSecrets } from './build-secrets.ts';
import { buildTopic } from './build-topic.ts';
import { buildUnsafeContent } from './build-unsafe-content.ts';
import { buildWords } from './build-words.ts';
import type { BuildCheck } from './check-builder.ts';

export const checkBuilders: { readonly [Check in GuardrailCheck]: BuildCheck<Check> } = {
  prompt_size: buildPromptSize,
  control_characters: buildControlCharacters,
  prompt_attack: buildPromptAttack,
  personal_data: buildPersonalData,
  secrets: buildSecrets,
  unsafe_content: buildUnsafeContent,
  topic: buildTopic,
  words: buildWords,
  profanity: buildProfanity,
  prompt_leak: buildPromptLeak,
  links: buildLinks,
  grounding: buildGrounding,
  relevance: buildRelevance,
  format: buildFormat,
  pattern: buildPattern,
  rule: buildRule,
};
