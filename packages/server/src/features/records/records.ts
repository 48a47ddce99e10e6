import type { Explanation } from '@avow/answering/score';
import type { ConfidenceExplanation, Message, QueryResponse } from '@avow/contract/query';
import type { AuditRecord } from '@avow/contract/records';
import { type ConfidenceCap, formatTime, type GeneratedKind } from '@avow/contract/values';
import type { TenantId } from '@avow/foundation';
import type { ModelCost } from '@avow/inference';
import type { ReaderGroups, RecordAudience } from './audience.ts';
import type { MessageContent, PartName, PendingContent, PendingQuote } from './envelope.ts';
import { readExplanation } from './read-explanation.ts';
import type { Envelope, StoredMessage, StoredRecord } from './record-store.ts';

export type { MessageContent, PendingContent, PendingQuote, ReaderGroups, RecordAudience };

/** Whether somebody who may name these groups may see it. */
export function mayRead(audience: RecordAudience, groups: ReaderGroups): boolean {
  return groups === null || audience.every((admitted) => admitted.some((group) => groups.includes(group)));
}

/** Whether one reader may name all groups that another may. */
export function coversGroups(groups: ReaderGroups, others: ReaderGroups): boolean {
  return groups === null || others?.every((group) => groups.includes(group)) === true;
}

/** Earlier releases stored one part. */
const wholePart = 'envelope';

/** Opens what `sealEnvelope` made. Fields that records of earlier releases lack are null or empty. */
export function openEnvelope(envelope: Envelope): MessageContent {
  const parts = new Map(envelope);
  const stored = parts.has(wholePart) ? readWhole(parts) : readParts(parts);
  const { held = null, scored = null } = stored;
  return {
    ...{ refined_question: null, blocked_prompt: null, block: null, groups: null, cost: null, sources: null },
    ...{ failed_tiers: [], searches: [], answer_changes: [], other_answer: null },
    ...{ nearest: [], review: null, history: [] },
    ...stored,
    scored: scored === null ? null : readExplanation(scored),
    held: held === null ? null : { ...{ draft: null }, ...held },
    response: completed(stored.response),
  };
}

function readWhole(parts: ReadonlyMap<string, string>): MessageContent {
  return JSON.parse(parts.get(wholePart) ?? '');
}

function readParts(parts: ReadonlyMap<string, string>): MessageContent {
  const read = (name: PartName, missing: string) => JSON.parse(parts.get(name) ?? missing);
  return {
    question: parts.get('question') ?? '',
    refined_question: parts.get('refined_question') ?? null,
    sources: parts.get('sources') ?? null,
    metadata: read('metadata', '{}'),
    ...read('trace', '{}'),
    ...read('pending', '{"held":null,"resume":null}'),
    response: read('response', 'null'),
  };
}

/**
 * Every field is present, even in messages from before it existed. A response that has all of them stays unchanged, byte
 * for byte, so that a replay repeats it exactly.
 */
function completed(stored: QueryResponse): QueryResponse {
  const response = withReceipt(withLaterFields(stored));
  const context = response.agent_context as Partial<QueryResponse['agent_context']> | undefined;
  if (context === undefined || context.no_answer_cause !== undefined) return response;
  const isWithout = response.status === 'delivered' && response.source_type === 'none';
  const later = {
    no_answer_cause: isWithout ? 'nothing_found' : null,
    clarifying_question: null,
    question_language: null,
    answer_language: null,
  };
  return { ...response, agent_context: { ...later, ...response.agent_context } };
}

function withLaterFields(stored: QueryResponse): QueryResponse {
  const response = withGuarantee(withMark(stored));
  const { processing, related } = response as Partial<QueryResponse>;
  if (processing === undefined || related !== undefined) return response;
  return { ...response, related: [], processing: { ...{ embedded_share: null }, ...processing } };
}

/** Responses of earlier versions have no mark: a model of a tier wrote what is not quoted. */
function withMark(response: QueryResponse): QueryResponse {
  const { generated, status, source_type: from, processing } = response as Partial<QueryResponse>;
  if (processing === undefined || generated !== undefined) return response;
  if (status !== 'delivered' || from === 'none') return { ...response, generated: null };
  if (processing.model_tier > 0) return { ...response, generated: 'written' };
  return { ...response, generated: from === 'qna' ? 'curated' : 'quoted' };
}

/** The text that a record commits to has none of itself; responses of earlier releases do not say so. */
function withReceipt(response: QueryResponse): QueryResponse {
  const { receipt, processing } = (response ?? {}) as Partial<QueryResponse>;
  return processing === undefined || receipt !== undefined ? response : { ...response, receipt: null };
}

function withGuarantee(response: QueryResponse): QueryResponse {
  const { confidence } = response as { confidence?: Partial<QueryResponse['confidence']> };
  if (confidence === undefined || confidence.guarantee !== undefined) return response;
  return { ...response, confidence: { ...response.confidence, guarantee: null } };
}

/**
 * How the answer was scored, if that may be shown: if the answer was given, or withheld for its score, but not if it is
 * pending review or was blocked by a reviewer.
 */
export function scoredAsTold({
  envelope,
  status,
}: Pick<StoredMessage, 'envelope' | 'status'>): Explanation | null {
  return status === 'delivered' ? openEnvelope(envelope).scored : null;
}

/** The current response of a message: while it is being answered, only its status changes. */
export function responseOf({ envelope, status }: Pick<StoredMessage, 'envelope' | 'status'>): QueryResponse {
  return { ...openEnvelope(envelope).response, status };
}

const capDescriptions: Readonly<Record<ConfidenceCap, string>> = {
  degraded:
    'The model or search that should have answered could not take part in full, or new content is not prepared for it yet.',
  failed_open: 'A guardrail did not run, and the policy lets answers through without it.',
  unsupported: 'A grounding check objected, and the policy lets such answers through with a flag.',
  conflicting_sources: 'The sources do not say the same.',
};

/** A message as it is read back: its current response, and how it was scored. */
export function toMessage(
  stored: Pick<StoredMessage, 'envelope' | 'status'>,
  receipt: Message['receipt'] = null,
): Message {
  const scored = scoredAsTold(stored);
  const explanation = scored === null ? null : explanationOf(scored);
  return { ...responseOf(stored), receipt, confidence_explanation: explanation };
}

export function explanationOf(scored: Explanation): ConfidenceExplanation {
  return {
    model: scored.model,
    calibration: scored.calibration,
    method: scored.evidence.method,
    calibrated: scored.calibrated,
    factors: scored.factors.map(({ feature, words, effect }) => ({ feature, description: words, effect })),
    caps: scored.caps.map(({ cause, max }) => ({ cause, max, description: capDescriptions[cause] })),
    risk_level: scored.riskLevel,
    withheld: scored.isWithheld,
  };
}

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
export function toAuditRecord(
  tenantId: TenantId,
  stored: Kept,
  rulesInForce: AuditRecord['rules_in_force'],
): AuditRecord {
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
    rules_in_force: rulesInForce,
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

const markTexts: Readonly<Record<GeneratedKind, string>> = {
  written: 'This answer was given automatically: a language model wrote it from the sources.',
  quoted: 'This answer was given automatically, in the words of the sources.',
  curated: 'This answer was given automatically, in words that people wrote for such questions.',
};

/** The mark of an automatic answer, for people. */
export function describeGenerated(generated: GeneratedKind): string {
  return markTexts[generated];
}
