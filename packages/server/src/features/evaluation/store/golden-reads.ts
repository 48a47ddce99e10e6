import type { GoldenQuestion, GoldenStore } from '@avow/evaluation';
import { assertPage, type Operation, type OperationsFor, type Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { openLasting, openText } from '@avow/storage/sealing';
import { prepareMessageSecrets } from '../../records/store/message-secrets.ts';
import {
  decodeEvaluationSummary,
  type EvaluationSummaryColumns,
  evaluationSummaryColumns,
} from './evaluation-columns.ts';
import { decodeGolden, type GoldenColumns, goldenColumns, openGolden } from './golden-columns.ts';

interface SealedEvaluation extends EvaluationSummaryColumns {
  readonly secret: Uint8Array;
  readonly sealed_report: Uint8Array;
}

/** Sorts after every id. */
const lastId = '~';

const questionsSql = `SELECT ${goldenColumns.join(', ')} FROM golden_questions WHERE tenant_id = ? AND pack_id = ?`;
const summarySql = evaluationSummaryColumns.join(', ');
const nextSql = 'AND golden_id > ? ORDER BY golden_id LIMIT ?';

/** The reader's operations on golden sets and evaluations. */
export function createGoldenReads(statements: Statements, keys: KeyRing) {
  const { dialect, read } = statements;
  const secretOf = prepareMessageSecrets(statements, keys);
  function* open(tenantId: string, sealed: GoldenColumns): Operation<GoldenQuestion> {
    const { message_id: messageId } = sealed;
    const secret = messageId === null ? null : yield* secretOf(tenantId, messageId);
    return decodeGolden(openGolden(sealed, secret));
  }
  const list = read<GoldenColumns>(`${questionsSql} ${nextSql}`);
  const listIn = read<GoldenColumns>(`${questionsSql} AND state = ? ${nextSql}`);
  const get = read<GoldenColumns>(`${questionsSql} AND golden_id = ?`);
  const getGate = read(
    'SELECT tolerance_share FROM publish_gates WHERE tenant_id = ? AND pack_id = ?',
    (row: { readonly tolerance_share: number }) => ({ toleranceShare: row.tolerance_share }),
  );
  const getEvaluation = read<SealedEvaluation>(
    `SELECT ${summarySql}, secret, sealed_report
     FROM evaluations JOIN lasting_secrets USING (${dialect.joinBy('secret_no')}) WHERE tenant_id = ? AND evaluation_id = ?`,
  );
  const listEvaluations = read(
    `SELECT ${summarySql} FROM evaluations WHERE tenant_id = ? AND pack_id = ? AND evaluation_id < ?
     ORDER BY evaluation_id DESC LIMIT ?`,
    decodeEvaluationSummary,
  );
  return {
    *listQuestions(tenantId, packId, { state }, { after, limit }) {
      assertPage(limit);
      const rows = yield* state === undefined
        ? list.all(tenantId, packId, after ?? '', limit)
        : listIn.all(tenantId, packId, state, after ?? '', limit);
      const opened: GoldenQuestion[] = [];
      for (const row of rows) opened.push(yield* open(tenantId, row));
      return opened;
    },
    *getQuestion(tenantId, packId, goldenId) {
      const sealed = yield* get.first(tenantId, packId, goldenId);
      return sealed === null ? null : yield* open(tenantId, sealed);
    },
    getGate: (tenantId, packId) => getGate.first(tenantId, packId),
    *getEvaluation(tenantId, evaluationId) {
      const sealed = yield* getEvaluation.first(tenantId, evaluationId);
      if (sealed === null) return null;
      const secret = openLasting(yield* keys.get(tenantId), sealed.secret);
      const report = openText(secret, 'content', sealed.sealed_report);
      return { ...decodeEvaluationSummary(sealed), report };
    },
    listEvaluations(tenantId, packId, { before, limit }) {
      assertPage(limit);
      return listEvaluations.all(tenantId, packId, before ?? lastId, limit);
    },
  } satisfies OperationsFor<GoldenStore>;
}
