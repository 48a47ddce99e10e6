import type { StoredEvaluation } from '@avow/evaluation';
import type { Row } from '@avow/storage';
import { evaluations } from './evaluation-tables.ts';

const evaluationSummaries = evaluations.without('tenant_id', 'secret_no', 'sealed_report');
export type EvaluationSummaryColumns = Row<typeof evaluationSummaries>;

/** A row of `evaluations`, with the report under its own secret. */
export type EvaluationColumns = Row<typeof evaluations>;

export const evaluationSummaryColumns = evaluationSummaries.columns;

export const evaluationColumns = evaluations.columns;

/** Without its report, which is sealed. */
export function encodeEvaluation(evaluation: StoredEvaluation): EvaluationSummaryColumns {
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
  };
}

export function decodeEvaluationSummary(row: EvaluationSummaryColumns): Omit<StoredEvaluation, 'report'> {
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
