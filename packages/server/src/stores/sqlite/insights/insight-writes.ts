import type { DatabaseSync } from 'node:sqlite';
import { sealBytes } from '../../sealing/seal-bytes.ts';
import { intoTable } from '../../sql/columns.ts';
import type { RecordSecrets } from '../keys/record-secrets.ts';
import type { DerivedPairs } from '../messages/derived-pairs.ts';
import { prepareWrite } from '../prepare-write.ts';
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

type PairNote = readonly [tenantId: string, messageIds: readonly string[], curatedId: string];

/** Nothing is kept of a message that is gone meanwhile, or whose content is. */
const isThereSql =
  'FROM messages WHERE tenant_id = :tenant_id AND message_id = :message_id AND secret_no IS NOT NULL';

/** The writer's operations for insights over many messages. */
export function createInsightWrites(
  database: DatabaseSync,
  {
    recordSecrets,
    derivedPairs,
  }: { readonly recordSecrets: RecordSecrets; readonly derivedPairs: DerivedPairs },
) {
  const findThere = database.prepare(
    'SELECT 1 FROM messages WHERE tenant_id = ? AND message_id = ? AND secret_no IS NOT NULL',
  );
  const putVector = prepareWrite<VectorColumns & { readonly tenant_id: string; readonly encoder: string }>(
    database,
    `REPLACE ${intoTable('question_vectors', ['tenant_id', 'message_id', 'encoder', 'vector'])}`,
  );
  const putMark = prepareWrite<MarkColumns & { readonly tenant_id: string; readonly marked_at_ms: number }>(
    database,
    `REPLACE INTO handled_questions (tenant_id, message_id, state, curated_id, marked_at_ms)
     SELECT :tenant_id, :message_id, :state, :curated_id, :marked_at_ms ${isThereSql}`,
  );
  const removeMark = database.prepare('DELETE FROM handled_questions WHERE tenant_id = ? AND message_id = ?');
  return {
    putVectors({ tenantId, encoder, vectors }: PutVectorsCall): null {
      for (const { message_id, vector } of vectors) {
        const secret = recordSecrets.findSecret(tenantId, message_id);
        if (secret === null) continue;
        putVector.run({
          tenant_id: tenantId,
          message_id,
          encoder,
          vector: sealBytes(secret, 'vector', vector),
        });
      }
      return null;
    },
    putMarks({ tenantId, marks, nowMs }: PutMarksCall): null {
      for (const mark of marks) putMark.run({ ...mark, tenant_id: tenantId, marked_at_ms: nowMs });
      return null;
    },
    notePairOfMessages([tenantId, messageIds, curatedId]: PairNote): boolean {
      const areThere = messageIds.every((messageId) => findThere.get(tenantId, messageId) !== undefined);
      if (areThere) for (const messageId of messageIds) derivedPairs.note(tenantId, messageId, curatedId);
      return areThere;
    },
    removePairNote([tenantId, messageIds, curatedId]: PairNote): null {
      for (const messageId of messageIds) derivedPairs.remove(tenantId, messageId, curatedId);
      return null;
    },
    removeMarks([tenantId, messageIds]: readonly [tenantId: string, messageIds: readonly string[]]): null {
      for (const messageId of messageIds) removeMark.run(tenantId, messageId);
      return null;
    },
  };
}
