import type { EvaluationId, StoredEvaluation } from '@avow/evaluation';
import type { CallerId, PackId } from '@avow/foundation';
import { columnsOf } from '@avow/storage';

export interface SummaryColumns {
  readonly evaluation_id: EvaluationId;
  readonly pack_id: PackId;
  readonly version: number;
  readonly draft_revision: number | null;
  readonly conditions: string;
  readonly right_count: number;
  readonly question_count: number;
  readonly created_at_ms: number;
  readonly created_by: CallerId | null;
}

/** An evaluation as passed between threads, unsealed. */
export interface OpenEvaluation extends SummaryColumns {
  readonly report: string;
}

/** A row of `evaluations`, with the report under its own secret. */
export interface EvaluationColumns extends SummaryColumns {
  readonly tenant_id: string;
  readonly secret_no: number;
  readonly sealed_report: Uint8Array;
}

export const summaryColumns = columnsOf<SummaryColumns>()([
  'evaluation_id',
  'pack_id',
  'version',
  'draft_revision',
  'conditions',
  'right_count',
  'question_count',
  'created_at_ms',
  'created_by',
]);

export const evaluationColumns = columnsOf<EvaluationColumns>()([
  ...summaryColumns,
  'tenant_id',
  'secret_no',
  'sealed_report',
]);

export function encodeEvaluation(evaluation: StoredEvaluation): OpenEvaluation {
  const { subject } = evaluation;
  return {
    evaluation_id: evaluation.evaluationId,
    pack_id: evaluation.packId,
    version: subject.version,
    draft_revision: subject.draftRevision,
    conditions: evaluation.conditions,
    right_count: evaluation.rightCount,
    question_count: evaluation.questionCount,
    created_at_ms: evaluation.createdAtMs,
    created_by: evaluation.createdBy,
    report: evaluation.report,
  };
}

export function decodeSummary(row: SummaryColumns): Omit<StoredEvaluation, 'report'> {
  return {
    evaluationId: row.evaluation_id,
    packId: row.pack_id,
    subject: { version: row.version, draftRevision: row.draft_revision },
    conditions: row.conditions,
    rightCount: row.right_count,
    questionCount: row.question_count,
    createdAtMs: row.created_at_ms,
    createdBy: row.created_by,
  };
}

export function decodeEvaluation(row: OpenEvaluation): StoredEvaluation {
  return { ...decodeSummary(row), report: row.report };
}
