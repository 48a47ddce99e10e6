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

/** Whether the check ran. Only `ok` may ever be reported as compliant. */
export const guardrailStatuses = ['ok', 'error', 'timeout', 'skipped'] as const;

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

/** Why an answer was not given, where no guardrail stopped it. */
export const noAnswerCauses = [
  'no_knowledge',
  'nothing_found',
  'below_risk_level',
  'ambiguous',
  'access_restricted',
] as const;
export type NoAnswerCause = (typeof noAnswerCauses)[number];

/** How an answer was found, as its confidence is told by: each has weights of its own. */
export const answerWays = [
  'curated_exact',
  'curated_similar',
  'curated_meaning',
  'read',
  'by_words',
  'written_1',
  'written_2',
  'written_3',
] as const;
export type AnswerWay = (typeof answerWays)[number];

/** What is known of an answer that tells how likely it is right. */
export const confidenceFeatures = [
  'match',
  'match_margin',
  'relevance',
  'relevance_gap',
  'span_margin',
  'span_lead',
  'search_rank',
  'nearness',
  'agreement',
  'lowest_support',
  'contradiction',
  'term_coverage',
  'entity_coverage',
  'heading_match',
  'type_match',
  'addressed',
  'kept_share',
  'log_probability',
] as const;
export type ConfidenceFeature = (typeof confidenceFeatures)[number];

/** Why a score is not above a line, whatever was found. */
export const confidenceCaps = ['degraded', 'failed_open', 'unsupported', 'disagreeing'] as const;
export type ConfidenceCap = (typeof confidenceCaps)[number];

/** What somebody says of an answer. */
export const feedbackVerdicts = ['right', 'partly', 'wrong'] as const;
export type FeedbackVerdict = (typeof feedbackVerdicts)[number];

export const feedbackReasons = [
  'incorrect',
  'incomplete',
  'outdated',
  'irrelevant',
  'unclear',
  'bad_citation',
  'should_have_answered',
  'should_not_have_answered',
  'other',
] as const;
export type FeedbackReason = (typeof feedbackReasons)[number];

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

/** What stands on the log beside the ends of messages: what was done with records. */
export const deedKinds = ['erasure', 'expiry', 'hold', 'retention', 'access', 'rekey'] as const;

/** What a hold keeps. */
export const holdScopes = ['message', 'thread', 'end_user', 'tenant'] as const;

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
