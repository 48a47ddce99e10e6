import { hash } from 'node:crypto';
import type { StageOutcome } from '../interfaces/guard.ts';
import type { GuardrailInput, TextGuardrail } from '../interfaces/guardrail.ts';
import type { OutcomeMemory } from './create-outcome-memory.ts';

type Check = (input: GuardrailInput, signal: AbortSignal) => Promise<StageOutcome>;

/** Few questions and titles are longer, and what is remembered holds the text after redactions. */
const textUnitsMax = 1_000;

/**
 * The same text, such as a question that is asked again, is not checked again: the outcome is the same while the policy
 * is. Not where a check may change its mind, and never an outcome that came of a check that did not run or had to do
 * without something.
 */
export function rememberOutcomes(
  guardrails: readonly TextGuardrail[],
  check: Check,
  memory: OutcomeMemory,
): Check {
  if (guardrails.some(({ varies }) => varies === true)) return check;
  return async (input, signal) => {
    // Time that is up is up, whatever is known.
    if (signal.aborted || input.text.length > textUnitsMax) return await check(input, signal);
    // Not the text itself: it may hold what is to be stored nowhere.
    const textHash = hash('sha256', input.text, 'base64');
    const outcome = memory.recall(textHash);
    if (outcome !== undefined) return outcome;
    const found = await check(input, signal);
    if (!found.degraded && found.results.every(({ status }) => status === 'ok')) memory.keep(textHash, found);
    return found;
  };
}
