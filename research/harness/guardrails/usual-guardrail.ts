import { groundingLines } from '@avow/answering/write';
import type { CheckDependencies } from '@avow/guardrails';
import { defaultPolicy } from '@avow/guardrails/policies';
import { guardrailIds } from '@avow/guardrails/testing/checks';
import type { GivenGuardrail } from './compile-check.ts';

/** The policy of a service without configuration. */
export function usualPolicy({ hasScreener }: { readonly hasScreener: boolean }) {
  return defaultPolicy({
    ...{ promptCodePointsMax: 8_000, deniedWords: [], grounding: groundingLines },
    has: { screener: hasScreener, judge: false },
  });
}

/** A guardrail of that policy in an installation with these parts, without its time limit. */
export function usualGuardrail(
  name: keyof typeof guardrailIds,
  { screener }: Pick<CheckDependencies, 'screener'>,
): GivenGuardrail {
  const { guardrails } = usualPolicy({ hasScreener: screener !== null });
  const entry = guardrails.find(({ id }) => id === guardrailIds[name]);
  if (entry === undefined) throw new Error(`there is no guardrail ${name} in the default policy`);
  const { timeout_ms, ...given } = entry;
  return given as GivenGuardrail;
}
