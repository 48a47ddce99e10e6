import { createHash } from 'node:crypto';
import { guardrailStages } from '@avow/contract';
import type { Guardrail, Policy } from '../interfaces/guardrail.ts';
import { createCardNumbersGuardrail } from './card-numbers.ts';
import { createControlCharactersGuardrail } from './control-characters.ts';
import { createDeniedWordsGuardrail } from './denied-words.ts';
import { guardrailIds } from './guardrail-ids.ts';
import { createIbanNumbersGuardrail } from './iban-numbers.ts';
import { createPromptSizeGuardrail } from './prompt-size.ts';

export interface DefaultPolicySettings {
  readonly promptCodePointsMax: number;
  readonly deniedWords: readonly string[];
}

const messages: Policy['messages'] = {
  blocked: 'This request cannot be answered here.',
  notCovered: 'The knowledge available here does not cover this question.',
};

const bands: Policy['bands'] = { high: 0.8, medium: 0.5 };

const versionDigits = 12;

function createGuardrails({ promptCodePointsMax, deniedWords }: DefaultPolicySettings): readonly Guardrail[] {
  const ids = guardrailIds;
  return [
    createPromptSizeGuardrail({ id: ids.promptSize, codePointsMax: promptCodePointsMax }),
    createControlCharactersGuardrail({ id: ids.controlCharacters }),
    createDeniedWordsGuardrail({ id: ids.deniedWordsInput, stage: 'input', words: deniedWords }),
    createCardNumbersGuardrail({ id: ids.cardNumbersInput, stage: 'input' }),
    createIbanNumbersGuardrail({ id: ids.ibanNumbersInput, stage: 'input' }),
    createDeniedWordsGuardrail({ id: ids.deniedWordsOutput, stage: 'output', words: deniedWords }),
    createCardNumbersGuardrail({ id: ids.cardNumbersOutput, stage: 'output' }),
    createIbanNumbersGuardrail({ id: ids.ibanNumbersOutput, stage: 'output' }),
  ];
}

/** The same settings give the same version on every machine; the order of the denied words does not matter. */
function versionOf(policy: Omit<Policy, 'version'>, settings: DefaultPolicySettings): string {
  const description = JSON.stringify([
    policy.guardrails.map(({ id, name, category, stage, blockedReason, failMode, timeoutMs, lines = {} }) => [
      id,
      name,
      category,
      stage,
      blockedReason,
      failMode,
      timeoutMs,
      Object.entries(lines).sort(([one], [other]) => (one < other ? -1 : 1)),
    ]),
    [policy.messages.blocked, policy.messages.notCovered],
    [policy.bands.high, policy.bands.medium],
    settings.promptCodePointsMax,
    [...new Set(settings.deniedWords)].sort(),
  ]);
  return `default-${createHash('sha256').update(description).digest('hex').slice(0, versionDigits)}`;
}

/** The policy of a service that nobody has set up: what every text is checked for, and what is said in its place. */
export function defaultPolicy(settings: DefaultPolicySettings, extra: readonly Guardrail[] = []): Policy {
  const guardrails = [...createGuardrails(settings), ...extra].sort(
    (a, b) => guardrailStages.indexOf(a.stage) - guardrailStages.indexOf(b.stage),
  );
  if (new Set(guardrails.map(({ id }) => id)).size < guardrails.length) {
    throw new RangeError('two guardrails of a policy have the same id');
  }
  const policy = { guardrails, messages, bands };
  return { version: versionOf(policy, settings), ...policy };
}
