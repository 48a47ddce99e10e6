import { AppError } from '../errors/app-error.ts';
import type { InputOutcome } from '../interfaces/guard.ts';
import { composeAnswer, inForm } from './compose-answer.ts';
import { isCurrent } from './find-draft.ts';
import { guardDraft } from './guard-draft.ts';
import { notCovered } from './not-covered.ts';
import type { Answered, Blocked, Held, NotCovered } from './outcome.ts';
import { blockedAt, type Progress, tracesOf } from './progress.ts';
import type { GuardedParts } from './query-parts.ts';
import type { Run } from './run.ts';
import { scoreDraft } from './score-draft.ts';

/** What is made of what was found: an answer that passes and is sure enough, or why there is none. */
export async function conclude(
  parts: GuardedParts,
  run: Run,
  progress: Progress,
): Promise<Answered | NotCovered | Blocked | Held> {
  const { guard } = parts;
  const { signal: deadline } = run.timeLimit;
  const { draft, stored, sifted, isUngrounded, isOutOfModels, packs } = progress.found;
  if (sifted.blocked !== null)
    return blockedAt(guard, progress, { output: null, reason: sifted.blocked.reason });
  if (isUngrounded) return await ungrounded(parts, progress, deadline);
  if (isOutOfModels) throw new AppError('provider_error', { detail: 'No language model could answer.' });
  const nothing = (cause: 'no_knowledge' | 'nothing_found') =>
    notCovered(parts, run, { progress, without: { cause } });
  if (draft === null) return await nothing(packs.length > 0 ? 'nothing_found' : 'no_knowledge');
  // What was removed while we answered is not served: the knowledge no longer covers the question.
  if (stored.every((words) => words === null)) return await nothing('nothing_found');

  const { answer_format: format } = run.admission.request;
  const shown = composeAnswer(draft, { stored, format });
  const output = await parts.telemetry.step('guard_output', () =>
    guardDraft(
      guard,
      { draft, stored, shown, question: wordsAsked(progress.input, progress.asked) },
      deadline,
    ),
  );
  if (output.blocked !== null) return blockedAt(guard, progress, { output, reason: output.blocked.reason });
  // What was taken out of a form may leave none.
  if (shown.isJson && output.redacted && !isJson(output.text))
    return blockedAt(guard, progress, { output, reason: 'policy' });
  // Whatever the policy makes of it: a citation never quotes what is not stored.
  if (!isCurrent(draft, stored)) return await nothing('nothing_found');

  const scored = scoreDraft(parts, progress, { draft, output });
  if (scored.isWithheld)
    return await notCovered(parts, run, { progress, without: { cause: 'below_risk_level', scored } });
  const { quotesRedacted, sources, sourcesRedacted } = output;
  const traces = tracesOf(guard, progress, { output, routing: progress.found.routing });
  const answered: Answered = {
    ...traces,
    kind: 'answered',
    ...inForm(format, { answer: output.text, citations: shown.citations }, draft),
    ...{ draft, quotesRedacted, sources, sourcesRedacted, scored },
  };
  const { below } = guard.review;
  return below !== null && scored.score < below ? { ...traces, kind: 'in_review', answered } : answered;
}

/** As it was looked up and, where that is something else, as it was asked. */
export function wordsAsked({ text }: Pick<InputOutcome, 'text'>, refined: { readonly text: string }): string {
  return refined.text === text ? text : `${refined.text}\n${text}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What a language model said rests on nothing: its checks are told so, and whatever they make of it, nothing is given. */
async function ungrounded(
  { guard, telemetry }: GuardedParts,
  progress: Progress,
  deadline: AbortSignal,
): Promise<Blocked> {
  const text = guard.messages.blocked;
  const claim = { shown: text, join: '', claims: true, restsOn: [], judged: null } as const;
  const output = await telemetry.step('guard_output', () =>
    guard.check('answer', { text, quotes: [], written: [claim] }, deadline),
  );
  return { ...blockedAt(guard, progress, { output, reason: 'ungrounded' }), tripwireTriggered: true };
}
