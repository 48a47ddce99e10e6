import { readFile } from 'node:fs/promises';
import { codePointLength, type GuardrailPolicy, policyLimits } from '@avow/contract';
import type { Config } from '../config/load-config.ts';
import { UserError } from '../errors/user-error.ts';
import type { CheckParts } from '../guardrails/checks/check-builder.ts';
import { foldPhrases } from '../guardrails/checks/fold-phrases.ts';
import { createGuards } from '../guardrails/create-guards.ts';
import { defaultPolicy } from '../guardrails/default-policy.ts';
import { foldWords } from '../guardrails/fold-words.ts';
import { groundingLines } from '../knowledge/reading/answer-line.ts';
import type { AppParts } from './app-parts.ts';
import { openGauge } from './open-gauge.ts';

/** What guardrails are made of in this installation, and the policy of tenants that have none of their own. */
export async function composeGuardrails({
  config,
  data,
  encoder,
  reader,
  screener,
  guardModel,
  clock,
}: Required<Pick<AppParts, 'config' | 'data' | 'encoder' | 'reader' | 'screener' | 'guardModel' | 'clock'>>) {
  const parts: CheckParts = {
    gauge: await openGauge(),
    screener,
    encoder,
    guardModel,
    hasJudge: reader !== null,
  };
  const builtIn = await readBuiltIn(config, parts);
  return { parts, builtIn, guards: createGuards({ policies: data.store.policies, builtIn, parts, clock }) };
}

async function readBuiltIn(config: Config, parts: CheckParts): Promise<GuardrailPolicy> {
  return defaultPolicy({
    promptCodePointsMax: config.promptCodePointsMax,
    deniedWords: await readDeniedWords(config.deniedWordsFile),
    grounding: groundingLines,
    has: { screener: parts.screener !== null, judge: parts.hasJudge },
  });
}

async function readDeniedWords(path: string | null): Promise<string[]> {
  if (path === null) return [];
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`AVOW_DENIED_WORDS_FILE: ${path} cannot be read (${error.code}).`, { cause: error });
  });
  const words = text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
  if (words.length > policyLimits.wordsMax)
    throw new UserError(`AVOW_DENIED_WORDS_FILE: at most ${policyLimits.wordsMax} words can be denied.`);
  for (const [index, word] of words.entries()) {
    // The word itself is not repeated: a list of denied words may be confidential.
    const fault = faultOf(word);
    if (fault !== null) throw new UserError(`AVOW_DENIED_WORDS_FILE: denied word ${index + 1} ${fault}.`);
  }
  const folded = foldPhrases(words);
  if (typeof folded === 'string')
    throw new UserError(`AVOW_DENIED_WORDS_FILE: the list is too long. ${folded}.`);
  return words;
}

function faultOf(word: string): string | null {
  const { wordCodePointsMax } = policyLimits;
  if (codePointLength(word) > wordCodePointsMax) return `is longer than ${wordCodePointsMax} characters`;
  return foldWords(word).length === 0 ? 'has no letter or digit' : null;
}
