import type { Explanation } from '@avow/answering';
import { type AuditRecord, formatTime } from '@avow/contract';
import type { TenantId } from '@avow/foundation';
import type { ModelCost } from '@avow/inference';
import { openEnvelope, responseOf, scoredAsTold } from './envelope.ts';
import type { StoredRecord } from './record-store.ts';

/** Embedded answers cost nothing: no model outside the process took part. */
const noCost = { currency: 'USD', amount: 0, input_tokens: 0, output_tokens: 0 };

/** A thousandth of what a token of the cheapest models costs. */
const amountDecimals = 12;

function costOf(cost: ModelCost | null): AuditRecord['cost'] {
  if (cost === null) return noCost;
  const { currency, amount, inputTokens, outputTokens } = cost;
  // Sums of prices have digits that no price has.
  const rounded = Number(amount.toFixed(amountDecimals));
  return { currency, amount: rounded, input_tokens: inputTokens, output_tokens: outputTokens };
}

function modelOf(scored: Explanation | null): AuditRecord['confidence_model'] {
  return scored === null ? null : { name: scored.model, calibration: scored.calibration };
}

type Kept = Exclude<StoredRecord, { kind: 'dropped' }>;

/** The content of the message and its evaluation; empty once the content is gone. */
function contentOf(stored: Kept) {
  if (stored.kind === 'emptied') {
    const nothing = { question: '', refined_question: null, answer: '', metadata: {}, response: null };
    return {
      ...nothing,
      blocked_prompt: null,
      confidence_model: null,
      review: null,
      cost: noCost,
      failed_tiers: [],
      groups: null,
      history: [],
      searches: [],
      answer_changes: [],
      other_answer: null,
    };
  }
  const content = openEnvelope(stored.envelope);
  const response = responseOf(stored);
  return {
    question: content.question,
    refined_question: content.refined_question,
    history: [...content.history],
    answer: response.answer,
    metadata: { ...content.metadata },
    response,
    blocked_prompt: content.blocked_prompt ?? null,
    confidence_model: modelOf(scoredAsTold(stored)),
    review: content.review,
    cost: costOf(content.cost ?? null),
    groups: content.groups === null ? null : [...content.groups],
    // As the answer itself: not before it was delivered.
    searches: stored.status === 'delivered' ? [...content.searches] : [],
    answer_changes: stored.status === 'delivered' ? [...content.answer_changes] : [],
    other_answer: stored.status === 'delivered' ? content.other_answer : null,
    failed_tiers: content.failed_tiers.map(({ tier, model, cause }) => ({ model_tier: tier, model, cause })),
  };
}

/** The audit record of a message in its current state. */
export function toAuditRecord(tenantId: TenantId, stored: Kept): AuditRecord {
  const content = contentOf(stored);
  const suffix = stored.messageId.slice('msg_'.length);
  return {
    id: `aud_${suffix}`,
    tenant_id: tenantId,
    thread_id: stored.threadId,
    question: content.question,
    refined_question: content.refined_question,
    history: content.history,
    answer: content.answer,
    confidence_score: stored.confidenceScore,
    tripwire_triggered: stored.tripwireTriggered,
    channel_type: stored.channelType,
    created_at: formatTime(stored.createdAtMs),
    message_id: stored.messageId,
    request_id: `req_${suffix}`,
    status: stored.status,
    source_type: stored.sourceType,
    content_state: stored.contentState,
    end_user_id: stored.endUserId,
    groups: content.groups,
    metadata: content.metadata,
    response: content.response,
    pack_versions: stored.packVersions.map(({ packId, version }) => ({ pack_id: packId, version })),
    policy_version: stored.policyVersion,
    blocked_prompt: content.blocked_prompt,
    confidence_model: content.confidence_model,
    review: content.review,
    cost: content.cost,
    failed_tiers: content.failed_tiers,
    searches: content.searches,
    answer_changes: content.answer_changes,
    other_answer: content.other_answer,
    log: stored.log === null ? null : { leaf_index: stored.log.leafIndex, leaf_hash: stored.log.leafHash },
  };
}
