import type { DatabaseSync } from 'node:sqlite';
import type { LastingSecrets } from '../../keys/lasting-secrets.ts';
import type { RecordSecrets } from '../../keys/record-secrets.ts';
import { sealBytes } from '../../sealing/seal-bytes.ts';
import { intoTable } from '../../sql/columns.ts';
import { atOnce } from '../../sql/operation.ts';
import { emptyReport, goldenIdsIn } from '../erasure/report-erasure.ts';
import { prepareReads } from '../prepare-reads.ts';
import { prepareWrite } from '../prepare-write.ts';
import { type EvaluationColumns, evaluationColumns, type OpenEvaluation } from './evaluation-columns.ts';
import { type GoldenColumns, goldenColumns, type OpenGolden, sealGolden } from './golden-columns.ts';

export interface PutQuestionsCall {
  readonly tenantId: string;
  readonly packId: string;
  readonly questions: readonly OpenGolden[];
  readonly questionsMax: number;
}

export interface PutEvaluationCall {
  readonly tenantId: string;
  readonly evaluation: OpenEvaluation;
  readonly keep: number;
}

interface GoldenOfPack extends GoldenColumns {
  readonly tenant_id: string;
  readonly pack_id: string;
}

type PackKey = readonly [tenantId: string, packId: string];

const ofPackSql = 'tenant_id = ? AND pack_id = ?';

function prepareStatements(database: DatabaseSync) {
  return {
    findPack: database.prepare(`SELECT 1 FROM packs WHERE ${ofPackSql}`),
    count: prepareReads(database)<{ readonly there: number }>(
      `SELECT count(*) AS there FROM golden_questions WHERE ${ofPackSql}`,
    ),
    find: database.prepare(`SELECT 1 FROM golden_questions WHERE ${ofPackSql} AND golden_id = ?`),
    remove: database.prepare(`DELETE FROM golden_questions WHERE ${ofPackSql} AND golden_id = ?`),
    insert: prepareWrite<GoldenOfPack>(
      database,
      `INSERT ${intoTable('golden_questions', ['tenant_id', 'pack_id', ...goldenColumns])}`,
    ),
    // Reports of evaluations may contain its text after the question itself is gone.
    noteOrigin: database.prepare(
      'INSERT OR IGNORE INTO golden_origins (tenant_id, message_id, pack_id, golden_id) VALUES (?, ?, ?, ?)',
    ),
    findOrigin: database.prepare(`SELECT 1 FROM golden_origins WHERE ${ofPackSql} AND golden_id = ?`),
    putGate: database.prepare(
      'REPLACE INTO publish_gates (tenant_id, pack_id, tolerance_share) VALUES (?, ?, ?)',
    ),
    removeGate: database.prepare(`DELETE FROM publish_gates WHERE ${ofPackSql}`),
    insertEvaluation: prepareWrite<EvaluationColumns>(
      database,
      `INSERT ${intoTable('evaluations', evaluationColumns)}`,
    ),
    removeEvaluations: database.prepare(
      `DELETE FROM evaluations WHERE ${ofPackSql} AND evaluation_id IN (SELECT evaluation_id FROM evaluations
       WHERE ${ofPackSql} ORDER BY evaluation_id DESC LIMIT -1 OFFSET ?)`,
    ),
  };
}

/** The writer's operations on golden sets and evaluations. All checks come before the first write. */
export function createGoldenWrites(
  database: DatabaseSync,
  {
    recordSecrets,
    lasting,
    onTextRemoved,
  }: {
    readonly recordSecrets: RecordSecrets;
    readonly lasting: LastingSecrets;
    readonly onTextRemoved: () => void;
  },
) {
  const statements = prepareStatements(database);
  const hasPack = (key: PackKey) => statements.findPack.get(...key) !== undefined;
  const countOf = (key: PackKey) => statements.count.first(...key)?.there ?? 0;

  function removeEach(key: PackKey, goldenIds: readonly string[]): number {
    let removed = 0;
    for (const goldenId of goldenIds) removed += Number(statements.remove.run(...key, goldenId).changes);
    if (removed > 0) onTextRemoved();
    return removed;
  }

  /** Its texts are sealed under the key of the message that it came from. */
  function insertQuestion([tenantId, packId]: PackKey, golden: OpenGolden): void {
    const { golden_id: goldenId, message_id: messageId } = golden;
    const secret = messageId === null ? null : atOnce(recordSecrets.findSecret(tenantId, messageId));
    statements.insert.run({ tenant_id: tenantId, pack_id: packId, ...sealGolden(golden, secret) });
    if (messageId !== null) statements.noteOrigin.run(tenantId, messageId, packId, goldenId);
  }

  /**
   * A run takes minutes, and what was erased meanwhile must not return with its report: a question that is no longer in a
   * set and came from no known message is treated as erased.
   */
  function withoutGone(key: PackKey, report: string): string {
    const isGone = (goldenId: string) =>
      statements.find.get(...key, goldenId) === undefined &&
      statements.findOrigin.get(...key, goldenId) === undefined;
    return emptyReport(report, new Set(goldenIdsIn(report).filter(isGone))) ?? report;
  }

  return {
    putQuestions(call: PutQuestionsCall): 'kept' | 'too_many' | 'unknown' {
      const { tenantId, packId, questions, questionsMax } = call;
      const key = [tenantId, packId] as const;
      const hasMessage = ({ message_id: messageId }: OpenGolden) =>
        messageId === null || atOnce(recordSecrets.findSecret(tenantId, messageId)) !== null;
      if (!hasPack(key) || !questions.every(hasMessage)) return 'unknown';
      const ids = questions.map((question) => question.golden_id);
      const there = ids.filter((goldenId) => statements.find.get(...key, goldenId) !== undefined);
      if (countOf(key) - new Set(there).size + new Set(ids).size > questionsMax) return 'too_many';
      removeEach(key, there);
      // If an id occurs twice, the last wins.
      for (const golden of new Map(questions.map((one) => [one.golden_id, one])).values()) {
        insertQuestion(key, golden);
      }
      return 'kept';
    },
    removeQuestions: ([tenantId, packId, goldenIds]: readonly [...PackKey, goldenIds: readonly string[]]) =>
      removeEach([tenantId, packId], goldenIds),
    /** False: there is no such pack. */
    setGate([tenantId, packId, toleranceShare]: readonly [
      ...PackKey,
      toleranceShare: number | null,
    ]): boolean {
      const key = [tenantId, packId] as const;
      if (!hasPack(key)) return false;
      if (toleranceShare === null) statements.removeGate.run(...key);
      else statements.putGate.run(...key, toleranceShare);
      return true;
    },
    /** False: there is no such pack. */
    putEvaluation({ tenantId, evaluation, keep }: PutEvaluationCall): boolean {
      const key = [tenantId, evaluation.pack_id] as const;
      if (!hasPack(key)) return false;
      const { report, ...summary } = evaluation;
      const { secret, secretNo } = atOnce(lasting.make(tenantId));
      const sealed = sealBytes(secret, 'content', withoutGone(key, report));
      statements.insertEvaluation.run({
        ...summary,
        tenant_id: tenantId,
        secret_no: secretNo,
        sealed_report: sealed,
      });
      if (statements.removeEvaluations.run(...key, ...key, keep).changes !== 0) onTextRemoved();
      return true;
    },
  };
}
