import type { GuardrailResult } from '@avow/contract';
import type { Guard, StageOutcome } from '../interfaces/guard.ts';
import type { GuardrailInput } from '../interfaces/guardrail.ts';
import { type CitedSource, guardCitations } from './guard-citations.ts';
import { mergeOutcomes } from './merge-outcomes.ts';

export interface AnswerOutcome extends StageOutcome {
  /** Something was taken out of what is quoted: a citation would give it away. */
  readonly quotesRedacted: boolean;
  /** What is said of where the quotes are from, as it may be shown. */
  readonly sources: readonly CitedSource[];
  readonly sourcesRedacted: boolean;
}

interface GuardedAnswer {
  readonly shown: GuardrailInput;
  readonly stored: GuardrailInput;
  /** Where the quotes are from. */
  readonly cited: readonly CitedSource[];
}

/**
 * Safety, privacy and grounding, on the answer as it is shown. Citations quote what is stored, which in another form than
 * Markdown is more than what is shown, such as where a link leads: that is looked through as well, and quotes in which
 * something is found are withheld. So is what must not be shown in the titles, sources and addresses of what is cited.
 */
export async function guardAnswer(
  guard: Guard,
  { shown, stored, cited }: GuardedAnswer,
  deadline: AbortSignal,
): Promise<AnswerOutcome> {
  const [ofAnswer, ofCitations] = await Promise.all([
    guardQuoting(guard, { shown, stored }, deadline),
    guardCitations(guard, cited, deadline),
  ]);
  return {
    ...ofAnswer,
    ...mergeOutcomes(ofAnswer, ofCitations.outcomes),
    sources: ofCitations.sources,
    sourcesRedacted: ofCitations.redacted,
  };
}

async function guardQuoting(
  guard: Guard,
  { shown, stored }: Pick<GuardedAnswer, 'shown' | 'stored'>,
  deadline: AbortSignal,
): Promise<StageOutcome & Pick<AnswerOutcome, 'quotesRedacted'>> {
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
