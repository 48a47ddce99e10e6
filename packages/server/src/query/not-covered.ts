import type { NoAnswerCause } from '@avow/contract';
import type { Scored } from '../interfaces/confidence.ts';
import type { StageOutcome } from '../interfaces/guard.ts';
import { mergeOutcomes } from './merge-outcomes.ts';
import type { Blocked, NotCovered } from './outcome.ts';
import { blockedAt, type Progress, tracesOf } from './progress.ts';
import type { GuardedParts } from './query-parts.ts';
import type { Run } from './run.ts';
import { siftTexts } from './sift-retrieved.ts';

/** Why there is no answer, as far as it was known before what else was found is looked at. */
type Without =
  | { readonly cause: 'no_knowledge' | 'nothing_found' }
  /** There was one, and it is not sure enough. */
  | { readonly cause: 'below_risk_level'; readonly scored: Scored };

/** What is said where no answer is given, and why. */
export async function notCovered(
  parts: GuardedParts,
  { timeLimit }: Pick<Run, 'timeLimit'>,
  { progress, without }: { readonly progress: Progress; readonly without: Without },
): Promise<NotCovered | Blocked> {
  const { guard, telemetry } = parts;
  const { signal } = timeLimit;
  const said = await telemetry.step('guard_output', () =>
    guard.check('answer', { text: guard.messages.notCovered, quotes: [] }, signal),
  );
  if (said.blocked !== null) return blockedAt(guard, progress, { output: said, reason: said.blocked.reason });
  const isRestricted =
    without.cause === 'nothing_found' && (await restrictedAnswers(parts, { timeLimit }, progress));
  const clarifying =
    isRestricted || without.cause === 'no_knowledge' ? null : await clarify(parts, progress, signal);
  const cause: NoAnswerCause = isRestricted
    ? 'access_restricted'
    : clarifying === null
      ? without.cause
      : 'ambiguous';
  const output = clarifying === null ? said : mergeOutcomes(said, [clarifying.outcome]);
  const routing = without.cause === 'no_knowledge' ? 'default' : progress.found.routing;
  return {
    ...tracesOf(guard, progress, { output, routing }),
    kind: 'not_covered',
    answer: said.text,
    cause,
    clarifyingQuestion: clarifying?.question ?? null,
    askedBefore: progress.history[0]?.wasAnswered === false,
    scored: without.cause === 'below_risk_level' ? without.scored : null,
  };
}

/**
 * Whether a text answers that is kept to groups the asker is not in. Looked for only where the policy says that this may be
 * told: elsewhere what is kept to others is not there.
 */
async function restrictedAnswers(
  { guard, steps, telemetry }: GuardedParts,
  { timeLimit }: Pick<Run, 'timeLimit'>,
  { question, asked }: Progress,
): Promise<boolean> {
  if (!guard.confidence.tell_restricted) return false;
  const sift = (texts: readonly string[]) => siftTexts(guard, texts, timeLimit.signal);
  return await telemetry.step('find_restricted', () =>
    steps.findRestricted({ ...question, text: asked.text }, { sift, limits: timeLimit }),
  );
}

/** The question to ask back. Null: nothing to choose from, or it holds what a guardrail takes out of answers. */
async function clarify(
  { guard }: GuardedParts,
  { found: { choices } }: Progress,
  signal: AbortSignal,
): Promise<{ readonly question: string; readonly outcome: StageOutcome } | null> {
  if (choices.length < 2) return null;
  const named = choices.map((choice) => `“${choice}”`);
  const question = `Is this about ${named.slice(0, -1).join(', ')} or ${named.at(-1)}?`;
  const outcome = await guard.check('answer', { text: question, quotes: [] }, signal);
  return outcome.blocked !== null || outcome.redacted ? null : { question, outcome };
}
