import { joinQuestionAndPrompt } from '@avow/answering';
import { AppError } from '@avow/foundation';
import type { PathDependencies } from './path-dependencies.ts';
import type { AnsweredQuery, AnswerVerdict, GroundedQuery, VerifiedQuery } from './query.ts';
import { composeAnswer, isCurrent } from './verification/compose-answer.ts';
import { findDraftFault } from './verification/find-draft-fault.ts';
import { guardDraft } from './verification/guard-draft.ts';

/** Reads back what the draft quotes. */
export async function readQuotes(path: PathDependencies, query: AnsweredQuery): Promise<GroundedQuery> {
  const { draft, question, timeLimit } = query;
  if (draft === null) return { ...query, stored: [] };
  timeLimit.signal.throwIfAborted();
  const stored = await path.telemetry.step('ground', () => path.steps.readSupport(question, draft));
  return { ...query, stored };
}

/** Whether what was found has been replaced since. */
export function isOutOfDate({ isStale, draft, stored }: GroundedQuery): boolean {
  return isStale || (draft !== null && !isCurrent(draft, stored));
}

/** Runs the output guardrails on what was found. An answer passes them, may not be shown, or there is none. */
export async function verifyAnswer(path: PathDependencies, query: GroundedQuery): Promise<VerifiedQuery> {
  query.timeLimit.signal.throwIfAborted();
  query.report.step('check_answer');
  return { ...query, verdict: await reachVerdict(path, query) };
}

async function reachVerdict(path: PathDependencies, query: GroundedQuery): Promise<AnswerVerdict> {
  const { guard, draft, stored, filtered } = query;
  if (filtered.blocked !== null)
    return { kind: 'blocked', block: filtered.blocked, output: null, fault: null };
  if (query.isUngrounded) return await rejectUngrounded(path, query);
  if (query.isOutOfModels)
    throw new AppError('provider_error', { detail: 'No language model was available.' });
  if (draft === null) return unanswered(query.packs.length > 0 ? 'nothing_found' : 'no_knowledge');
  // Content that was removed meanwhile is not served: nothing covers the question any more.
  if (stored.every((words) => words === null)) return unanswered('nothing_found');

  const shown = composeAnswer(draft, { stored, format: query.admission.request.answer_format });
  const question = joinQuestionAndPrompt(query.question, query.input.text);
  const output = await path.telemetry.step('guard_output', () =>
    guardDraft(guard, { draft, stored, shown, question }, query.timeLimit.signal),
  );
  const fault =
    draft.kind === 'written' ? findDraftFault({ draft, text: shown.text, question, output }) : null;
  if (output.blocked !== null) return { kind: 'blocked', block: output.blocked, output, fault };
  // A redaction may leave text that is not JSON any more.
  if (shown.isJson && output.redacted && !isJson(output.text))
    return { kind: 'blocked', block: { reason: 'policy' }, output, fault: 'guardrail' };
  // Regardless of the policy, a citation never quotes what is not stored.
  if (!isCurrent(draft, stored)) return unanswered('nothing_found');
  return { kind: 'passed', draft, shown, output, fault };
}

function unanswered(cause: 'no_knowledge' | 'nothing_found'): AnswerVerdict {
  return { kind: 'unanswered', cause, fault: null };
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
async function rejectUngrounded(
  path: PathDependencies,
  { guard, timeLimit }: GroundedQuery,
): Promise<AnswerVerdict> {
  const block = { reason: 'ungrounded' } as const;
  const text = guard.blockedMessage(block);
  const claim = { shown: text, join: '', claims: true, restsOn: [], judged: null } as const;
  const output = await path.telemetry.step('guard_output', () =>
    guard.check('answer', { text, quotes: [], written: [claim] }, timeLimit.signal),
  );
  return { kind: 'blocked', block, output: { ...output, tripwireTriggered: true }, fault: null };
}
