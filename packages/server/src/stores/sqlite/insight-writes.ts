import type { DatabaseSync } from 'node:sqlite';
import { sealBytes } from '../sealing/seal-bytes.ts';
import type { MarkColumns, VectorColumns } from './insight-reads.ts';
import type { LeftPairs } from './left-pairs.ts';
import type { Vault } from './vault.ts';

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

type PairNote = readonly [tenantId: string, messageIds: readonly string[], curatedId: string];

/** Of a message that has gone meanwhile, or whose content has, nothing is kept. */
const isThereSql = 'FROM messages WHERE tenant_id = ?1 AND message_id = ?2 AND secret_no IS NOT NULL';

/** The writer's operations on what is kept beside many messages. */
export function createInsightWrites(
  database: DatabaseSync,
  { vault, leftPairs }: { readonly vault: Vault; readonly leftPairs: LeftPairs },
) {
  const findThere = database.prepare(`SELECT 1 ${isThereSql}`);
  const putVector = database.prepare(
    'REPLACE INTO question_vectors (tenant_id, message_id, encoder, vector) VALUES (?, ?, ?, ?)',
  );
  const putMark = database.prepare(
    `REPLACE INTO handled_questions (tenant_id, message_id, state, curated_id, marked_at_ms)
     SELECT ?1, ?2, ?3, ?4, ?5 ${isThereSql}`,
  );
  const removeMark = database.prepare('DELETE FROM handled_questions WHERE tenant_id = ? AND message_id = ?');
  return {
    putVectors({ tenantId, encoder, vectors }: PutVectorsCall): null {
      for (const [messageId, vector] of vectors) {
        const secret = vault.findSecret(tenantId, messageId);
        if (secret !== null) putVector.run(tenantId, messageId, encoder, sealBytes(secret, 'vector', vector));
      }
      return null;
    },
    putMarks({ tenantId, marks, nowMs }: PutMarksCall): null {
      for (const mark of marks) putMark.run(tenantId, ...mark, nowMs);
      return null;
    },
    notePairOfMessages([tenantId, messageIds, curatedId]: PairNote): boolean {
      const areThere = messageIds.every((messageId) => findThere.get(tenantId, messageId) !== undefined);
      if (areThere) for (const messageId of messageIds) leftPairs.note(tenantId, messageId, curatedId);
      return areThere;
    },
    removePairNote([tenantId, messageIds, curatedId]: PairNote): null {
      for (const messageId of messageIds) leftPairs.remove(tenantId, messageId, curatedId);
      return null;
    },
    removeMarks([tenantId, messageIds]: readonly [tenantId: string, messageIds: readonly string[]]): null {
      for (const messageId of messageIds) removeMark.run(tenantId, messageId);
      return null;
    },
  };
}
