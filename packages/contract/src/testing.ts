/**
 * Schemas of responses about answers and their records. The service writes what they describe; only tests
 * parse it.
 */

// Answers and messages.

export { queryResponseExample } from './api/examples.ts';
export { messagePageSchema, messageSchema } from './query/message.ts';
export { threadSchema } from './query/thread.ts';
export { pendingReviewPageSchema, pendingReviewSchema } from './review/review.ts';
export {
  reviewAssignmentSchema,
  reviewDecisionPageSchema,
  reviewerListSchema,
  reviewFiguresSchema,
  reviewNotePageSchema,
  reviewNoteSchema,
  reviewSourceListSchema,
} from './review/review-work.ts';

// Chat completions and agents.

export {
  chatChunkSchema,
  chatCompletionSchema,
  chatErrorSchema,
  chatModelListSchema,
} from './chat/chat-completion.ts';
export { protectedResourceSchema } from './chat/mcp-operations.ts';

export { conversationSchema, notificationSchema, visitorOptionsSchema } from './visitors/conversation.ts';
export { handoverPageSchema, handoverSchema, handoverSettingsSchema } from './visitors/handover.ts';

// Records and the log.

export { auditExportListSchema, auditExportSchema } from './records/audit-export.ts';
export { consistencySchema, logEventPageSchema } from './records/audit-log.ts';
export { auditProofSchema } from './records/audit-proof.ts';
export { auditRecordPageSchema, auditRecordSchema } from './records/audit-record.ts';

// Holds, retention and erasure.

export { erasedEndUserSchema, erasedMessageSchema, erasedThreadSchema } from './records/erasure.ts';
export { holdPageSchema, holdSchema } from './records/hold.ts';
export { retentionSchema } from './records/retention.ts';

// The service itself.

export { readinessSchema } from './api/health.ts';
export { problemDocumentSchema } from './api/problem.ts';
export { typeIdPattern } from './fields/ids.ts';
