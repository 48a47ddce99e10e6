/**
 * Schemas of responses to those who run the service (policies, feedback, insights, evaluations, access,
 * webhooks), which only tests parse.
 */

// Guardrails.

export { policyStateSchema, policyVersionPageSchema } from '../guardrails/guardrail-state.ts';
export { trialSchema } from '../guardrails/guardrail-trial.ts';

// Feedback, calibration and insights.

export { calibrationSchema, refitSchema } from '../feedback/calibration.ts';
export { feedbackEntrySchema, feedbackPageSchema } from '../feedback/feedback.ts';
export { confidenceStateSchema, drawnAnswersSchema } from '../feedback/guarantee.ts';
export { activityInsightSchema } from '../insights/insight-activity.ts';
export { confidenceInsightSchema } from '../insights/insight-confidence.ts';
export {
  costInsightSchema,
  guardrailInsightSchema,
  latencyInsightSchema,
} from '../insights/insight-figures.ts';
export {
  groupDraftSchema,
  groupMarkedSchema,
  taskListSchema,
  unansweredPageSchema,
} from '../insights/insight-unanswered.ts';

// Evaluations.

export { draftTrialSchema } from '../evaluation/draft-trial.ts';
export { evaluationPageSchema, evaluationStateSchema } from '../evaluation/evaluation.ts';
export { evaluationComparisonSchema } from '../evaluation/evaluation-comparison.ts';
export {
  goldenExportSchema,
  goldenPageSchema,
  goldenPutSchema,
  goldenQuestionSchema,
  publishGateSchema,
} from '../evaluation/golden.ts';

// Access and webhooks.

export { apiKeyPageSchema, apiKeySchema, issuedApiKeySchema } from '../access/api-key.ts';
export { meSchema, sessionListSchema } from '../access/sign-in.ts';
export { tenantPageSchema } from '../access/tenant.ts';
export { userPageSchema, userWithLinkSchema } from '../access/user.ts';
export { webhookDeliverySchema, webhookEndpointSchema, webhookSecretSchema } from '../webhooks/webhook.ts';

// Audits.

export { replaySchema } from '../records/replay.ts';
