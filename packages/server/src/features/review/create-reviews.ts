import {
  formatTime,
  type QueryResponse,
  type ReviewEntry,
  type StreamEvent,
  wrongReasons,
} from '@avow/contract';
import { AppError, type TenantId } from '@avow/foundation';
import type { PathDependencies } from '../../path/path-dependencies.ts';
import type { OpenMessage } from '../../path/recording/record-message.ts';
import { type EndingDependencies, recordStoredEnd } from '../../path/recording/record-message.ts';
import type { Label, StoredMessage } from '../records/record-store.ts';
import { openEnvelope } from '../records/records.ts';
import { readPendingQuotes } from './pending-content.ts';
import { recheckPending } from './recheck-pending.ts';
import type { PendingReview, ReviewDecision, Reviews } from './review.ts';

export interface ReviewQueue extends Reviews {
  /** Ends what was pending for too long: nobody decided that it may be delivered. */
  endOverdue(signal: AbortSignal): Promise<void>;
}

const tryAgainSeconds = 5;
/** Ended in one run; if there are more, the next run ends them. */
const overdueMax = 1000;

/** Answers pending review. */
export function createReviews(parts: PathDependencies): ReviewQueue {
  const { records, clock } = parts;
  return {
    list: async (tenantId, page) => {
      const found = await records.listInReview(tenantId, page);
      return found.map((message) => toPendingReview(parts, message)).filter((review) => review !== null);
    },
    get: async (tenantId, messageId) => {
      const message = await records.getMessage(tenantId, messageId);
      return message?.status === 'in_review' ? toPendingReview(parts, message) : null;
    },
    decide: async (tenantId, messageId, decision) => {
      const message = await records.getMessage(tenantId, messageId);
      if (message === null) return null;
      if (message.status !== 'in_review') throw notPending(message);
      return await decide(parts, { tenantId, message, content: openEnvelope(message.envelope) }, decision);
    },
    endOverdue: async (signal) => {
      const askedBeforeMs = clock.nowMs() - parts.limits.reviewWaitMs;
      const overdue = await parts.upkeep.listOverdue(askedBeforeMs, overdueMax);
      for (const { tenantId, message } of overdue) {
        if (signal.aborted) return;
        try {
          const pending = { tenantId, message, content: openEnvelope(message.envelope) };
          const entry = { outcome: 'expire', reason: null, comment: null, decided_by: null } as const;
          await block(parts, pending, { entry, label: null });
        } catch (error) {
          // One message that cannot be ended must not delay the others.
          parts.onBackgroundFailure(error, message.messageId);
        }
      }
    },
  };
}

function toPendingReview({ clock, limits }: PathDependencies, message: StoredMessage): PendingReview | null {
  const { held: pending, question, refined_question, scored } = openEnvelope(message.envelope);
  if (pending === null) return null;
  const { messageId, channelType, endUserId, createdAtMs } = message;
  return {
    ...{ messageId, question, refinedQuestion: refined_question, scored, channelType, endUserId },
    response: pending.response,
    pendingSinceMs: pending.held_at_ms,
    waitingMs: Math.max(0, clock.nowMs() - pending.held_at_ms),
    expiresAtMs: createdAtMs + limits.reviewWaitMs,
  };
}

function notPending({ status, log }: StoredMessage): AppError {
  const detail = log === null ? 'No answer is pending review yet.' : 'The message has already ended.';
  return new AppError('invalid_state', { detail: `The message is ${status}. ${detail}` });
}

async function decide(
  parts: PathDependencies,
  pending: OpenMessage,
  { decision, reason, comment, callerId }: ReviewDecision,
): Promise<QueryResponse> {
  const entry = {
    ...{ outcome: decision, reason, decided_by: callerId },
    comment: comment === null ? null : await checkComment(parts, pending.tenantId, comment),
  };
  const label = labelOf(pending, { decision, reason, callerId, nowMs: parts.clock.nowMs() });
  const carryOut = decision === 'deliver' ? deliver : block;
  const response = await carryOut(parts, pending, { entry, label });
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
  decided: Decided,
): Promise<QueryResponse | null> {
  const { tenantId, content } = pending;
  const { held: answer } = content;
  if (answer === null)
    throw new AppError('internal', { cause: new Error('The message has no answer pending review') });
  const nowMs = parts.clock.nowMs();
  const stored = await readPendingQuotes(parts.content, answer, { tenantId, nowMs });
  if (stored === null)
    throw new AppError('invalid_state', {
      detail:
        'A source that the answer quotes has changed since, or is no longer served to the caller: the answer cannot be delivered any more, only blocked.',
    });
  await checkPolicy(parts, pending, { pending: answer, content, stored });
  return await end(parts, pending, { ...decided, response: answer.response });
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

function notChecked(text: 'answer' | 'comment'): AppError {
  return new AppError('overloaded', {
    detail: `A guardrail could not check the ${text}, so no decision was made. Try again.`,
    retryAfterSeconds: tryAgainSeconds,
  });
}

/** Responds with the message of the policy that it was answered under. Null if the message has ended meanwhile. */
async function block(
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

/** A comment as the policy in force lets it be stored: it is checked as a prompt is. */
async function checkComment(
  { guards, limits }: PathDependencies,
  tenantId: TenantId,
  comment: string,
): Promise<string> {
  const guard = await guards.inForce(tenantId);
  const signal = AbortSignal.timeout(limits.deadlineMs);
  const { blocked, text } = await guard.check('prompt', { text: comment, quotes: [] }, signal);
  if (blocked === null) return text;
  if (blocked.reason === 'guardrail_unavailable') throw notChecked('comment');
  const message = `A guardrail does not let this be stored (${blocked.reason})`;
  throw new AppError('validation_failed', {
    detail: 'No decision was made.',
    errors: [{ pointer: '/comment', code: 'invalid_value', message }],
  });
}

/** What a decision says about the score. Null if something else was wrong with the answer. */
function labelOf(
  { message, content }: OpenMessage,
  decided: Pick<ReviewDecision, 'decision' | 'reason' | 'callerId'> & { readonly nowMs: number },
): Label | null {
  const { scored, held: pending } = content;
  const { decision, reason } = decided;
  const isWrong = reason === null || (wrongReasons as readonly string[]).includes(reason);
  if (scored === null || pending === null || (decision === 'block' && !isWrong)) return null;
  const { score, band } = pending.response.confidence;
  return {
    messageId: message.messageId,
    origin: 'review',
    ...{ author: decided.callerId, callerId: decided.callerId, isFromVisitor: false },
    isRight: decision === 'deliver',
    evidence: scored.evidence,
    ...{ score, band, askedAtMs: message.createdAtMs, labelledAtMs: decided.nowMs },
  };
}

interface ReviewEnd {
  readonly response: QueryResponse;
  readonly review: ReviewEntry;
  /** What the decision says about the score. */
  readonly label: Label | null;
}

/** Ends a message that was pending review. False, and nothing changes, if it has ended meanwhile. */
async function endReview(
  parts: EndingDependencies,
  pending: OpenMessage,
  { response, review, label }: ReviewEnd,
): Promise<boolean> {
  return await recordStoredEnd(parts, pending, {
    ...{ response, review, label, lastEvents: lastEvents(response) },
    tripwireTriggered: pending.message.tripwireTriggered,
    // The idempotency key was settled when the answer became pending review.
    idempotency: null,
  });
}

/** Nothing of the answer was streamed before the decision, so all of it follows now. The guardrail events were. */
function lastEvents(response: QueryResponse): StreamEvent[] {
  const { status, answer, citations } = response;
  const delivered: StreamEvent[] =
    status === 'delivered'
      ? [
          ...citations.map((data) => ({ type: 'message.citation', data }) as const),
          { type: 'message.answer.delta', data: { text: answer } },
        ]
      : [];
  return [...delivered, { type: `message.${status}`, data: response } as StreamEvent];
}
