import { formatTime, type QueryResponse, type ReviewEntry, wrongReasons } from '@avow/contract';
import { openEnvelope } from '../audit/envelope.ts';
import { AppError } from '../errors/app-error.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { Label } from '../interfaces/learning-store.ts';
import type { StoredMessage } from '../interfaces/record-store.ts';
import type { HeldAnswer, ReviewDecision, Reviews } from '../interfaces/reviews.ts';
import type { Journals } from './create-journals.ts';
import { endHeld, type HeldMessage } from './end-held.ts';
import { readHeldQuotes } from './held-content.ts';
import type { QueriesParts } from './queries-parts.ts';
import { recheckHeld } from './recheck-held.ts';

export interface ReviewQueue extends Reviews {
  /** Ends what has waited too long: nobody said that it may be given. */
  endOverdue(signal: AbortSignal): Promise<void>;
}

type ReviewParts = QueriesParts & { readonly journals: Journals };

const checkTimeoutMs = 10_000;
const tryAgainSeconds = 5;
/** Ended in one go; there may be more, which come with the next. */
const overdueMax = 1000;

/** Answers that wait for a person. */
export function createReviews(parts: ReviewParts): ReviewQueue {
  const { records, clock } = parts;
  return {
    list: async (tenantId, page) => {
      const found = await records.listHeld(tenantId, page);
      return found.map((message) => toHeldAnswer(parts, message)).filter((held) => held !== null);
    },
    get: async (tenantId, messageId) => {
      const message = await records.getMessage(tenantId, messageId);
      return message?.status === 'in_review' ? toHeldAnswer(parts, message) : null;
    },
    decide: async (tenantId, messageId, decision) => {
      const message = await records.getMessage(tenantId, messageId);
      if (message === null) return null;
      if (message.status !== 'in_review') throw notWaiting(message);
      return await decide(parts, { tenantId, message, content: openEnvelope(message.envelope) }, decision);
    },
    endOverdue: async (signal) => {
      const askedBeforeMs = clock.nowMs() - parts.limits.reviewWaitMs;
      const overdue = await parts.upkeep.listOverdue(askedBeforeMs, overdueMax);
      for (const { tenantId, message } of overdue) {
        if (signal.aborted) return;
        try {
          const held = { tenantId, message, content: openEnvelope(message.envelope) };
          const said = { outcome: 'expire', reason: null, comment: null, decided_by: null } as const;
          await block(parts, held, { said, label: null });
        } catch (error) {
          // One that cannot be ended must not keep the others waiting.
          parts.onBackgroundFailure(error, message.messageId);
        }
      }
    },
  };
}

function toHeldAnswer({ clock, limits }: ReviewParts, message: StoredMessage): HeldAnswer | null {
  const { held, question, refined_question, scored } = openEnvelope(message.envelope);
  if (held === null) return null;
  const { messageId, channelType, endUserId, createdAtMs } = message;
  return {
    ...{ messageId, question, refinedQuestion: refined_question, scored, channelType, endUserId },
    response: held.response,
    heldAtMs: held.held_at_ms,
    waitingMs: Math.max(0, clock.nowMs() - held.held_at_ms),
    expiresAtMs: createdAtMs + limits.reviewWaitMs,
  };
}

function notWaiting({ status, log }: StoredMessage): AppError {
  const detail = log === null ? 'No answer waits yet.' : 'The message has ended, and stays as it is.';
  return new AppError('invalid_state', { detail: `The message is ${status}. ${detail}` });
}

async function decide(
  parts: ReviewParts,
  held: HeldMessage,
  { decision, reason, comment, keyId }: ReviewDecision,
): Promise<QueryResponse> {
  const said = {
    ...{ outcome: decision, reason, decided_by: keyId },
    comment: comment === null ? null : await checkComment(parts, held.tenantId, comment),
  };
  const label = labelOf(held, { decision, reason, keyId, nowMs: parts.clock.nowMs() });
  const carryOut = decision === 'deliver' ? deliver : block;
  const response = await carryOut(parts, held, { said, label });
  if (response === null) throw notWaiting({ ...held.message, ...(await reread(parts, held)) });
  return response;
}

interface Decided {
  readonly said: Omit<ReviewEntry, 'decided_at'>;
  /** What is learnt from it. */
  readonly label: Label | null;
}

/** Null where the message has ended in the meantime. */
async function deliver(
  parts: ReviewParts,
  held: HeldMessage,
  decided: Decided,
): Promise<QueryResponse | null> {
  const { tenantId, content } = held;
  if (content.held === null) throw new AppError('internal', { cause: new Error('nothing is held') });
  const nowMs = parts.clock.nowMs();
  const stored = await readHeldQuotes(parts.knowledge, content.held, { tenantId, nowMs });
  if (stored === null)
    throw new AppError('invalid_state', {
      detail:
        'A source that the answer quotes has changed since, or is no longer served to whoever asked: it cannot be delivered any more, only blocked.',
    });
  await checkPolicy(parts, held, { held: content.held, content, stored });
  return await end(parts, held, { ...decided, response: content.held.response });
}

/** Rejects where another policy is in force by now, and would not let the answer pass as it is. */
async function checkPolicy(
  { guards }: ReviewParts,
  { tenantId, message }: HeldMessage,
  given: Parameters<typeof recheckHeld>[1],
): Promise<void> {
  const guard = await guards.inForce(tenantId);
  if (guard.policyVersion === message.policyVersion) return;
  const rechecked = await recheckHeld(guard, given, AbortSignal.timeout(checkTimeoutMs));
  if (rechecked === 'unchecked') throw notLookedAt('answer');
  if (rechecked === 'objects')
    throw new AppError('invalid_state', {
      detail:
        'The guardrail policy has changed since, and would not let the answer pass as it is: it cannot be delivered any more, only blocked.',
    });
}

function notLookedAt(text: 'answer' | 'comment'): AppError {
  return new AppError('overloaded', {
    detail: `A guardrail could not look at the ${text}, so nothing was decided.`,
    retryAfterSeconds: tryAgainSeconds,
  });
}

/** The message of the policy that it was answered under. Null where the message has ended in the meantime. */
async function block(parts: ReviewParts, held: HeldMessage, decided: Decided): Promise<QueryResponse | null> {
  const { tenantId, message, content } = held;
  const guard = await parts.guards.ofVersion(tenantId, message.policyVersion);
  const reason = 'policy';
  const response: QueryResponse = {
    ...content.response,
    status: 'blocked',
    answer: guard.messages.blocked,
    agent_context: {
      ...content.response.agent_context,
      blocked_reason: reason,
      suggested_next_action: parts.scoring.suggestNextAction({ kind: 'blocked', reason }),
    },
  };
  return await end(parts, held, { ...decided, response });
}

async function end(
  parts: ReviewParts,
  held: HeldMessage,
  { response, said, label }: Decided & { readonly response: QueryResponse },
): Promise<QueryResponse | null> {
  const review = { ...said, decided_at: formatTime(parts.clock.nowMs()) };
  if (!(await endHeld(parts, held, { response, review, label }))) return null;
  parts.telemetry.ended(response, held.content.cost);
  return response;
}

/** As it stands now, for whoever was too late. */
async function reread(
  { records }: ReviewParts,
  { tenantId, message }: HeldMessage,
): Promise<Partial<StoredMessage>> {
  return (await records.getMessage(tenantId, message.messageId)) ?? {};
}

/** A comment as the policy in force lets it be stored: it is looked at as a prompt is. */
async function checkComment({ guards }: ReviewParts, tenantId: TenantId, comment: string): Promise<string> {
  const guard = await guards.inForce(tenantId);
  const signal = AbortSignal.timeout(checkTimeoutMs);
  const { blocked, text } = await guard.check('prompt', { text: comment, quotes: [] }, signal);
  if (blocked === null) return text;
  if (blocked.reason === 'guardrail_unavailable') throw notLookedAt('comment');
  const message = `A guardrail does not let this be stored (${blocked.reason})`;
  throw new AppError('validation_failed', {
    detail: 'Nothing was decided.',
    errors: [{ pointer: '/comment', code: 'invalid_value', message }],
  });
}

/** What a decision tells of the score. Null where something else was wrong with the answer. */
function labelOf(
  { message, content }: HeldMessage,
  decided: Pick<ReviewDecision, 'decision' | 'reason' | 'keyId'> & { readonly nowMs: number },
): Label | null {
  const { scored, held } = content;
  const { decision, reason } = decided;
  const isWrong = reason === null || (wrongReasons as readonly string[]).includes(reason);
  if (scored === null || held === null || (decision === 'block' && !isWrong)) return null;
  const { score, band } = held.response.confidence;
  return {
    messageId: message.messageId,
    origin: 'review',
    author: decided.keyId,
    isRight: decision === 'deliver',
    evidence: scored.evidence,
    ...{ score, band, askedAtMs: message.createdAtMs, labelledAtMs: decided.nowMs },
  };
}
