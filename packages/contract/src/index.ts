/**
 * The wire: the schema of every request and response, the closed lists of values, the table of problems, the operations with their
 * rights and limits, and the OpenAPI document that is made of them. It has more names than a reader holds, because the wire has:
 * each schema is parsed by the service and by the tests of its route, and each type is what code on either side handles. They are
 * grouped as the API is. `@avow/contract/plain` is the part without schemas.
 */

// The table of operations, problems and the OpenAPI document.

export { type FieldErrorCode, fieldErrorsOf, toPointer } from './field-errors.ts';
export {
  csrfHeader,
  endUserTokenHeader,
  eventIdPattern,
  idempotencyKeyPattern,
  loopbackCookieName,
  sessionCookieName,
  visitorTokenHeader,
  visitorTokenPattern,
} from './headers.ts';
export { type Readiness, readinessSchema, type ServiceIndex } from './health.ts';
export { buildOpenApi } from './openapi.ts';
export {
  eventStreamType,
  type HttpOperation,
  jsonType,
  mediaTypesOf,
  type OperationResponse,
  yamlType,
} from './operation.ts';
export { type OperationId, operations } from './operations.ts';
export { type FieldError, type ProblemDocument, problemDocumentSchema, problemPath } from './problem.ts';
export { type ProblemCode, problemCodes, problems } from './problems.ts';
export {
  isTerminalEventType,
  type StreamEvent,
  type StreamEventType,
  streamEvents,
} from './stream-events.ts';

// Values that are the same everywhere.

export { codePointLength } from './code-point-length.ts';
export {
  type AnswerFormat,
  type AnswerMethod,
  answerMethods,
  type Band,
  type BlockedReason,
  bands,
  blockedReasons,
  type ConfidenceCap,
  type ConfidenceFeature,
  confidenceCaps,
  confidenceFeatures,
  defaultScopes,
  exportSelections,
  type FeedbackReason,
  type FeedbackVerdict,
  type GuardrailAction,
  type GuardrailCategory,
  type GuardrailStage,
  guardrailActions,
  guardrailStages,
  guardrailStatuses,
  type MessageStatus,
  messageStatuses,
  type NextAction,
  type NoAnswerCause,
  nextActions,
  noAnswerCauses,
  none,
  type ProcessingStep,
  type RoutingSource,
  routingSources,
  type Scope,
  type SourceType,
  scopes,
  type TierFailure,
  type WebhookEventType,
  webhookDeliveryStatuses,
  webhookEventTypes,
} from './enumerations.ts';
export { formatTime } from './format-time.ts';
export { typeIdPattern } from './ids.ts';
export { allGroups, type Role, roleScopes, roles, type SignInMethod } from './roles.ts';

// Asking, answers and messages.

export {
  type ChatAvow,
  type ChatChunk,
  type ChatCompletion,
  type ChatError,
  type ChatRequest,
  type ChatUsage,
  chatChunkSchema,
  chatCompletionSchema,
  chatErrorSchema,
  chatModel,
  chatModelListSchema,
  chatRequestSchema,
  documentUri,
} from './chat-completion.ts';
export type { ConfidenceExplanation } from './confidence-explanation.ts';
export { type ProtectedResource, protectedResourceSchema } from './mcp-operations.ts';
export {
  followQuerySchema,
  type Message,
  type MessageListQuery,
  messageListQuerySchema,
  messagePageSchema,
  messageSchema,
} from './message.ts';
export { canBecome, isTerminal } from './message-states.ts';
export {
  type QueryRequest,
  type QueryRequestInput,
  queryRequestLimits,
  queryRequestSchema,
} from './query-request.ts';
export { queryResponseSchema } from './query-response.ts';
export {
  type Citation,
  type GuardrailResult,
  type QueryResponse,
  type RelatedPassage,
  relatedMax,
} from './query-response-fields.ts';
export {
  type PendingReviewEntry,
  pendingReviewPageSchema,
  pendingReviewSchema,
  type ReviewEntry,
  type ReviewReason,
  reviewListQuerySchema,
  reviewReasons,
  reviewRequestSchema,
  wrongReasons,
} from './review.ts';
export { type ThreadEntry, threadSchema } from './thread.ts';

// Content and sources.

export {
  changePageSchema,
  changeSchema,
  type DraftChangeEntry,
  type DraftChangeSummary,
} from './content-change.ts';
export {
  addDocumentRequestSchema,
  type DocumentEntry,
  type DocumentSummaryEntry,
  documentPageSchema,
  documentSchema,
  updateDocumentRequestSchema,
} from './content-document.ts';
export {
  contentLimits,
  groupsSchema,
  sourceSchema,
  titleSchema,
  webAddressSchema,
} from './content-fields.ts';
export { type ContentJob, jobPageSchema, jobSchema } from './content-job.ts';
export {
  type ContentPack,
  type ContentPackReport,
  contentPackPageSchema,
  contentPackSchema,
  createPackRequestSchema,
  emptyRequestSchema,
  type PackVersionEntry,
  packReportSchema,
  packVersionPageSchema,
  pageQuerySchema,
  publishRequestSchema,
  rollbackRequestSchema,
  updatePackRequestSchema,
} from './content-pack.ts';
export {
  type QnaEntry,
  type QnaRequest,
  qnaImportQuerySchema,
  qnaPageSchema,
  qnaRequestSchema,
  qnaSchema,
} from './content-qna.ts';
export {
  type QnaPreview,
  qnaPreviewLimits,
  qnaPreviewQuerySchema,
  qnaPreviewSchema,
} from './content-qna-preview.ts';
export {
  type ContentSearchResult,
  contentSearchRequestSchema,
  contentSearchSchema,
} from './content-search.ts';
export {
  type CreateSourceRequest,
  contentSourceSchema,
  createSourceRequestSchema,
  deleteSourceQuerySchema,
  type SourceEntry,
  type SyncOutcome,
  type SyncSourceRequest,
  sourceLimits,
  syncSourceRequestSchema,
  type UpdateSourceRequest,
  updateSourceRequestSchema,
} from './content-source.ts';
export {
  type SourceConnection,
  type SourceKind,
  sourceConnectionSchema,
  sourceKinds,
} from './source-connection.ts';
export { credentialsFault, type SourceCredentials } from './source-credentials.ts';

// Guardrails.

export {
  type CheckSettings,
  checkFacts,
  type GuardrailCheck,
  guardrailChecks,
  type PersonalDataGroup,
  type PolicyAction,
  personalDataGroups,
  policyLimits,
  type ThresholdName,
  thresholdNames,
  type UnsafeKind,
  unsafeKinds,
} from './guardrail-checks.ts';
export { failsClosed } from './guardrail-fail-mode.ts';
export {
  type GuardrailEntry,
  type GuardrailPolicy,
  type GuardrailPolicyGiven,
  guardrailPolicySchema,
  guardrailSchema,
  notCoveredDefault,
  policyFrameSchema,
} from './guardrail-policy.ts';
export { describeSettings, type SettingDescription } from './guardrail-settings.ts';
export {
  acceptThresholdsRequestSchema,
  type PolicyState,
  type PolicyVersionEntry,
  policyQuerySchema,
  policyStateSchema,
  policyVersionPageSchema,
} from './guardrail-state.ts';
export {
  type MessageTrial,
  type TextTrial,
  type Trial,
  type TrialRequest,
  trialLimits,
  trialRequestSchema,
  trialSchema,
} from './guardrail-trial.ts';

// Feedback, calibration and insights.

export {
  type CalibrationEntry,
  calibrationLimits,
  calibrationSchema,
  type RefitEntry,
  refitSchema,
  revertCalibrationRequestSchema,
  settleCalibrationRequestSchema,
} from './calibration.ts';
export {
  acceptFeedbackRequestSchema,
  type FeedbackEntry,
  feedbackEntrySchema,
  feedbackLimits,
  feedbackListQuerySchema,
  feedbackPageSchema,
  feedbackRequestSchema,
} from './feedback.ts';
export { type ConfidenceInsight, confidenceInsightSchema, type Reliability } from './insight-confidence.ts';
export {
  type BudgetLeft,
  type CostInsight,
  costInsightSchema,
  type GuardrailInsight,
  guardrailInsightSchema,
  type LatencyInsight,
  latencyInsightSchema,
  type Spent,
  type Timing,
} from './insight-figures.ts';
export { markdownType } from './insight-operations.ts';
export { insightLimits, periodQuerySchema } from './insight-period.ts';
export {
  groupDraftRequestSchema,
  groupDraftSchema,
  groupMarkedSchema,
  groupRequestSchema,
  type NearestKnowledge,
  taskListSchema,
  taskRequestSchema,
  type UnansweredAction,
  type UnansweredCause,
  type UnansweredGroup,
  type UnansweredMarked,
  type UnansweredPage,
  type UnansweredState,
  type UnansweredTask,
  type UnansweredTasks,
  unansweredPageSchema,
  unansweredQuerySchema,
} from './insight-unanswered.ts';

// Evaluation.

export {
  type EvaluationState,
  type EvaluationSummary,
  evaluationCompareQuerySchema,
  evaluationPageSchema,
  evaluationRequestSchema,
  evaluationStateSchema,
} from './evaluation.ts';
export {
  type ComparedFigure,
  comparedFigures,
  type EvaluationComparison,
  evaluationComparisonSchema,
} from './evaluation-comparison.ts';
export {
  type Estimate,
  type EvaluatedShare,
  type EvaluationFigures,
  type EvaluationOutcome,
  type EvaluationReport,
  type EvaluationResult,
  evaluationOutcomes,
  evaluationReportSchema,
} from './evaluation-report.ts';
export {
  type GoldenEntry,
  type GoldenFile,
  type GoldenGiven,
  goldenExportSchema,
  goldenFileSchema,
  goldenLimits,
  goldenListQuerySchema,
  goldenPageSchema,
  goldenPutRequestSchema,
  goldenPutSchema,
  goldenQuestionSchema,
  goldenRequestSchema,
  goldenSuggestRequestSchema,
  publishGateRequestSchema,
  publishGateSchema,
} from './golden.ts';

// Records, the log, retention and erasure.

export {
  type AuditExportEntry,
  type AuditExportRequest,
  auditExportLimits,
  auditExportListSchema,
  auditExportRequestSchema,
  auditExportSchema,
} from './audit-export.ts';
export { auditLimits } from './audit-limits.ts';
export {
  consistencyQuerySchema,
  consistencySchema,
  type LogConsistency,
  type LogEventEntry,
  type LogKeyList,
  logEventListQuerySchema,
  logEventPageSchema,
  logKeyListQuerySchema,
  logKeyListSchema,
} from './audit-log.ts';
export { type AuditProof, auditProofSchema } from './audit-proof.ts';
export {
  type AnswerChange,
  type AuditRecord,
  auditRecordPageSchema,
  auditRecordSchema,
  type BlockedPrompt,
  type ChangeReason,
  type Cost,
  noCurrency,
  type OtherAnswer,
} from './audit-record.ts';
export {
  type ErasedEndUserEntry,
  type ErasedMessageEntry,
  erasedEndUserSchema,
  erasedMessageSchema,
  erasedThreadSchema,
} from './erasure.ts';
export {
  type HoldEntry,
  type HoldRequest,
  holdListQuerySchema,
  holdPageSchema,
  holdRequestSchema,
  holdSchema,
} from './hold.ts';
export { type RetentionEntry, retentionRequestSchema, retentionSchema } from './retention.ts';

// People, keys and tenants.

export {
  type ApiKeyEntry,
  apiKeyCreateRequestSchema,
  apiKeyLimits,
  apiKeyPageSchema,
  apiKeyRotateRequestSchema,
  issuedApiKeySchema,
  keyOriginsSchema,
  publishableScopes,
} from './api-key.ts';
export {
  linkSignInRequestSchema,
  type MeEntry,
  meSchema,
  type PasskeyEntry,
  passkeyAddRequestSchema,
  passkeySignInRequestSchema,
  passwordSignInRequestSchema,
  type SessionEntry,
  sessionListSchema,
  setPasswordRequestSchema,
  signInLimits,
} from './sign-in.ts';
export {
  type TenantEntry,
  tenantCreateRequestSchema,
  tenantNamePattern,
  tenantNameRule,
  tenantPageSchema,
  tenantUpdateRequestSchema,
} from './tenant.ts';
export {
  emailSchema,
  personNameSchema,
  type UserCreateRequest,
  type UserEntry,
  type UserLinkEntry,
  type UserUpdateRequest,
  userCreateRequestSchema,
  userLimits,
  userPageSchema,
  userUpdateRequestSchema,
  userWithLinkSchema,
} from './user.ts';

// Webhooks.

export {
  type WebhookCreateRequest,
  type WebhookDeliveryEntry,
  type WebhookEndpointEntry,
  type WebhookUpdateRequest,
  webhookCreateRequestSchema,
  webhookDeliveryListQuerySchema,
  webhookDeliverySchema,
  webhookEndpointSchema,
  webhookLimits,
  webhookRedeliverRequestSchema,
  webhookRotateRequestSchema,
  webhookSecretSchema,
  webhookUpdateRequestSchema,
} from './webhook.ts';
