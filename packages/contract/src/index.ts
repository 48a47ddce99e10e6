export * from './api-key.ts';
export * from './audit-export.ts';
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
  type AuditRecord,
  auditRecordPageSchema,
  auditRecordSchema,
  type BlockedPrompt,
  type Cost,
  noCurrency,
} from './audit-record.ts';
export {
  type CalibrationEntry,
  calibrationLimits,
  calibrationSchema,
  type RefitEntry,
  refitSchema,
  revertCalibrationRequestSchema,
  settleCalibrationRequestSchema,
} from './calibration.ts';
export * from './chat-completion.ts';
export { codePointLength } from './code-point-length.ts';
export type { ConfidenceExplanation } from './confidence-explanation.ts';
export * from './content-change.ts';
export * from './content-document.ts';
export * from './content-fields.ts';
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
export * from './content-qna-preview.ts';
export * from './content-search.ts';
export * from './content-source.ts';
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
  statedBlockedReasons,
  type TierFailure,
  tierFailures,
  type WebhookEventType,
  webhookDeliveryStatuses,
  webhookEventTypes,
} from './enumerations.ts';
export * from './erasure.ts';
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
  acceptFeedbackRequestSchema,
  type FeedbackEntry,
  feedbackEntrySchema,
  feedbackLimits,
  feedbackListQuerySchema,
  feedbackPageSchema,
  feedbackRequestSchema,
} from './feedback.ts';
export { type FieldErrorCode, fieldErrorsOf, toPointer } from './field-errors.ts';
export { formatTime } from './format-time.ts';
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
export * from './guardrail-trial.ts';
export * from './headers.ts';
export { type Readiness, readinessSchema, type ServiceIndex } from './health.ts';
export * from './hold.ts';
export { typeIdPattern } from './ids.ts';
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
export * from './insight-unanswered.ts';
export { type ProtectedResource, protectedResourceSchema } from './mcp-operations.ts';
export * from './message.ts';
export { canBecome, isTerminal } from './message-states.ts';
export { buildOpenApi, type OpenApiOptions } from './openapi.ts';
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
  type QueryRequest,
  type QueryRequestInput,
  queryRequestLimits,
  queryRequestSchema,
} from './query-request.ts';
export { queryResponseSchema } from './query-response.ts';
export type {
  Citation,
  GuardrailResult,
  QueryResponse,
  RelatedPassage,
} from './query-response-fields.ts';
export { relatedMax } from './query-response-fields.ts';
export { type RetentionEntry, retentionRequestSchema, retentionSchema } from './retention.ts';
export * from './review.ts';
export * from './roles.ts';
export * from './sign-in.ts';
export * from './source-connection.ts';
export * from './source-credentials.ts';
export {
  isTerminalEventType,
  type StreamEvent,
  type StreamEventType,
  streamEvents,
} from './stream-events.ts';
export * from './tenant.ts';
export { type ThreadEntry, threadSchema } from './thread.ts';
export * from './user.ts';
export * from './webhook.ts';
