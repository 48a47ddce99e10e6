import type { DatabaseSync } from 'node:sqlite';
import { openText } from '../sealing/seal-bytes.ts';
import { type EvaluationColumns, evaluationSummarySql, type SummaryColumns } from './evaluation-columns.ts';
import { type GoldenColumns, goldenColumnsSql, openGolden, type SealedGolden } from './golden-columns.ts';
import type { KeyRing } from './key-ring.ts';
import { openLasting } from './lasting-secrets.ts';
import { prepareMessageSecrets } from './message-secrets.ts';
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
export function createGoldenReads(database: DatabaseSync, keys: KeyRing) {
  const prepare = prepareReads(database);
  const secretOf = prepareMessageSecrets(database, keys);
  const open = (tenantId: string) => (sealed: SealedGolden) =>
    openGolden(sealed, (messageId) => secretOf(tenantId, messageId));
  const list = prepare<SealedGolden>(`${questionsSql} ${nextSql}`);
  const listIn = prepare<SealedGolden>(`${questionsSql} AND state = ? ${nextSql}`);
  const get = prepare<SealedGolden>(`${questionsSql} AND golden_id = ?`);
  const getGate = prepare<readonly [toleranceShare: number]>(
    'SELECT tolerance_share FROM publish_gates WHERE tenant_id = ? AND pack_id = ?',
  );
  const getEvaluation = prepare<readonly [...SummaryColumns, secret: Uint8Array, report: Uint8Array]>(
    `SELECT ${evaluationSummarySql}, secret, sealed_report
     FROM evaluations JOIN lasting_secrets USING (secret_no) WHERE tenant_id = ? AND evaluation_id = ?`,
  );
  const listEvaluations = prepare<SummaryColumns>(
    `SELECT ${evaluationSummarySql} FROM evaluations WHERE tenant_id = ? AND pack_id = ? AND evaluation_id < ?
     ORDER BY evaluation_id DESC LIMIT ?`,
  );
  return {
    listGolden({ tenantId, packId, state, after, limit }: ListQuestionsCall): GoldenColumns[] {
      const rows =
        state === null
          ? list.all(tenantId, packId, after ?? '', limit)
          : listIn.all(tenantId, packId, state, after ?? '', limit);
      return rows.map(open(tenantId));
    },
    getGolden(key: readonly [tenantId: string, packId: string, goldenId: string]): GoldenColumns | null {
      const sealed = get.first(...key);
      return sealed === null ? null : open(key[0])(sealed);
    },
    getGate: (key: readonly [tenantId: string, packId: string]) => getGate.first(...key),
    getEvaluation([tenantId, evaluationId]: readonly [
      tenantId: string,
      evaluationId: string,
    ]): EvaluationColumns | null {
      const sealed = getEvaluation.first(tenantId, evaluationId);
      if (sealed === null) return null;
      const summary = sealed.slice(0, -2) as unknown as SummaryColumns;
      const [wrapped, report] = sealed.slice(-2) as [Uint8Array, Uint8Array];
      return [...summary, openText(openLasting(keys.get(tenantId), wrapped), 'content', report)];
    },
    listEvaluations: (call: readonly [tenantId: string, packId: string, before: string, limit: number]) =>
      listEvaluations.all(...call),
  };
}
