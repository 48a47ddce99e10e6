import type { Turn } from '@avow/answering';
import type { Scored } from '@avow/answering/score';
import { replyToCourtesy, writeClarifyingQuestion } from '@avow/answering/understand';
import type { NoAnswerCause } from '@avow/contract/values';
import type { Guard, StageOutcome } from '@avow/guardrails';
import { embeddedLanguages } from '@avow/inference';
import { otherLanguage } from '@avow/text/languages';
import type { PathDependencies } from '../path-dependencies.ts';
import type { AnsweredQuery } from '../query.ts';
import type { Blocked, NotCovered } from '../recording/outcome.ts';
import { blockAnswer, traceQuery } from '../recording/trace-query.ts';
import { filterTexts } from '../retrieval/filter-passages.ts';
import { mergeOutcomes } from '../verification/merge-outcomes.ts';
import { findRelated } from './find-related.ts';
import { stateLanguages } from './state-languages.ts';

/** Why there is no answer, before it is known whether restricted content or a clarifying question explains it better. */
type Without =
  | { readonly cause: 'no_knowledge' | 'nothing_found' }
  /** There was one, and it is not certain enough. */
  | { readonly cause: 'below_risk_level'; readonly scored: Scored };

/** What is said in place of an answer, and why. */
export async function explainNoAnswer(
  path: PathDependencies,
  query: AnsweredQuery,
  without: Without,
): Promise<NotCovered | Blocked> {
  const { guard, timeLimit } = query;
  const { telemetry } = path;
  const { signal } = timeLimit;
  const said = await telemetry.step('guard_output', () =>
    guard.check('answer', { text: guard.messages.notCovered, quotes: [] }, signal),
  );
  if (said.blocked !== null) return blockAnswer(query, { output: said, block: said.blocked });
  const routing = without.cause === 'no_knowledge' ? 'default' : query.routing;
  const scored = without.cause === 'below_risk_level' ? without.scored : null;
  const courteous = await replyCourteously(query);
  if (courteous !== null)
    return {
      ...traceQuery(query, { output: mergeOutcomes(said, [courteous]), routing }),
      ...{ kind: 'not_covered', answer: courteous.text, cause: without.cause, scored },
      ...{ clarifyingQuestion: null, related: [], askedBefore: false },
    };
  const isRestricted = without.cause === 'nothing_found' && (await wouldRestrictedAnswer(path, query));
  const clarifying = isRestricted || without.cause === 'no_knowledge' ? null : await clarify(query);
  const language = isRestricted || clarifying !== null ? null : findUnservedLanguage(query, without);
  const cause = chooseCause(without, { isRestricted, isAmbiguous: clarifying !== null, language });
  const stated = language === null ? null : await stateUnserved(guard, language, signal);
  const { related, text, outcomes } = await telemetry.step('find_related', () =>
    findRelated(path, query, { isQuoted: without.cause !== 'below_risk_level' }),
  );
  const others = [clarifying?.outcome ?? null, stated].filter((outcome) => outcome !== null);
  const output = mergeOutcomes(said, [...others, ...outcomes]);
  return {
    ...traceQuery(query, { output, routing }),
    kind: 'not_covered',
    answer: clarifying?.text ?? stated?.text ?? text ?? said.text,
    cause,
    clarifyingQuestion: clarifying?.text ?? null,
    related,
    askedBefore: lastAsked(query)?.wasAnswered === false,
    scored,
  };
}

/** A greeting or thanks is not an unanswered question. */
function lastAsked({ history }: AnsweredQuery): Turn | undefined {
  return history.find(({ prompt }) => replyToCourtesy(prompt) === null);
}

/** The reply to a prompt that asks nothing. Null: it asks something, or a guardrail objects to the reply. */
async function replyCourteously({ guard, input, timeLimit }: AnsweredQuery): Promise<StageOutcome | null> {
  const text = replyToCourtesy(input.text);
  if (text === null) return null;
  const outcome = await guard.check('answer', { text, quotes: [] }, timeLimit.signal);
  return outcome.blocked !== null || outcome.redacted ? null : outcome;
}

/** What explains best why there is no answer. */
function chooseCause(
  { cause }: Without,
  found: { readonly isRestricted: boolean; readonly isAmbiguous: boolean; readonly language: string | null },
): NoAnswerCause {
  if (found.isRestricted) return 'access_restricted';
  if (found.isAmbiguous) return 'ambiguous';
  return found.language === null ? cause : 'language_not_served';
}

/**
 * The language of a question that the embedded models were left alone with and do not serve. Null if they serve it, a
 * language model was asked, or one should have been and will be the next time.
 */
function findUnservedLanguage(
  { tier, failedTiers, input }: AnsweredQuery,
  { cause }: Without,
): string | null {
  if (cause !== 'nothing_found' || tier !== 0 || failedTiers.length > 0) return null;
  return otherLanguage(input.text, embeddedLanguages);
}

/** Says which languages are served. Null: a guardrail objects. */
async function stateUnserved(
  { messages, check }: Guard,
  language: string,
  signal: AbortSignal,
): Promise<StageOutcome | null> {
  const text = messages.otherLanguage ?? stateLanguages(language, embeddedLanguages);
  const outcome = await check('answer', { text, quotes: [] }, signal);
  return outcome.blocked !== null || outcome.redacted ? null : outcome;
}

/**
 * Whether content restricted to groups that the caller is not in would answer. Only searched if the policy allows this to be
 * disclosed: otherwise restricted content does not exist for the caller.
 */
async function wouldRestrictedAnswer(
  { steps, telemetry }: PathDependencies,
  { guard, question, timeLimit }: AnsweredQuery,
): Promise<boolean> {
  if (!guard.confidence.disclose_restricted) return false;
  return await telemetry.step('find_restricted', () =>
    steps.findRestricted(question, {
      filterTexts: (texts) => filterTexts(guard, texts, timeLimit.signal),
      limits: timeLimit,
    }),
  );
}

/** The question to ask back. Null: nothing to choose from, or a guardrail would redact it. */
async function clarify({
  guard,
  choices,
  timeLimit,
}: AnsweredQuery): Promise<{ readonly text: string; readonly outcome: StageOutcome } | null> {
  const text = writeClarifyingQuestion(choices);
  if (text === null) return null;
  const outcome = await guard.check('answer', { text, quotes: [] }, timeLimit.signal);
  return outcome.blocked !== null || outcome.redacted ? null : { text, outcome };
}
