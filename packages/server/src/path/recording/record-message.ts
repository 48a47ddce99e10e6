import type { QueryResponse, StreamEvent } from '@avow/contract/query';
import type { ReviewEntry } from '@avow/contract/review';
import { AppError, type Clock, makeEvent, type OutboxEvent, type TenantId } from '@avow/foundation';
import { audienceOfAll, type RecordAudience } from '../../features/records/audience.ts';
import { sealEnvelope } from '../../features/records/envelope.ts';
import type {
  ClaimEnding,
  JournalEvent,
  Label,
  RecordStore,
  ReviewEnding,
  StoredMessage,
} from '../../features/records/record-store.ts';
import type { MessageContent } from '../../features/records/records.ts';
import type { ReviewNotifier } from '../../features/review/review-notifier.ts';
import { mailOfEnd } from '../../features/visitors/visitors.ts';
import type { GuardedAdmission } from '../admission/admission.ts';
import type { Journals } from '../streaming/create-journals.ts';
import { type ComposingDependencies, composeMessage, type RecordedQuery } from './compose-message.ts';
import { type EndedOutcome, type InReview, inputTraces } from './outcome.ts';

/*
 * Everything that a query commits to the record of its message: its admission, that its answer is pending review, and its
 * end. Each is one durable commit, and a response may leave only after the commit that holds it.
 */

/** A response that may leave: its record is durable. `body` is the response as it was recorded, to the letter. */
export interface Delivery {
  readonly response: QueryResponse;
  readonly body: string;
}

export interface RecordingDependencies extends ComposingDependencies {
  readonly records: RecordStore;
  /** Who is written to that an answer is pending review; omitted: nobody. */
  readonly reviewNotifier?: Pick<ReviewNotifier, 'mailsOfPending'>;
}

interface Recording {
  /** Indexes of the entries of the log that say what it was answered by. */
  readonly rules: readonly number[];
  /** What the answer cites, as the log commits to it; null: nothing. */
  readonly sources: string | null;
  readonly audience: RecordAudience;
  readonly timeMs: number;
  /** The last events for the message's followers, committed with its record. */
  readonly lastEvents: (response: QueryResponse) => Promise<readonly JournalEvent[]>;
  /** Nothing of the message is on record. */
  readonly isNew: boolean;
}

/** Records that a query was admitted, before the caller hears of it or anything is sent to a provider. */
export async function recordAdmission(
  path: RecordingDependencies,
  query: RecordedQuery,
  {
    status,
    firstEvents,
  }: {
    readonly status: 'queued' | 'processing';
    readonly firstEvents: readonly JournalEvent[];
  },
): Promise<Delivery> {
  const { admission } = query;
  const pending = { ...inputTraces(query.guard, query.input), kind: 'pending', status } as const;
  // Until it is known what it relies on: those who may see everything that could be found for it.
  const audience = audienceOfAll(admission.request.groups ?? []);
  const { response, body, row } = composeMessage(path, query, pending, {
    ...{ timeMs: 0, audience, rules: [], sources: null },
  });
  await path.records.admitMessage(admission.tenantId, row, firstEvents, admission.claim);
  return { response, body };
}

/** Records that an answer is pending review. Null, and nothing is recorded, if too many are already. */
export async function recordPendingReview(
  path: RecordingDependencies & { readonly limits: { readonly reviewsMax: number } },
  query: RecordedQuery,
  outcome: InReview,
  { timeMs, lastEvents, ...also }: Recording,
): Promise<Delivery | null> {
  const { admission } = query;
  const { response, body, row } = composeMessage(path, query, outcome, { timeMs, ...also });
  const { tenantId, messageId } = admission;
  const { audience } = also;
  const mails = await path.reviewNotifier?.mailsOfPending(tenantId, { messageId, audience });
  const result = await path.records.submitForReview(tenantId, row, {
    events: listEvents(response, admission, { outcome, timeMs }),
    claim: admission.claim,
    journal: await lastEvents(response),
    cost: outcome.cost,
    inReviewMax: path.limits.reviewsMax,
    pendingSinceMs: Math.round(admission.createdAtMs + timeMs),
    ...(mails === undefined ? {} : { mails }),
  });
  if (result === 'already_ended') throw new AppError('internal', { messageId });
  return result === 'in_review' ? { response, body } : null;
}

/** Records the end of a message. */
export async function recordEnd(
  path: RecordingDependencies,
  query: RecordedQuery,
  outcome: EndedOutcome,
  { timeMs, lastEvents, isNew, ...also }: Recording,
): Promise<Delivery> {
  const { admission } = query;
  const { tenantId, messageId, claim } = admission;
  const { response, body, row } = composeMessage(path, query, outcome, { timeMs, ...also });
  const result = await path.records.finishMessage(tenantId, row, {
    events: listEvents(response, admission, { outcome, timeMs }),
    // A failed request may be retried under the same key; every other response is replayed.
    idempotency: claim === null ? null : { claim, ending: outcome.kind === 'failed' ? 'free' : 'keep' },
    journal: await lastEvents(response),
    cost: outcome.cost,
    label: null,
    isNew,
  });
  if (result === 'already_ended') throw new AppError('internal', { messageId });
  return { response, body };
}

/** A message on record that has not ended and that no process is answering. */
export interface OpenMessage {
  readonly tenantId: TenantId;
  readonly message: StoredMessage;
  readonly content: MessageContent;
}

export interface EndingDependencies {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly journals: Journals;
}

/** Records the end of a message that was on record before. False, and nothing changes, if it has ended meanwhile. */
export async function recordStoredEnd(
  { records, clock, journals }: EndingDependencies,
  { tenantId, message, content }: OpenMessage,
  {
    response,
    review,
    lastEvents,
    tripwireTriggered,
    ...end
  }: {
    readonly response: QueryResponse;
    readonly review: ReviewEntry | null;
    readonly lastEvents: readonly StreamEvent[];
    readonly tripwireTriggered: boolean;
    readonly idempotency: ClaimEnding | null;
    /** What the decision of a reviewer says about the score. */
    readonly label: Label | null;
  },
): Promise<boolean> {
  const { response: _previous, ...rest } = content;
  const { log: _none, ...row } = message;
  const journal = await journals.reopen(tenantId, message.messageId);
  const result = await records.finishMessage(
    tenantId,
    {
      ...row,
      status: response.status,
      band: response.confidence.band,
      confidenceScore: response.confidence.score,
      sourceType: response.source_type,
      // An answer that was not delivered is not stored.
      envelope: sealEnvelope(
        {
          ...rest,
          ...(response.status === 'delivered'
            ? {}
            : { searches: [], answer_changes: [], other_answer: null }),
          sources: response.citations.length === 0 ? null : rest.sources,
          held: null,
          resume: null,
          review,
        },
        { answer: response.answer, responseJson: JSON.stringify(response) },
      ),
    },
    {
      ...end,
      events: messageEvents(response, { tripwireTriggered, nowMs: clock.nowMs() }),
      journal: await journal.last(lastEvents),
      mailToAsker: mailOfEnd(response),
      review: review === null ? null : endingOf(review),
      // What language models cost was counted when the answer became pending review.
      cost: null,
    },
  );
  if (result === 'already_ended') return false;
  journal.ended();
  return true;
}

function endingOf({ outcome, proposed_answer, decided_by, decided_at }: ReviewEntry): ReviewEnding {
  return {
    outcome: outcome === 'deliver' && proposed_answer !== null ? 'edit' : outcome,
    decidedBy: decided_by,
    decidedAtMs: Date.parse(decided_at),
  };
}

function listEvents(
  response: QueryResponse,
  { createdAtMs }: GuardedAdmission,
  { outcome, timeMs }: { readonly outcome: EndedOutcome | InReview; readonly timeMs: number },
) {
  const { tripwireTriggered } = outcome;
  return messageEvents(response, { tripwireTriggered, nowMs: Math.round(createdAtMs + timeMs) });
}

/** That an answer has been pending review for too long. */
export function reviewOverdueEvent(response: QueryResponse, nowMs: number): OutboxEvent {
  return makeEvent('message.review_overdue', nowMs, eventData(response));
}

function eventData(response: QueryResponse) {
  return {
    message_id: response.message_id,
    request_id: response.request_id,
    thread_id: response.thread_id,
    status: response.status,
    band: response.confidence.band,
  };
}

/** The events at the end of a message: ids, status and band, never what was asked or answered. */
function messageEvents(
  response: QueryResponse,
  also: { readonly tripwireTriggered: boolean; readonly nowMs: number },
): OutboxEvent[] {
  const data = eventData(response);
  const types = [
    ...(response.status === 'cancelled' ? [] : [`message.${response.status}`]),
    ...(also.tripwireTriggered ? ['guardrail.tripped'] : []),
  ];
  return types.map((type) => makeEvent(type, also.nowMs, data));
}
