import type { Operation, Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { openLasting, openText } from '@avow/storage/sealing';
import { prepareMessageSecrets } from '../../records/store/message-secrets.ts';
import {
  type EvaluationSummaryColumns,
  evaluationSummaryColumns,
  type OpenEvaluation,
} from './evaluation-columns.ts';
import { type GoldenColumns, goldenColumns, type OpenGolden, openGolden } from './golden-columns.ts';

export interface ListQuestionsCall {
  readonly tenantId: string;
  readonly packId: string;
  /** Null: all. */
  readonly state: string | null;
  readonly after: string | null;
  readonly limit: number;
}

interface SealedEvaluation extends EvaluationSummaryColumns {
  readonly secret: Uint8Array;
  readonly sealed_report: Uint8Array;
}

const questionsSql = `SELECT ${goldenColumns.join(', ')} FROM golden_questions WHERE tenant_id = ? AND pack_id = ?`;
const summarySql = evaluationSummaryColumns.join(', ');
const nextSql = 'AND golden_id > ? ORDER BY golden_id LIMIT ?';

/** The reader's operations on golden sets and evaluations. */
export function createGoldenReads(statements: Statements, keys: KeyRing) {
  const { dialect, read } = statements;
  const secretOf = prepareMessageSecrets(statements, keys);
  function* open(tenantId: string, sealed: GoldenColumns): Operation<OpenGolden> {
    const { message_id: messageId } = sealed;
    return openGolden(sealed, messageId === null ? null : yield* secretOf(tenantId, messageId));
  }
  const list = read<GoldenColumns>(`${questionsSql} ${nextSql}`);
  const listIn = read<GoldenColumns>(`${questionsSql} AND state = ? ${nextSql}`);
  const get = read<GoldenColumns>(`${questionsSql} AND golden_id = ?`);
  const getGate = read<{ readonly tolerance_share: number }>(
    'SELECT tolerance_share FROM publish_gates WHERE tenant_id = ? AND pack_id = ?',
  );
  const getEvaluation = read<SealedEvaluation>(
    `SELECT ${summarySql}, secret, sealed_report
     FROM evaluations JOIN lasting_secrets USING (${dialect.joinBy('secret_no')}) WHERE tenant_id = ? AND evaluation_id = ?`,
  );
  const listEvaluations = read<EvaluationSummaryColumns>(
    `SELECT ${summarySql} FROM evaluations WHERE tenant_id = ? AND pack_id = ? AND evaluation_id < ?
     ORDER BY evaluation_id DESC LIMIT ?`,
  );
  return {
    *listGoldenQuestions(call: ListQuestionsCall): Operation<OpenGolden[]> {
      const { tenantId, packId, state, after, limit } = call;
      const rows = yield* state === null
        ? list.all(tenantId, packId, after ?? '', limit)
        : listIn.all(tenantId, packId, state, after ?? '', limit);
      const opened: OpenGolden[] = [];
      for (const row of rows) opened.push(yield* open(tenantId, row));
      return opened;
    },
    *getGoldenQuestion(
      key: readonly [tenantId: string, packId: string, goldenId: string],
    ): Operation<OpenGolden | null> {
      const sealed = yield* get.first(...key);
      return sealed === null ? null : yield* open(key[0], sealed);
    },
    getGate: (key: readonly [tenantId: string, packId: string]) => getGate.first(...key),
    *getEvaluation([tenantId, evaluationId]: readonly [
      tenantId: string,
      evaluationId: string,
    ]): Operation<OpenEvaluation | null> {
      const sealed = yield* getEvaluation.first(tenantId, evaluationId);
      if (sealed === null) return null;
      const { secret, sealed_report: report, ...summary } = sealed;
      return {
        ...summary,
        report: openText(openLasting(yield* keys.get(tenantId), secret), 'content', report),
      };
    },
    listEvaluations: (call: readonly [tenantId: string, packId: string, before: string, limit: number]) =>
      listEvaluations.all(...call),
  };
}
