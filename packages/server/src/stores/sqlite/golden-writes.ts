import type { DatabaseSync } from 'node:sqlite';
import { type EvaluationColumns, evaluationColumnsSql } from './evaluation-columns.ts';
import { type GoldenColumns, goldenColumnsSql } from './golden-columns.ts';
import { intoTable } from './into-table.ts';

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
    findMessage: database.prepare('SELECT 1 FROM messages WHERE tenant_id = ? AND message_id = ?'),
    count: database.prepare(`SELECT count(*) AS there FROM golden_questions WHERE ${ofPackSql}`),
    find: database.prepare(`SELECT 1 FROM golden_questions WHERE ${ofPackSql} AND golden_id = ?`),
    remove: database.prepare(`DELETE FROM golden_questions WHERE ${ofPackSql} AND golden_id = ?`),
    insert: database.prepare(`INSERT ${intoTable('golden_questions', `pack_id, ${goldenColumnsSql}`)}`),
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
export function createGoldenWrites(database: DatabaseSync, onTextRemoved: () => void) {
  const statements = prepareStatements(database);
  const hasPack = (key: PackKey) => statements.findPack.get(...key) !== undefined;
  const countOf = (key: PackKey) => Number(statements.count.get(...key)?.['there']);

  function removeEach(key: PackKey, goldenIds: readonly string[]): number {
    let removed = 0;
    for (const goldenId of goldenIds) removed += Number(statements.remove.run(...key, goldenId).changes);
    if (removed > 0) onTextRemoved();
    return removed;
  }

  return {
    putQuestions(call: PutQuestionsCall): 'kept' | 'too_many' | 'unknown' {
      const { tenantId, packId, questions, questionsMax } = call;
      const key = [tenantId, packId] as const;
      const hasMessage = ([, , , messageId]: GoldenColumns) =>
        messageId === null || statements.findMessage.get(tenantId, messageId) !== undefined;
      if (!hasPack(key) || !questions.every(hasMessage)) return 'unknown';
      const ids = questions.map(([goldenId]) => goldenId);
      const there = ids.filter((goldenId) => statements.find.get(...key, goldenId) !== undefined);
      if (countOf(key) - new Set(there).size + new Set(ids).size > questionsMax) return 'too_many';
      removeEach(key, there);
      // Of an id that comes twice the last stands.
      for (const golden of new Map(questions.map((one) => [one[0], one])).values()) {
        statements.insert.run(...key, ...golden);
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
      statements.insertEvaluation.run(tenantId, ...evaluation);
      if (statements.removeEvaluations.run(...key, ...key, keep).changes !== 0) onTextRemoved();
      return true;
    },
  };
}
