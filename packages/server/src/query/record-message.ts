import type { QueryResponse } from '@avow/contract';
import { type HeldContent, sealEnvelope } from '../audit/envelope.ts';
import type { Clock } from '../clock/clock.ts';
import { AppError } from '../errors/app-error.ts';
import { messageEvents } from '../events/message-events.ts';
import type { Scored } from '../interfaces/confidence.ts';
import type { Guard } from '../interfaces/guard.ts';
import type { JournalEvent, MessageRow, RecordStore } from '../interfaces/record-store.ts';
import type { Scoring } from '../interfaces/scoring.ts';
import type { Admission } from './admission.ts';
import { composeResponse } from './compose-response.ts';
import { findingsOf } from './findings-of.ts';
import { heldContent } from './held-content.ts';
import type { EndedOutcome, Held, Outcome } from './outcome.ts';
import { withoutRedactions } from './without-redactions.ts';

/** A response that may leave: its record is durable. `body` is the response as it was recorded, to the letter. */
export interface Delivery {
  readonly response: QueryResponse;
  readonly body: string;
}

/** `refusal`: why a message had to fail whose answer could not be kept for a person; null: it did not. */
interface Recorded extends Delivery {
  readonly refusal: AppError | null;
}

interface RecordingParts {
  readonly clock: Clock;
  readonly reviewsMax: number;
  readonly records: RecordStore;
  readonly scoring: Scoring;
  readonly guard: Guard;
}

/** Composes what is said of a message and the row that records it: one text serves both. */
export function composeMessage(
  parts: RecordingParts,
  admission: Admission,
  outcome: Outcome,
  timeMs: number,
): Delivery & { readonly row: MessageRow } {
  const composing = { scoring: parts.scoring, guard: parts.guard, timeMs };
  const response = composeResponse(admission, outcome, composing);
  const body = JSON.stringify(response);
  const { request } = admission;
  const resume =
    outcome.kind === 'pending' && outcome.status === 'queued'
      ? {
          request,
          pack_ids: admission.packIds,
          claim: admission.claim,
          input: admission.input && withoutRedactions(admission.input),
        }
      : null;
  const content = {
    question: outcome.question,
    refined_question: outcome.refinedQuestion,
    blocked_prompt: outcome.blockedPrompt,
    metadata: request.metadata ?? {},
    cost: outcome.cost,
    scored: scoredOf(outcome)?.explanation ?? null,
    nearest: outcome.nearest,
    held: outcome.kind === 'in_review' ? heldOf(parts, admission, { ...composing, outcome }) : null,
    review: null,
    resume,
  };
  const row: MessageRow = {
    messageId: admission.messageId,
    threadId: admission.threadId,
    status: response.status,
    band: response.confidence.band,
    confidenceScore: response.confidence.score,
    tripwireTriggered: outcome.tripwireTriggered,
    sourceType: response.source_type,
    channelType: request.channel_type,
    endUserId: request.end_user_id ?? null,
    contentState: isRedacted(outcome) ? 'redacted' : 'present',
    createdAtMs: admission.createdAtMs,
    policyVersion: parts.guard.policyVersion,
    packVersions: outcome.packVersions,
    timeMs: response.processing.time_ms,
    modelTier: outcome.modelTier,
    routingSource: outcome.routingSource,
    isDegraded: outcome.degraded,
    findings: findingsOf(outcome.guardrails),
    envelope: sealEnvelope(content, { answer: response.answer, responseJson: body }),
  };
  return { response, body, row };
}

function heldOf(
  { clock }: RecordingParts,
  admission: Admission,
  { outcome, ...composing }: Parameters<typeof composeResponse>[2] & { readonly outcome: Held },
): HeldContent {
  const { answered } = outcome;
  const response = composeResponse(admission, answered, composing);
  const { groups = [] } = admission.request;
  return heldContent(answered, { response, groups, nowMs: clock.nowMs() });
}

function scoredOf(outcome: Outcome): Scored | null {
  if (outcome.kind === 'in_review') return outcome.answered.scored;
  return outcome.kind === 'answered' || outcome.kind === 'not_covered' ? outcome.scored : null;
}

function isRedacted(outcome: Outcome): boolean {
  if (outcome.questionRedacted) return true;
  const answered = outcome.kind === 'in_review' ? outcome.answered : outcome;
  return answered.kind === 'answered' && (answered.quotesRedacted || answered.sourcesRedacted);
}

interface Recording {
  readonly timeMs: number;
  /** What is left to tell whoever follows, to be committed with it. */
  readonly journal: (response: QueryResponse) => Promise<readonly JournalEvent[]>;
}

/** Ends a message, or has it wait for a person: one durable commit, after which its response may leave. */
export async function recordMessage(
  parts: RecordingParts,
  admission: Admission,
  outcome: EndedOutcome | Held,
  also: Recording,
): Promise<Recorded> {
  if (outcome.kind === 'in_review') return await holdMessage(parts, admission, outcome, also);
  return { ...(await endMessage(parts, admission, outcome, also)), refusal: null };
}

async function holdMessage(
  parts: RecordingParts,
  admission: Admission,
  outcome: Held,
  { timeMs, journal }: Recording,
): Promise<Recorded> {
  const { response, body, row } = composeMessage(parts, admission, outcome, timeMs);
  const nowMs = Math.round(admission.createdAtMs + timeMs);
  const held = await parts.records.holdMessage(admission.tenantId, row, {
    events: messageEvents(response, { tripwireTriggered: outcome.tripwireTriggered, nowMs }),
    claim: admission.claim,
    journal: await journal(response),
    cost: outcome.cost,
    heldMax: parts.reviewsMax,
  });
  if (held === 'held') return { response, body, refusal: null };
  const { messageId } = admission;
  if (held === 'already_ended') throw new AppError('internal', { messageId });
  // Neither given unseen nor kept for nobody: whoever asked is told to come back.
  const failed = await endMessage(parts, admission, { ...outcome, kind: 'failed' }, { timeMs, journal });
  const detail = 'Too many answers wait for a person to decide.';
  return { ...failed, refusal: new AppError('overloaded', { messageId, detail }) };
}

async function endMessage(
  parts: RecordingParts,
  admission: Admission,
  outcome: EndedOutcome,
  also: Recording,
): Promise<Delivery> {
  const { timeMs } = also;
  const { response, body, row } = composeMessage(parts, admission, outcome, timeMs);
  const endedAtMs = Math.round(admission.createdAtMs + timeMs);
  const events = messageEvents(response, { tripwireTriggered: outcome.tripwireTriggered, nowMs: endedAtMs });
  // What failed may be tried again under the same key; what was said once is said again.
  const ending = outcome.kind === 'failed' ? 'free' : 'keep';
  const idempotency = admission.claim === null ? null : ({ claim: admission.claim, ending } as const);
  const ended = await parts.records.finishMessage(admission.tenantId, row, {
    events,
    idempotency,
    journal: await also.journal(response),
    cost: outcome.cost,
    label: null,
  });
  if (ended === 'already_ended') throw new AppError('internal', { messageId: admission.messageId });
  return { response, body };
}
