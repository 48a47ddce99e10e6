import type { Draft } from '@avow/answering';
import { joinQuestionAndPrompt } from '@avow/answering';
import type { TierFailure } from '@avow/contract';
import { AppError } from '@avow/foundation';
import type { Run } from './query.ts';
import type { GuardedParts } from './query-parts.ts';
import type { Answered, Blocked, InReview, NotCovered } from './recording/outcome.ts';
import { blockedAt, type Progress, tracesOf } from './recording/trace-query.ts';
import { isCurrent } from './route-question.ts';
import { scoreDraft } from './score-answer.ts';
import { notCovered } from './scoring/explain-no-answer.ts';
import { type ComposedAnswer, composeAnswer, inForm } from './verification/compose-answer.ts';
import { findDraftFault } from './verification/find-draft-fault.ts';
import type { AnswerOutcome } from './verification/guard-answer.ts';
import { guardDraft } from './verification/guard-draft.ts';

interface Concluded {
  readonly outcome: Answered | NotCovered | Blocked | InReview;
  /** Why the draft of a language model should not be used if another tier can answer; null: it is used, or there is none. */
  readonly fault: TierFailure | null;
}

/** Turns what was found into the outcome: an answer that passes the checks and is certain enough, or why there is none. */
export async function conclude(parts: GuardedParts, run: Run, progress: Progress): Promise<Concluded> {
  const faultless = (outcome: Concluded['outcome']): Concluded => ({ outcome, fault: null });
  const { guard } = parts;
  const { signal: deadline } = run.timeLimit;
  const { draft, stored, filtered, isUngrounded, isOutOfModels, packs } = progress.found;
  if (filtered.blocked !== null)
    return faultless(blockedAt(guard, progress, { output: null, block: filtered.blocked }));
  if (isUngrounded) return faultless(await ungrounded(parts, progress, deadline));
  if (isOutOfModels) throw new AppError('provider_error', { detail: 'No language model was available.' });
  const nothing = async (cause: 'no_knowledge' | 'nothing_found') =>
    faultless(await notCovered(parts, run, { progress, without: { cause } }));
  if (draft === null) return await nothing(packs.length > 0 ? 'nothing_found' : 'no_knowledge');
  // Content that was removed meanwhile is not served: nothing covers the question any more.
  if (stored.every((words) => words === null)) return await nothing('nothing_found');

  const { answer_format: format } = run.admission.request;
  const shown = composeAnswer(draft, { stored, format });
  const question = joinQuestionAndPrompt(progress.found.question, progress.input.text);
  const output = await parts.telemetry.step('guard_output', () =>
    guardDraft(guard, { draft, stored, shown, question }, deadline),
  );
  const fault =
    draft.kind === 'written' ? findDraftFault({ draft, text: shown.text, question, output }) : null;
  if (output.blocked !== null)
    return { outcome: blockedAt(guard, progress, { output, block: output.blocked }), fault };
  // A redaction may leave text that is not JSON any more.
  if (shown.isJson && output.redacted && !isJson(output.text))
    return {
      outcome: blockedAt(guard, progress, { output, block: { reason: 'policy' } }),
      fault: 'guardrail',
    };
  // Regardless of the policy, a citation never quotes what is not stored.
  if (!isCurrent(draft, stored)) return await nothing('nothing_found');
  return { outcome: await decideByScore(parts, run, { progress, draft, shown, output }), fault };
}

/** An answer that passed the checks: given, pending review, or withheld for its score. */
async function decideByScore(
  parts: GuardedParts,
  run: Run,
  {
    progress,
    draft,
    shown,
    output,
  }: {
    readonly progress: Progress;
    readonly draft: Draft;
    readonly shown: ComposedAnswer;
    readonly output: AnswerOutcome;
  },
): Promise<Concluded['outcome']> {
  const { guard } = parts;
  const scored = scoreDraft(parts, progress, { draft, output });
  if (scored.isWithheld)
    return await notCovered(parts, run, { progress, without: { cause: 'below_risk_level', scored } });
  const { quotesRedacted, sources, sourcesRedacted } = output;
  const traces = tracesOf(guard, progress, { output, routing: progress.found.routing });
  const { answer_format: format } = run.admission.request;
  const answered: Answered = {
    ...traces,
    kind: 'answered',
    ...inForm(format, { answer: output.text, citations: shown.citations }, draft),
    ...{ draft, quotesRedacted, sources, sourcesRedacted, scored },
  };
  const { below } = guard.review;
  return below !== null && scored.score < below ? { ...traces, kind: 'in_review', answered } : answered;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** No source supports what a language model said: the checks report that, and nothing is answered regardless of their outcome. */
async function ungrounded(
  { guard, telemetry }: GuardedParts,
  progress: Progress,
  deadline: AbortSignal,
): Promise<Blocked> {
  const block = { reason: 'ungrounded' } as const;
  const text = guard.blockedMessage(block);
  const claim = { shown: text, join: '', claims: true, restsOn: [], judged: null } as const;
  const output = await telemetry.step('guard_output', () =>
    guard.check('answer', { text, quotes: [], written: [claim] }, deadline),
  );
  return { ...blockedAt(guard, progress, { output, block }), tripwireTriggered: true };
}
