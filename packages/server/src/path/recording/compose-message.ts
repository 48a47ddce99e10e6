import type { Scored, Scoring } from '@avow/answering';
import type { QueryResponse } from '@avow/contract';
import type { Clock } from '@avow/foundation';
import type { Guard } from '@avow/guardrails';
import type { RecordAudience } from '../../features/records/audience.ts';
import { type MessageContent, type PendingContent, sealEnvelope } from '../../features/records/envelope.ts';
import type { MessageRow } from '../../features/records/record-store.ts';
import { composePendingContent } from '../../features/review/pending-content.ts';
import type { Admission } from '../admission/admission.ts';
import type { TextMemory } from '../memory/create-text-memory.ts';
import { withoutRedactions } from '../without-redactions.ts';
import { composeResponse } from './compose-response.ts';
import { findingsOf } from './list-findings.ts';
import type { InReview, Outcome } from './outcome.ts';
import { writeResponse } from './write-response.ts';

export interface ComposingParts {
  readonly clock: Clock;
  readonly scoring: Scoring;
  readonly guard: Guard;
  readonly memory: TextMemory;
}

interface ComposedMessage {
  readonly response: QueryResponse;
  /** The response as it is sent and recorded, to the letter. */
  readonly body: string;
  readonly row: MessageRow;
}

/** Composes the response to a message and the row that records it: one text serves both. */
export function composeMessage(
  parts: ComposingParts,
  admission: Admission,
  outcome: Outcome,
  { timeMs, audience }: { readonly timeMs: number; readonly audience: RecordAudience },
): ComposedMessage {
  const response = composeResponse(admission, outcome, { ...parts, timeMs });
  const body = writeResponse(response);
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
    question: outcome.prompt,
    refined_question: outcome.question,
    history: request.history ?? [],
    blocked_prompt: outcome.blockedPrompt,
    block: blockOf(outcome),
    metadata: request.metadata ?? {},
    groups: request.groups ?? [],
    cost: outcome.cost,
    failed_tiers: outcome.failedTiers,
    scored: scoredOf(outcome)?.explanation ?? null,
    nearest: outcome.nearest,
    held: outcome.kind === 'in_review' ? pendingContentOf(parts, admission, outcome, timeMs) : null,
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
    ...(request.thread_shared === true ? { isThreadShared: true } : {}),
    contentState: isRedacted(outcome) ? 'redacted' : 'present',
    audience,
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

function pendingContentOf(
  parts: ComposingParts,
  admission: Admission,
  { answered }: InReview,
  timeMs: number,
): PendingContent {
  const response = composeResponse(admission, answered, { ...parts, timeMs });
  const { groups = [] } = admission.request;
  return composePendingContent(answered, { response, groups, nowMs: parts.clock.nowMs() });
}

function scoredOf(outcome: Outcome): Scored | null {
  if (outcome.kind === 'in_review') return outcome.answered.scored;
  return outcome.kind === 'answered' || outcome.kind === 'not_covered' ? outcome.scored : null;
}

/** Feedback proposes thresholds for prompts only. */
function blockOf(outcome: Outcome): MessageContent['block'] {
  if (outcome.kind !== 'blocked') return null;
  const threshold = outcome.concern ?? (outcome.reason === 'prompt_injection' ? 'prompt_attack' : null);
  const result = outcome.guardrails.find(({ guardrail_id }) => guardrail_id === outcome.guardrailId);
  return threshold === null || result?.stage !== 'input' ? null : { threshold, score: result.score };
}

function isRedacted(outcome: Outcome): boolean {
  if (outcome.promptRedacted) return true;
  const answered = outcome.kind === 'in_review' ? outcome.answered : outcome;
  return answered.kind === 'answered' && (answered.quotesRedacted || answered.sourcesRedacted);
}
