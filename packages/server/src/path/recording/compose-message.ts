import type { Scored, Scoring } from '@avow/answering/score';
import type { GuardrailResult, QueryResponse } from '@avow/contract/query';
import type { Clock } from '@avow/foundation';
import type { Guard, InputOutcome } from '@avow/guardrails';
import type { RecordAudience } from '../../features/records/audience.ts';
import { sealEnvelope } from '../../features/records/envelope.ts';
import type { GuardrailFinding, MessageRow } from '../../features/records/record-store.ts';
import type { MessageContent, PendingContent } from '../../features/records/records.ts';
import { composePendingContent } from '../../features/review/pending-content.ts';
import type { GuardedAdmission } from '../admission/admission.ts';
import type { TextMemory } from '../memory/create-text-memory.ts';
import { composeResponse, writeResponse } from './compose-response.ts';
import type { InReview, Outcome } from './outcome.ts';

export interface ComposingDependencies {
  readonly clock: Clock;
  readonly scoring: Scoring;
  readonly memory: TextMemory;
}

/** What is recorded of every query. */
export interface RecordedQuery {
  readonly admission: GuardedAdmission;
  /** The policy that it is answered under. */
  readonly guard: Guard;
  /** The guardrails' outcome on the prompt. */
  readonly input: InputOutcome;
}

interface ComposedMessage {
  readonly response: QueryResponse;
  /** The response as it is sent and recorded, to the letter. */
  readonly body: string;
  readonly row: MessageRow;
}

/** Composes the response to a message and the row that records it: one text serves both. */
export function composeMessage(
  path: ComposingDependencies,
  query: Pick<RecordedQuery, 'admission' | 'guard'>,
  outcome: Outcome,
  {
    timeMs,
    audience,
    rules,
    sources,
  }: {
    readonly timeMs: number;
    readonly audience: RecordAudience;
    readonly rules: readonly number[];
    readonly sources: string | null;
  },
): ComposedMessage {
  const { admission, guard } = query;
  const response = composeResponse(admission, outcome, { ...path, guard, timeMs });
  const body = writeResponse(response);
  const { request } = admission;
  const resume =
    outcome.kind === 'pending' && outcome.status === 'queued'
      ? {
          request,
          pack_ids: admission.packIds,
          claim: admission.claim,
          // The place and length of a secret must not be revealed. Nothing can be restored from it.
          input: { ...admission.input, redactions: [] },
        }
      : null;
  const content = {
    question: outcome.prompt,
    refined_question: outcome.question,
    history: request.history ?? [],
    blocked_prompt: outcome.blockedPrompt,
    block: findBlock(outcome),
    sources,
    metadata: request.metadata ?? {},
    groups: request.groups ?? [],
    cost: outcome.cost,
    failed_tiers: outcome.failedTiers.map(({ tier, model, cause }) => ({ tier, model, cause })),
    searches: outcome.drafts.searches,
    answer_changes: outcome.drafts.changes,
    other_answer: outcome.drafts.otherAnswer,
    scored: findScored(outcome)?.explanation ?? null,
    nearest: outcome.nearest,
    held: outcome.kind === 'in_review' ? composePending(path, query, outcome, timeMs) : null,
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
    policyVersion: guard.policyVersion,
    packVersions: outcome.packVersions,
    rules,
    timeMs: response.processing.time_ms,
    modelTier: outcome.modelTier,
    routingSource: outcome.routingSource,
    isDegraded: outcome.degraded,
    findings: listFindings(outcome.guardrails),
    envelope: sealEnvelope(content, { answer: response.answer, responseJson: body }),
  };
  return { response, body, row };
}

function composePending(
  path: ComposingDependencies,
  { admission, guard }: Pick<RecordedQuery, 'admission' | 'guard'>,
  { answered }: InReview,
  timeMs: number,
): PendingContent {
  const response = composeResponse(admission, answered, { ...path, guard, timeMs });
  const { groups = [] } = admission.request;
  return composePendingContent(answered, { response, groups, nowMs: path.clock.nowMs() });
}

function findScored(outcome: Outcome): Scored | null {
  if (outcome.kind === 'in_review') return outcome.answered.scored;
  return outcome.kind === 'answered' || outcome.kind === 'not_covered' ? outcome.scored : null;
}

/** Feedback proposes thresholds for prompts only. */
function findBlock(outcome: Outcome): MessageContent['block'] {
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

/** What guardrails did that did not simply pass. One that the query did not reach did nothing. */
export function listFindings(results: readonly GuardrailResult[]): GuardrailFinding[] {
  return results.flatMap((result) => {
    const did = didWhat(result);
    if (did === null) return [];
    const { guardrail_id: guardrailId, name, mode } = result;
    return { guardrailId, name, did, isShadow: mode === 'shadow' };
  });
}

function didWhat({ status, action, compliant }: GuardrailResult): GuardrailFinding['did'] | null {
  if (status === 'skipped') return null;
  if (status !== 'ok') return 'failed';
  if (action !== 'none') return action;
  // In shadow mode: what it found is reported, and nothing was done about it.
  return compliant ? null : 'flag';
}
