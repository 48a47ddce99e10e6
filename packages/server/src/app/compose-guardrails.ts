import type { GuardrailPolicy } from '@avow/contract';
import type { CheckParts } from '@avow/guardrails';
import { createGuards, defaultPolicy } from '@avow/guardrails';
import { groundingLines } from '../answering/extraction/answer-line.ts';
import type { Config } from '../config/load-config.ts';
import { readDeniedWords } from '../config/read-denied-words.ts';
import type { AppParts } from './app-parts.ts';
import { openClassifier } from './open-classifier.ts';
import { rememberSettings } from './remember-settings.ts';

/** The guardrails of this installation, and the policy of tenants that have not set one. */
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
    classifier: await openClassifier(),
    screener,
    encoder,
    guardModel,
    hasJudge: reader !== null,
  };
  const builtIn = await readBuiltIn(config, parts);
  const { policies } = data.store;
  const current = rememberSettings(data.nodes, policies.currentPolicy);
  const guards = createGuards({
    ...{ policies: { ...policies, currentPolicy: current.read }, builtIn, parts, clock },
  });
  const change: typeof guards.change = (tenantId, policy) => {
    current.forget(tenantId);
    guards.change(tenantId, policy);
  };
  return { parts, builtIn, guards: { ...guards, change } };
}

async function readBuiltIn(config: Config, parts: CheckParts): Promise<GuardrailPolicy> {
  return defaultPolicy({
    promptCodePointsMax: config.promptCodePointsMax,
    deniedWords: await readDeniedWords(config.deniedWordsFile),
    grounding: groundingLines,
    has: { screener: parts.screener !== null, judge: parts.hasJudge },
  });
}
