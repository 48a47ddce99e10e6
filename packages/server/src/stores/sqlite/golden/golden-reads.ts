import type { DatabaseSync } from 'node:sqlite';
import type { KeyRing } from '../../keys/key-ring.ts';
import { openLasting } from '../../keys/lasting-secrets.ts';
import { prepareMessageSecrets } from '../../messages/message-secrets.ts';
import { openText } from '../../sealing/seal-bytes.ts';
import { atOnce } from '../../sql/operation.ts';
import { prepareReads } from '../prepare-reads.ts';
import { sqliteStatements } from '../sqlite-statements.ts';
import { type OpenEvaluation, type SummaryColumns, summaryColumns } from './evaluation-columns.ts';
import { type GoldenColumns, goldenColumns, type OpenGolden, openGolden } from './golden-columns.ts';

export interface ListQuestionsCall {
  readonly tenantId: string;
  readonly packId: string;
  /** Null: all. */
  readonly state: string | null;
  readonly after: string | null;
  readonly limit: number;
}

interface SealedEvaluation extends SummaryColumns {
  readonly secret: Uint8Array;
  readonly sealed_report: Uint8Array;
}

const questionsSql = `SELECT ${goldenColumns.join(', ')} FROM golden_questions WHERE tenant_id = ? AND pack_id = ?`;
const summarySql = summaryColumns.join(', ');
const nextSql = 'AND golden_id > ? ORDER BY golden_id LIMIT ?';

/** The reader's operations on golden sets and evaluations. */
export function createGoldenReads(database: DatabaseSync, keys: KeyRing) {
  const prepare = prepareReads(database);
  const secretOf = prepareMessageSecrets(sqliteStatements(database), keys);
  const open = (tenantId: string) => (sealed: GoldenColumns) =>
    openGolden(sealed, (messageId) => atOnce(secretOf(tenantId, messageId)));
  const list = prepare<GoldenColumns>(`${questionsSql} ${nextSql}`);
  const listIn = prepare<GoldenColumns>(`${questionsSql} AND state = ? ${nextSql}`);
  const get = prepare<GoldenColumns>(`${questionsSql} AND golden_id = ?`);
  const getGate = prepare<{ readonly tolerance_share: number }>(
    'SELECT tolerance_share FROM publish_gates WHERE tenant_id = ? AND pack_id = ?',
  );
  const getEvaluation = prepare<SealedEvaluation>(
    `SELECT ${summarySql}, secret, sealed_report
     FROM evaluations JOIN lasting_secrets USING (secret_no) WHERE tenant_id = ? AND evaluation_id = ?`,
  );
  const listEvaluations = prepare<SummaryColumns>(
    `SELECT ${summarySql} FROM evaluations WHERE tenant_id = ? AND pack_id = ? AND evaluation_id < ?
     ORDER BY evaluation_id DESC LIMIT ?`,
  );
  return {
    listGoldenQuestions({ tenantId, packId, state, after, limit }: ListQuestionsCall): OpenGolden[] {
      const rows =
        state === null
          ? list.all(tenantId, packId, after ?? '', limit)
          : listIn.all(tenantId, packId, state, after ?? '', limit);
      return rows.map(open(tenantId));
    },
    getGoldenQuestion(key: readonly [tenantId: string, packId: string, goldenId: string]): OpenGolden | null {
      const sealed = get.first(...key);
      return sealed === null ? null : open(key[0])(sealed);
    },
    getGate: (key: readonly [tenantId: string, packId: string]) => getGate.first(...key),
    getEvaluation([tenantId, evaluationId]: readonly [
      tenantId: string,
      evaluationId: string,
    ]): OpenEvaluation | null {
      const sealed = getEvaluation.first(tenantId, evaluationId);
      if (sealed === null) return null;
      const { secret, sealed_report: report, ...summary } = sealed;
      return {
        ...summary,
        report: openText(openLasting(atOnce(keys.get(tenantId)), secret), 'content', report),
      };
    },
    listEvaluations: (call: readonly [tenantId: string, packId: string, before: string, limit: number]) =>
      listEvaluations.all(...call),
  };
}
