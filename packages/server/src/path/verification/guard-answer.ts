import type { GuardrailResult } from '@avow/contract/query';
import type { Guard, GuardrailInput, StageOutcome } from '@avow/guardrails';
import { type CitedSource, guardCitations } from './guard-citations.ts';
import { mergeOutcomes } from './merge-outcomes.ts';

export interface AnswerOutcome extends StageOutcome {
  /** Something was redacted in the quotes: a citation would reveal it. */
  readonly quotesRedacted: boolean;
  /** Where the quotes are from, as it may be shown. */
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
 * Safety, privacy and grounding, on the answer as it is shown. Citations quote what is stored, which in other formats than
 * Markdown is more than what is shown, such as the target of a link: that is checked as well, and quotes with a finding are
 * withheld. So are titles, sources and addresses of citations that must not be shown.
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
    models: [...new Set([...ofShown.models, ...ofStored.models])],
    // What cannot be shown as it is stored, or was not checked, is not quoted either.
    quotesRedacted: ofShown.redacted || ofStored.redacted || ofStored.blocked !== null,
  };
}
