import type { CuratedId, MessageId, TenantId } from '@avow/foundation';
import type { Operation, OperationsFor, Statements } from '@avow/storage';
import { intoTable, setExcluded } from '@avow/storage';
import type { RecordSecrets } from '@avow/storage/sealing';
import { sealBytes } from '@avow/storage/sealing';
import type { DerivedPairs } from '../../records/store/derived-pairs.ts';
import type { HandledMark, InsightStore } from '../insight-store.ts';
import { assertCount } from './assert-count.ts';
import type { VectorColumns } from './insight-reads.ts';

interface Marked extends Pick<HandledMark, 'state'> {
  readonly tenant_id: string;
  readonly message_id: string;
  readonly curated_id: string | null;
  readonly marked_at_ms: number;
}

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
  const putMark = write<Marked>(
    `INSERT INTO handled_questions (tenant_id, message_id, state, curated_id, marked_at_ms)
     SELECT tenant_id, message_id, :state, :curated_id, CAST(:marked_at_ms AS BIGINT) ${isThereSql}
     ON CONFLICT (tenant_id, message_id) DO UPDATE SET ${setExcluded(['state', 'curated_id', 'marked_at_ms'])}`,
  );
  const removeMark = change('DELETE FROM handled_questions WHERE tenant_id = ? AND message_id = ?');
  const writes = {
    *putMarks(tenantId, marks, nowMs) {
      assertCount(marks.length);
      for (const { messageId, state, curatedId } of marks)
        yield* putMark.put({
          ...{ tenant_id: tenantId, message_id: messageId, state },
          ...{ curated_id: curatedId, marked_at_ms: nowMs },
        });
    },
    *removePairNote(tenantId, messageIds, curatedId) {
      assertCount(messageIds.length);
      for (const messageId of messageIds) yield* derivedPairs.remove(tenantId, messageId, curatedId);
    },
    *removeMarks(tenantId, messageIds) {
      assertCount(messageIds.length);
      for (const messageId of messageIds) yield* removeMark.put(tenantId, messageId);
    },
  } satisfies OperationsFor<InsightStore>;
  return {
    ...writes,
    *putVectors(tenantId: TenantId, encoder: string, vectors: readonly VectorColumns[]): Operation<void> {
      assertCount(vectors.length);
      for (const { message_id, vector } of vectors) {
        const secret = yield* recordSecrets.findSecret(tenantId, message_id);
        if (secret === null) continue;
        const sealed = sealBytes(secret, 'vector', vector);
        yield* putVector.put({ tenant_id: tenantId, message_id, encoder, vector: sealed });
      }
    },
    *notePairOfMessages(
      tenantId: TenantId,
      messageIds: readonly MessageId[],
      curatedId: CuratedId,
    ): Operation<boolean> {
      assertCount(messageIds.length);
      for (const messageId of messageIds) {
        if ((yield* findThere.first(tenantId, messageId)) === null) return false;
      }
      for (const messageId of messageIds) yield* derivedPairs.note(tenantId, messageId, curatedId);
      return true;
    },
  };
}
