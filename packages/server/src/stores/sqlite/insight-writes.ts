import type { DatabaseSync } from 'node:sqlite';
import type { MarkColumns, VectorColumns } from './insight-reads.ts';

export interface PutVectorsCall {
  readonly tenantId: string;
  readonly encoder: string;
  readonly vectors: readonly VectorColumns[];
}

export interface PutMarksCall {
  readonly tenantId: string;
  readonly marks: readonly MarkColumns[];
  readonly nowMs: number;
}

/** Of a message that has gone meanwhile nothing is kept. */
const isThereSql = 'FROM messages WHERE tenant_id = ?1 AND message_id = ?2';

/** The writer's operations on what is kept beside many messages. */
export function createInsightWrites(database: DatabaseSync) {
  const putVector = database.prepare(
    `REPLACE INTO question_vectors (tenant_id, message_id, encoder, vector) SELECT ?1, ?2, ?3, ?4 ${isThereSql}`,
  );
  const putMark = database.prepare(
    `REPLACE INTO handled_questions (tenant_id, message_id, state, curated_id, marked_at_ms)
     SELECT ?1, ?2, ?3, ?4, ?5 ${isThereSql}`,
  );
  const removeMark = database.prepare('DELETE FROM handled_questions WHERE tenant_id = ? AND message_id = ?');
  return {
    putVectors({ tenantId, encoder, vectors }: PutVectorsCall): null {
      for (const [messageId, vector] of vectors) putVector.run(tenantId, messageId, encoder, vector);
      return null;
    },
    putMarks({ tenantId, marks, nowMs }: PutMarksCall): null {
      for (const mark of marks) putMark.run(tenantId, ...mark, nowMs);
      return null;
    },
    removeMarks([tenantId, messageIds]: readonly [tenantId: string, messageIds: readonly string[]]): null {
      for (const messageId of messageIds) removeMark.run(tenantId, messageId);
      return null;
    },
  };
}
