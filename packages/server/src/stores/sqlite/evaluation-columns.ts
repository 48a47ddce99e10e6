import type { EvaluationId, StoredEvaluation } from '../../interfaces/golden-store.ts';
import type { KeyId, PackId } from '../../interfaces/identity.ts';

/** In the order of `evaluationSummarySql`. */
export type SummaryColumns = readonly [
  evaluationId: EvaluationId,
  packId: PackId,
  version: number,
  draftRevision: number | null,
  conditions: string,
  rightCount: number,
  questionCount: number,
  createdAtMs: number,
  createdBy: KeyId | null,
];

export type EvaluationColumns = readonly [...SummaryColumns, report: string];

export const evaluationSummarySql =
  'evaluation_id, pack_id, version, draft_revision, conditions, right_count, question_count, created_at_ms, created_by';
/** Behind the summary, the report under a secret of its own. */
export const evaluationColumnsSql = `${evaluationSummarySql}, secret_no, sealed_report`;

export function encodeEvaluation(evaluation: StoredEvaluation): EvaluationColumns {
  const { evaluationId, packId, subject, conditions, rightCount, questionCount } = evaluation;
  const { createdAtMs, createdBy, report } = evaluation;
  const asked = [evaluationId, packId, subject.version, subject.draftRevision, conditions] as const;
  return [...asked, rightCount, questionCount, createdAtMs, createdBy, report];
}

export function decodeSummary(columns: SummaryColumns | EvaluationColumns): Omit<StoredEvaluation, 'report'> {
  const [evaluationId, packId, version, draftRevision, conditions, rightCount, ...more] = columns;
  const [questionCount, createdAtMs, createdBy] = more;
  return {
    evaluationId,
    packId,
    subject: { version, draftRevision },
    conditions,
    rightCount,
    questionCount,
    createdAtMs,
    createdBy,
  };
}

export function decodeEvaluation(columns: EvaluationColumns): StoredEvaluation {
  return { ...decodeSummary(columns), report: columns[9] };
}
