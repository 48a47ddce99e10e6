import type { DatabaseSync } from 'node:sqlite';
import {
  type EvaluationColumns,
  evaluationColumnsSql,
  evaluationSummarySql,
  type SummaryColumns,
} from './evaluation-columns.ts';
import { type GoldenColumns, goldenColumnsSql } from './golden-columns.ts';
import { prepareReads } from './prepare-reads.ts';

export interface ListQuestionsCall {
  readonly tenantId: string;
  readonly packId: string;
  /** Null: all. */
  readonly state: string | null;
  readonly after: string | null;
  readonly limit: number;
}

const questionsSql = `SELECT ${goldenColumnsSql} FROM golden_questions WHERE tenant_id = ? AND pack_id = ?`;
const nextSql = 'AND golden_id > ? ORDER BY golden_id LIMIT ?';

/** The reader's operations on golden sets and evaluations. */
export function createGoldenReads(database: DatabaseSync) {
  const prepare = prepareReads(database);
  const list = prepare<GoldenColumns>(`${questionsSql} ${nextSql}`);
  const listIn = prepare<GoldenColumns>(`${questionsSql} AND state = ? ${nextSql}`);
  const get = prepare<GoldenColumns>(`${questionsSql} AND golden_id = ?`);
  const getGate = prepare<readonly [toleranceShare: number]>(
    'SELECT tolerance_share FROM publish_gates WHERE tenant_id = ? AND pack_id = ?',
  );
  const getEvaluation = prepare<EvaluationColumns>(
    `SELECT ${evaluationColumnsSql} FROM evaluations WHERE tenant_id = ? AND evaluation_id = ?`,
  );
  const listEvaluations = prepare<SummaryColumns>(
    `SELECT ${evaluationSummarySql} FROM evaluations WHERE tenant_id = ? AND pack_id = ? AND evaluation_id < ?
     ORDER BY evaluation_id DESC LIMIT ?`,
  );
  return {
    listGolden({ tenantId, packId, state, after, limit }: ListQuestionsCall): GoldenColumns[] {
      return state === null
        ? list.all(tenantId, packId, after ?? '', limit)
        : listIn.all(tenantId, packId, state, after ?? '', limit);
    },
    getGolden: (key: readonly [tenantId: string, packId: string, goldenId: string]) => get.first(...key),
    getGate: (key: readonly [tenantId: string, packId: string]) => getGate.first(...key),
    getEvaluation: (key: readonly [tenantId: string, evaluationId: string]) => getEvaluation.first(...key),
    listEvaluations: (call: readonly [tenantId: string, packId: string, before: string, limit: number]) =>
      listEvaluations.all(...call),
  };
}
