import { readFile } from 'node:fs/promises';
import type { GuardrailPolicy } from '@avow/contract';
import type { Config } from '../config/load-config.ts';
import { UserError } from '../errors/user-error.ts';
import type { CheckParts } from '../guardrails/checks/check-builder.ts';
import { compilePolicy } from '../guardrails/compile-policy.ts';
import { createGuards } from '../guardrails/create-guards.ts';
import { defaultPolicy } from '../guardrails/default-policy.ts';
import { groundingLines } from '../knowledge/reading/answer-line.ts';
import type { AppParts } from './app-parts.ts';

/** What guardrails are made of in this installation, and the policy of tenants that have none of their own. */
export async function composeGuardrails({
  config,
  data,
  encoder,
  reader,
  guardModel,
  clock,
}: Required<Pick<AppParts, 'config' | 'data' | 'encoder' | 'reader' | 'guardModel' | 'clock'>>) {
  const parts: CheckParts = {
    gauge: null,
    screener: null,
    encoder,
    guardModel,
    hasJudge: reader !== null,
  };
  const builtIn = await readBuiltIn(config, parts);
  return { parts, builtIn, guards: createGuards({ policies: data.store.policies, builtIn, parts, clock }) };
}

async function readBuiltIn(config: Config, parts: CheckParts): Promise<GuardrailPolicy> {
  const builtIn = defaultPolicy({
    promptCodePointsMax: config.promptCodePointsMax,
    deniedWords: await readDeniedWords(config.deniedWordsFile),
    grounding: groundingLines,
    has: { screener: parts.screener !== null, judge: parts.hasJudge },
  });
  const [fault] = compilePolicy(builtIn, 'default', parts).faults;
  // Of all that the built-in policy is made of only the operator's list can be wrong.
  if (fault !== undefined)
    throw new UserError(
      `AVOW_DENIED_WORDS_FILE: word ${Number(fault.path.at(-1)) + 1} has no letter or digit.`,
    );
  return builtIn;
}

async function readDeniedWords(path: string | null): Promise<string[]> {
  if (path === null) return [];
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`AVOW_DENIED_WORDS_FILE: ${path} cannot be read (${error.code}).`, { cause: error });
  });
  return text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
}
