import type { OutcomeCache } from './create-outcome-cache.ts';
import type { StageOutcome } from './guard.ts';
import type { GuardrailInput, TextGuardrail } from './guardrail.ts';

type Check = (input: GuardrailInput, signal: AbortSignal) => Promise<StageOutcome>;

/** Few questions, titles and curated answers are longer, and a cached outcome contains the text after redactions. */
const textUnitsMax = 1_000;

/**
 * Caches the outcomes of texts that come again, such as a question or a curated answer. It does nothing if a check may give
 * different verdicts on the same text, and never caches a degraded outcome or one of a check that did not run.
 */
export function cacheOutcomes(
  guardrails: readonly TextGuardrail[],
  check: Check,
  cache: OutcomeCache,
): Check {
  if (guardrails.some(({ varies }) => varies === true)) return check;
  return async (input, signal) => {
    // After the deadline the outcome must be a timeout, even if a cached one exists.
    if (signal.aborted || !mayComeAgain(input)) return await check(input, signal);
    const described = JSON.stringify(input);
    const outcome = cache.get(described);
    if (outcome !== undefined) return outcome;
    const found = await check(input, signal);
    if (!found.degraded && found.results.every(({ status }) => status === 'ok')) cache.set(described, found);
    return found;
  };
}

/** An answer that was read or written for its question is judged anew each time; one that people wrote needs no judge. */
function mayComeAgain({ text, judgement, written }: GuardrailInput): boolean {
  return text.length <= textUnitsMax && judgement === undefined && written === undefined;
}
