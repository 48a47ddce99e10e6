import type { Operation, Statements } from '@avow/storage';
import { intoTable, setExcluded } from '@avow/storage';
import type { RecordSecrets } from '@avow/storage/sealing';
import { sealBytes } from '@avow/storage/sealing';
import type { DerivedPairs } from '../../records/store/derived-pairs.ts';
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
  { read, change, write }: Statements,
  {
    recordSecrets,
    derivedPairs,
  }: { readonly recordSecrets: RecordSecrets; readonly derivedPairs: DerivedPairs },
) {
  const findThere = read(
    'SELECT 1 FROM messages WHERE tenant_id = ? AND message_id = ? AND secret_no IS NOT NULL',
  );
  const putVector = write<VectorColumns & { readonly tenant_id: string; readonly encoder: string }>(
    `INSERT ${intoTable('question_vectors', ['tenant_id', 'message_id', 'encoder', 'vector'])}
     ON CONFLICT (tenant_id, message_id) DO UPDATE SET ${setExcluded(['encoder', 'vector'])}`,
  );
  const putMark = write<MarkColumns & { readonly tenant_id: string; readonly marked_at_ms: number }>(
    `INSERT INTO handled_questions (tenant_id, message_id, state, curated_id, marked_at_ms)
     SELECT tenant_id, message_id, :state, :curated_id, CAST(:marked_at_ms AS BIGINT) ${isThereSql}
     ON CONFLICT (tenant_id, message_id) DO UPDATE SET ${setExcluded(['state', 'curated_id', 'marked_at_ms'])}`,
  );
  const removeMark = change('DELETE FROM handled_questions WHERE tenant_id = ? AND message_id = ?');
  return {
    *putVectors({ tenantId, encoder, vectors }: PutVectorsCall): Operation<void> {
      for (const { message_id, vector } of vectors) {
        const secret = yield* recordSecrets.findSecret(tenantId, message_id);
        if (secret === null) continue;
        yield* putVector.put({
          tenant_id: tenantId,
          message_id,
          encoder,
          vector: sealBytes(secret, 'vector', vector),
        });
      }
    },
    *putMarks({ tenantId, marks, nowMs }: PutMarksCall): Operation<void> {
      for (const mark of marks) yield* putMark.put({ ...mark, tenant_id: tenantId, marked_at_ms: nowMs });
    },
    *notePairOfMessages([tenantId, messageIds, curatedId]: PairNote): Operation<boolean> {
      for (const messageId of messageIds) {
        if ((yield* findThere.first(tenantId, messageId)) === null) return false;
      }
      for (const messageId of messageIds) yield* derivedPairs.note(tenantId, messageId, curatedId);
      return true;
    },
    *removePairNote([tenantId, messageIds, curatedId]: PairNote): Operation<void> {
      for (const messageId of messageIds) yield* derivedPairs.remove(tenantId, messageId, curatedId);
    },
    *removeMarks([tenantId, messageIds]: readonly [
      tenantId: string,
      messageIds: readonly string[],
    ]): Operation<void> {
      for (const messageId of messageIds) yield* removeMark.put(tenantId, messageId);
    },
  };
}
