import type { GuardrailResult } from '@avow/contract';
import type { Guard, StageOutcome } from '../interfaces/guard.ts';
import type { GuardrailInput } from '../interfaces/guardrail.ts';

export interface AnswerOutcome extends StageOutcome {
  /** Something was taken out of what is quoted: a citation would give it away. */
  readonly quotesRedacted: boolean;
}

/**
 * Safety, privacy and grounding, on the answer as it is shown. Citations quote what is stored, which in another form than
 * Markdown is more than what is shown, such as where a link leads: that is looked through as well, and quotes in which
 * something is found are withheld.
 */
export async function guardAnswer(
  guard: Guard,
  { shown, stored }: { readonly shown: GuardrailInput; readonly stored: GuardrailInput },
  deadline: AbortSignal,
): Promise<AnswerOutcome> {
  if (stored.text === shown.text) {
    const outcome = await guard.check('answer', shown, deadline);
    return { ...outcome, quotesRedacted: outcome.redacted };
  }
  const [ofShown, ofStored] = await Promise.all([
    guard.check('answer', shown, deadline),
    guard.check('answer', stored, deadline),
  ]);
  const redactedLater = new Map(
    ofStored.results.filter(({ action }) => action === 'redact').map((one) => [one.guardrail_id, one]),
  );
  const withQuotes = (result: GuardrailResult) =>
    result.action === 'none' && result.status === 'ok'
      ? (redactedLater.get(result.guardrail_id) ?? result)
      : result;
  return {
    ...ofShown,
    results: ofShown.results.map(withQuotes),
    // What cannot be shown as it is stored, or was not looked through, is not quoted either.
    quotesRedacted: ofShown.redacted || ofStored.redacted || ofStored.blocked !== null,
  };
}
