import type { DatabaseSync } from 'node:sqlite';
import { sealBytes } from '../sealing/seal-bytes.ts';
import { type EvaluationColumns, evaluationColumnsSql, type SummaryColumns } from './evaluation-columns.ts';
import { emptyReport, goldenIdsIn } from './forgetting-reports.ts';
import { type GoldenColumns, goldenColumnsSql, sealGolden } from './golden-columns.ts';
import { intoTable } from './into-table.ts';
import type { LastingSecrets } from './lasting-secrets.ts';
import type { Vault } from './vault.ts';

export interface PutQuestionsCall {
  readonly tenantId: string;
  readonly packId: string;
  readonly questions: readonly GoldenColumns[];
  readonly questionsMax: number;
}

export interface PutEvaluationCall {
  readonly tenantId: string;
  readonly evaluation: EvaluationColumns;
  readonly keep: number;
}

type PackKey = readonly [tenantId: string, packId: string];

const ofPackSql = 'tenant_id = ? AND pack_id = ?';

function prepareStatements(database: DatabaseSync) {
  return {
    findPack: database.prepare(`SELECT 1 FROM packs WHERE ${ofPackSql}`),
    count: database.prepare(`SELECT count(*) AS there FROM golden_questions WHERE ${ofPackSql}`),
    find: database.prepare(`SELECT 1 FROM golden_questions WHERE ${ofPackSql} AND golden_id = ?`),
    remove: database.prepare(`DELETE FROM golden_questions WHERE ${ofPackSql} AND golden_id = ?`),
    insert: database.prepare(`INSERT ${intoTable('golden_questions', `pack_id, ${goldenColumnsSql}`)}`),
    // Reports of evaluations may hold its words when the question itself is gone.
    noteOrigin: database.prepare(
      'INSERT OR IGNORE INTO golden_origins (tenant_id, message_id, pack_id, golden_id) VALUES (?, ?, ?, ?)',
    ),
    findOrigin: database.prepare(`SELECT 1 FROM golden_origins WHERE ${ofPackSql} AND golden_id = ?`),
    putGate: database.prepare(
      'REPLACE INTO publish_gates (tenant_id, pack_id, tolerance_share) VALUES (?, ?, ?)',
    ),
    removeGate: database.prepare(`DELETE FROM publish_gates WHERE ${ofPackSql}`),
    insertEvaluation: database.prepare(`INSERT ${intoTable('evaluations', evaluationColumnsSql)}`),
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
    vault,
    lasting,
    onTextRemoved,
  }: {
    readonly vault: Vault;
    readonly lasting: LastingSecrets;
    readonly onTextRemoved: () => void;
  },
) {
  const statements = prepareStatements(database);
  const hasPack = (key: PackKey) => statements.findPack.get(...key) !== undefined;
  const countOf = (key: PackKey) => Number(statements.count.get(...key)?.['there']);

  function removeEach(key: PackKey, goldenIds: readonly string[]): number {
    let removed = 0;
    for (const goldenId of goldenIds) removed += Number(statements.remove.run(...key, goldenId).changes);
    if (removed > 0) onTextRemoved();
    return removed;
  }

  /** Its texts go under the key of the message that it came from. */
  function insertQuestion([tenantId, packId]: PackKey, golden: GoldenColumns): void {
    const [goldenId, , , messageId] = golden;
    const secret = messageId === null ? null : vault.findSecret(tenantId, messageId);
    statements.insert.run(tenantId, packId, ...sealGolden(golden, secret));
    if (messageId !== null) statements.noteOrigin.run(tenantId, messageId, packId, goldenId);
  }

  /**
   * A run takes minutes, and what was erased meanwhile must not come back with its report: a question that is in no set any
   * more, and came from no message that is known, is taken for erased.
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
      const hasMessage = ([, , , messageId]: GoldenColumns) =>
        messageId === null || vault.findSecret(tenantId, messageId) !== null;
      if (!hasPack(key) || !questions.every(hasMessage)) return 'unknown';
      const ids = questions.map(([goldenId]) => goldenId);
      const there = ids.filter((goldenId) => statements.find.get(...key, goldenId) !== undefined);
      if (countOf(key) - new Set(there).size + new Set(ids).size > questionsMax) return 'too_many';
      removeEach(key, there);
      // Of an id that comes twice the last stands.
      for (const golden of new Map(questions.map((one) => [one[0], one])).values()) {
        insertQuestion(key, golden);
      }
      return 'kept';
    },
    removeQuestions: ([tenantId, packId, goldenIds]: readonly [...PackKey, goldenIds: readonly string[]]) =>
      removeEach([tenantId, packId], goldenIds),
    /** False where there is no such pack. */
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
    /** False where there is no such pack. */
    putEvaluation({ tenantId, evaluation, keep }: PutEvaluationCall): boolean {
      const key = [tenantId, evaluation[1]] as const;
      if (!hasPack(key)) return false;
      const summary = evaluation.slice(0, -1) as unknown as SummaryColumns;
      const { secret, secretNo } = lasting.make(tenantId);
      const sealed = sealBytes(secret, 'content', withoutGone(key, evaluation[9]));
      statements.insertEvaluation.run(tenantId, ...summary, secretNo, sealed);
      if (statements.removeEvaluations.run(...key, ...key, keep).changes !== 0) onTextRemoved();
      return true;
    },
  };
}
