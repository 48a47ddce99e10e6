import type { QueryResponse } from '@avow/contract/query';
import type { ReviewEntry } from '@avow/contract/review';
import { formatTime } from '@avow/contract/values';
import { AppError, type TenantId } from '@avow/foundation';
import type { PathDependencies } from '../../path/path-dependencies.ts';
import type { OpenMessage } from '../../path/recording/record-message.ts';
import type { Label, StoredMessage } from '../records/record-store.ts';
import { editResponse } from './edit-response.ts';
import { endReview, labelOf } from './end-review.ts';
import { readPendingQuotes } from './pending-content.ts';
import { recheckPending } from './recheck-pending.ts';
import type { ReviewDecision } from './review.ts';

const tryAgainSeconds = 5;

export function notPending({ status, log }: StoredMessage): AppError {
  const detail = log === null ? 'No answer is pending review yet.' : 'The message has already ended.';
  return new AppError('invalid_state', { detail: `The message is ${status}. ${detail}` });
}

/** Ends a message that is pending review as somebody decided. */
export async function decidePending(
  parts: PathDependencies,
  pending: OpenMessage,
  decision: ReviewDecision,
): Promise<QueryResponse> {
  const { reason, comment, callerId } = decision;
  const proposed = pending.content.held?.response.answer ?? '';
  // A text that was not changed is delivered as it was proposed.
  const answer = decision.answer === proposed ? null : decision.answer;
  const entry = {
    ...{ outcome: decision.decision, reason, decided_by: callerId },
    comment: comment === null ? null : await checkWritten(parts, pending.tenantId, { comment }),
    proposed_answer: answer === null ? null : proposed,
  };
  const label = labelOf(pending, { ...decision, answer, nowMs: parts.clock.nowMs() });
  const response =
    decision.decision === 'deliver'
      ? await deliver(parts, pending, { entry, label, answer })
      : await blockPending(parts, pending, { entry, label });
  if (response === null) throw notPending({ ...pending.message, ...(await reread(parts, pending)) });
  return response;
}

interface Decided {
  readonly entry: Omit<ReviewEntry, 'decided_at'>;
  /** What the decision says about the score. */
  readonly label: Label | null;
}

/** Null if the message has ended meanwhile. */
async function deliver(
  parts: PathDependencies,
  pending: OpenMessage,
  { answer: edited, ...decided }: Decided & { readonly answer: string | null },
): Promise<QueryResponse | null> {
  const { tenantId, content } = pending;
  const { held } = content;
  if (held === null)
    throw new AppError('internal', { cause: new Error('The message has no answer pending review') });
  const nowMs = parts.clock.nowMs();
  const stored = await readPendingQuotes(parts.content, held, { tenantId, nowMs });
  if (stored === null)
    throw new AppError('invalid_state', {
      detail:
        'A source that the answer quotes has changed since, or is no longer served to the caller: the answer cannot be delivered any more, only blocked.',
    });
  if (edited === null) {
    await checkPolicy(parts, pending, { pending: held, content, stored });
    return await end(parts, pending, { ...decided, response: held.response });
  }
  const response = editResponse(held.response, edited);
  await checkEdited(parts, pending, { pending: { ...held, response, draft: null }, content, stored });
  return await end(parts, pending, { ...decided, response });
}

/** Rejects if another policy is in force by now that would not let the answer pass unchanged. */
async function checkPolicy(
  { guards, limits }: PathDependencies,
  { tenantId, message }: OpenMessage,
  given: Parameters<typeof recheckPending>[1],
): Promise<void> {
  const guard = await guards.inForce(tenantId);
  if (guard.policyVersion === message.policyVersion) return;
  const rechecked = await recheckPending(guard, given, AbortSignal.timeout(limits.deadlineMs));
  if (rechecked === 'unchecked') throw notChecked('answer');
  if (rechecked === 'objects')
    throw new AppError('invalid_state', {
      detail:
        'The guardrail policy has changed since, and would not let the answer pass unchanged: it cannot be delivered any more, only blocked.',
    });
}

/** What a reviewer wrote passes the output guardrails of the policy in force, or is not delivered. */
async function checkEdited(
  { guards, limits }: PathDependencies,
  { tenantId }: OpenMessage,
  given: Parameters<typeof recheckPending>[1],
): Promise<void> {
  const guard = await guards.inForce(tenantId);
  const checked = await recheckPending(guard, given, AbortSignal.timeout(limits.deadlineMs));
  if (checked === 'unchecked') throw notChecked('answer');
  if (checked === 'passes') return;
  const message = 'A guardrail does not let this answer pass unchanged';
  throw new AppError('validation_failed', {
    detail: 'No decision was made.',
    errors: [{ pointer: '/answer', code: 'invalid_value', message }],
  });
}

function notChecked(text: 'answer' | 'comment'): AppError {
  return new AppError('overloaded', {
    detail: `A guardrail could not check the ${text}, so nothing was changed. Try again.`,
    retryAfterSeconds: tryAgainSeconds,
  });
}

/** Responds with the message of the policy that it was answered under. Null if the message has ended meanwhile. */
export async function blockPending(
  parts: PathDependencies,
  pending: OpenMessage,
  decided: Decided,
): Promise<QueryResponse | null> {
  const { tenantId, message, content } = pending;
  const guard = await parts.guards.ofVersion(tenantId, message.policyVersion);
  const reason = 'policy';
  const response: QueryResponse = {
    ...content.response,
    status: 'blocked',
    answer: guard.blockedMessage({ reason }),
    agent_context: {
      ...content.response.agent_context,
      blocked_reason: reason,
      suggested_next_action: parts.scoring.suggestNextAction({ kind: 'blocked', reason }),
    },
  };
  return await end(parts, pending, { ...decided, response });
}

async function end(
  parts: PathDependencies,
  pending: OpenMessage,
  { response, entry, label }: Decided & { readonly response: QueryResponse },
): Promise<QueryResponse | null> {
  const review = { ...entry, decided_at: formatTime(parts.clock.nowMs()) };
  if (!(await endReview(parts, pending, { response, review, label }))) return null;
  parts.telemetry.ended(response, pending.content.cost);
  return response;
}

/** Its present state, for a reviewer who was too late. */
async function reread(
  { records }: PathDependencies,
  { tenantId, message }: OpenMessage,
): Promise<Partial<StoredMessage>> {
  return (await records.getMessage(tenantId, message.messageId)) ?? {};
}

type Written = { readonly comment: string } | { readonly text: string };

/** What a reviewer wrote, as the policy in force lets it be stored: it is checked as a prompt is. */
export async function checkWritten(
  {
    guards,
    limits,
  }: Pick<PathDependencies, 'guards'> & {
    readonly limits: Pick<PathDependencies['limits'], 'deadlineMs'>;
  },
  tenantId: TenantId,
  written: Written,
): Promise<string> {
  const [field, words] = 'comment' in written ? ['comment', written.comment] : ['text', written.text];
  const guard = await guards.inForce(tenantId);
  const signal = AbortSignal.timeout(limits.deadlineMs);
  const { blocked, text } = await guard.check('prompt', { text: words, quotes: [] }, signal);
  if (blocked === null) return text;
  if (blocked.reason === 'guardrail_unavailable') throw notChecked('comment');
  const message = `A guardrail does not let this be stored (${blocked.reason})`;
  throw new AppError('validation_failed', {
    detail: 'Nothing was changed.',
    errors: [{ pointer: `/${field}`, code: 'invalid_value', message }],
  });
}
