/** Audit records, the log with its proofs and keys, exports, legal holds, retention and erasure. */

// Records.

export { auditLimits } from './records/audit-limits.ts';
export type {
  AnswerChange,
  AuditRecord,
  BlockedPrompt,
  ChangeReason,
  Cost,
  OtherAnswer,
} from './records/audit-record.ts';

// The log.

export {
  consistencyQuerySchema,
  type LogConsistency,
  type LogEventEntry,
  type LogKeyList,
  logEventListQuerySchema,
  logKeyListQuerySchema,
  logKeyListSchema,
  reasonErasureSchema,
} from './records/audit-log.ts';
export type { AuditProof } from './records/audit-proof.ts';
export { type ReceiptEntry, receiptSchema } from './records/receipt.ts';

// Exports.

export {
  type AuditExportEntry,
  type AuditExportRequest,
  auditExportFileQuerySchema,
  auditExportLimits,
  auditExportRequestSchema,
  type EvidenceRequest,
  evidenceRequestSchema,
} from './records/audit-export.ts';
export { type EvidenceFramework, evidenceFrameworks } from './values/audit-enumerations.ts';
export { exportSelections } from './values/enumerations.ts';

// Holds, retention and erasure.

export type { ErasedEndUserEntry, ErasedMessageEntry } from './records/erasure.ts';
export { type HoldEntry, type HoldRequest, holdListQuerySchema, holdRequestSchema } from './records/hold.ts';
export { type RetentionEntry, retentionRequestSchema } from './records/retention.ts';
