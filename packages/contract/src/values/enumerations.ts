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

/** How the words of an answer came about: a language model wrote them, they are those of sources, or of a curated pair. */
export const generatedKinds = ['written', 'quoted', 'curated'] as const;
export type GeneratedKind = (typeof generatedKinds)[number];

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

/** `shadow` reports findings without acting on them. */
export const guardrailModes = ['enforce', 'shadow'] as const;

/** Whether the check ran. Only `ok` may ever be reported as compliant. */
/** How a citation's quote is used. */
export const citationUses = ['supports', 'quotes'] as const;

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

/** Why a language model of a tier did not answer, or its answer was not used. */
export const tierFailures = [
  'unavailable',
  'timeout',
  'budget_spent',
  'interrupted',
  'malformed',
  'echoed_prompt',
  'leaked_instructions',
  'ungrounded',
  'irrelevant',
  'less_sure',
  'guardrail',
  'not_covered',
] as const;
export type TierFailure = (typeof tierFailures)[number];

/** The steps that a stream reports while a message is answered. */
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

/** By ISO 4217, of what has no currency: a model without a price. */
export const noCurrency = 'XXX';

/** In a field that always has a value: there is none. */
export const none = 'none';
export const statedBlockedReasons = [none, ...blockedReasons] as const;

/** Why no answer was given, if no guardrail blocked it. */
export const noAnswerCauses = [
  'no_knowledge',
  'nothing_found',
  'below_risk_level',
  'ambiguous',
  'access_restricted',
  'language_not_served',
] as const;
export type NoAnswerCause = (typeof noAnswerCauses)[number];

/** How an answer was found. The confidence model has its own weights for each. */
export const answerMethods = [
  'curated_exact',
  'curated_similar',
  'curated_semantic',
  'extractive',
  'keyword',
  'generative_tier_1',
  'generative_tier_2',
  'generative_tier_3',
] as const;
export type AnswerMethod = (typeof answerMethods)[number];

/** Features of an answer that the confidence model uses. */
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

/** Why a score is capped. */
export const confidenceCaps = ['degraded', 'failed_open', 'unsupported', 'conflicting_sources'] as const;
export type ConfidenceCap = (typeof confidenceCaps)[number];

/** The verdicts of feedback. */
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
  'wrongly_blocked',
  'should_not_have_answered',
  'other',
] as const;
export type FeedbackReason = (typeof feedbackReasons)[number];

export const answerFormats = ['structured_text', 'plain_text', 'markdown', 'json'] as const;
export type AnswerFormat = (typeof answerFormats)[number];

/** Known channels; other names of the same form are accepted. */
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

/** The types of events that webhooks can receive. */
export const webhookEventTypes = [
  'message.delivered',
  'message.blocked',
  'message.failed',
  'message.in_review',
  'message.review_overdue',
  ...(['handover.requested', 'handover.replied'] as const),
  'guardrail.tripped',
  'audit.erased',
  'content_pack.published',
  'key.created',
  'key.rotated',
  'key.revoked',
  'key.expiring',
  'content_source.failing',
  'content_source.waiting',
  'content_source.paused',
  'service.degraded',
  'service.recovered',
  'log.checkpoint',
  'webhook_endpoint.disabled',
  'webhook.test',
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

export const exportStatuses = ['running', 'ready', 'failed', 'withdrawn'] as const;
export const exportSelections = ['all', 'period', 'thread', 'end_user', 'filter', 'evidence'] as const;

/** `event`: as Standard Webhooks defines. The others are what incoming webhooks of Slack and Microsoft Teams take. */
export const webhookFormats = ['event', 'slack', 'teams'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

export const webhookStatuses = ['enabled', 'disabled'] as const;
export const webhookDisabledReasons = ['request', 'gone', 'failing', 'damaged'] as const;
export const webhookDeliveryStatuses = ['pending', 'delivered', 'dead'] as const;

/** How an attempt to deliver an event ended, or why there was none. */
export const webhookOutcomes = [
  'ok',
  'status',
  'redirect',
  'timeout',
  'unreachable',
  'not_allowed',
  'gone',
  'endpoint_disabled',
  'backlog_full',
] as const;

/** How a sample of records is drawn. */
export const sampleMethods = ['random', 'risk', 'guardrail'] as const;
export type SampleMethod = (typeof sampleMethods)[number];

/** What somebody finds of a record; `unreadable`: its content was erased or had expired before. */
export const sampleFindings = ['none', 'minor', 'major', 'unreadable'] as const;
export type SampleFinding = (typeof sampleFindings)[number];

/** What a legal hold applies to. */
export const holdScopes = ['message', 'thread', 'end_user', 'tenant'] as const;

/** The scopes of API keys and of the roles of people. */
export const scopes = [
  'query:write',
  'messages:read',
  'audit:read',
  'audit:export',
  'audit:erase',
  'audit:sample',
  'content:manage',
  'guardrails:manage',
  'webhooks:manage',
  'keys:manage',
  'log:read',
  'review:decide',
  'tenants:manage',
] as const;
export type Scope = (typeof scopes)[number];

/** The default scopes of a new key: asking questions, and reading messages and records. */
export const defaultScopes = [
  'query:write',
  'messages:read',
  'audit:read',
] as const satisfies readonly Scope[];
