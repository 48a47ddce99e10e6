/**
 * Every enumeration on the wire. The service sends only these values; a client must accept ones it does not know,
 * because `/v1` grows by adding to these lists.
 */

export const messageStatuses = [
  'queued',
  'processing',
  'in_review',
  'delivered',
  'blocked',
  'failed',
  'cancelled',
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

export const bands = ['high', 'medium', 'low', 'none'] as const;
export type Band = (typeof bands)[number];

/** Where the answer came from; `model` is a model's own knowledge, which is off unless the operator allows it. */
export const sourceTypes = ['qna', 'document', 'mixed', 'tool', 'model', 'none'] as const;
export type SourceType = (typeof sourceTypes)[number];

export const guardrailCategories = [
  'security',
  'safety',
  'privacy',
  'compliance',
  'scope',
  'grounding',
  'format',
  'custom',
] as const;
export type GuardrailCategory = (typeof guardrailCategories)[number];

export const guardrailStages = ['input', 'retrieval', 'output'] as const;
export type GuardrailStage = (typeof guardrailStages)[number];

export const guardrailActions = ['none', 'flag', 'redact', 'block'] as const;
export type GuardrailAction = (typeof guardrailActions)[number];

/** `shadow`: on trial; what it finds is reported, and nothing is done about it. */
export const guardrailModes = ['enforce', 'shadow'] as const;
export type GuardrailMode = (typeof guardrailModes)[number];

/** Whether the check ran. Only `ok` may ever be reported as compliant. */
export const guardrailStatuses = ['ok', 'error', 'timeout', 'skipped'] as const;
export type GuardrailStatus = (typeof guardrailStatuses)[number];

export const routingSources = [
  'qna_match',
  'retrieval',
  'cache',
  'guardrail',
  'fallback',
  'client',
  'default',
] as const;
export type RoutingSource = (typeof routingSources)[number];

/** What a stream tells of a message while it is answered. */
export const processingSteps = [
  'check_question',
  'refine',
  'search',
  'write',
  'check_answer',
  'record',
] as const;
export type ProcessingStep = (typeof processingSteps)[number];

export const nextActions = [
  'use_answer',
  'review_citations',
  'ask_clarification',
  'rephrase',
  'escalate_to_human',
  'request_access',
  'retry_later',
  'stop',
] as const;
export type NextAction = (typeof nextActions)[number];

export const blockedReasons = [
  'prompt_injection',
  'unsafe_content',
  'pii',
  'secrets',
  'out_of_scope',
  'policy',
  'ungrounded',
  'guardrail_unavailable',
] as const;
export type BlockedReason = (typeof blockedReasons)[number];

export const answerFormats = ['structured_text', 'plain_text', 'markdown', 'json'] as const;
export type AnswerFormat = (typeof answerFormats)[number];

/** Channels with a name of their own; any other name of the same shape is accepted. */
export const knownChannelTypes = [
  'api',
  'console',
  'chat',
  'slack',
  'msteams',
  'email',
  'voice',
  'agent',
  'mcp',
  'batch',
] as const;

export const contentStates = ['present', 'redacted', 'erased', 'expired'] as const;
export type ContentState = (typeof contentStates)[number];

/** What a key may be allowed to do. `tenants:manage` is the operator's alone. */
export const scopes = [
  'query:write',
  'messages:read',
  'audit:read',
  'audit:export',
  'audit:erase',
  'content:manage',
  'guardrails:manage',
  'webhooks:manage',
  'keys:manage',
  'log:read',
  'review:decide',
  'tenants:manage',
] as const;
export type Scope = (typeof scopes)[number];

/** What a new key may do unless told otherwise: ask, and read back what was asked. */
export const defaultScopes = [
  'query:write',
  'messages:read',
  'audit:read',
] as const satisfies readonly Scope[];
