import type { MessageId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import { assertPage } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import { decodeFacts } from '../../records/store/fact-columns.ts';
import type { InsightStore } from '../insight-store.ts';
import type { VectorColumns } from './insight-reads.ts';

/** The limit of one call, during which the writer does nothing else. */
const idsMax = 10_000;
const vectorBytesMax = 64 * 1024;

function assertCount(count: number): void {
  if (count > idsMax) throw new AppError('internal', { cause: new Error(`at most ${idsMax} at once`) });
}

/** The numbers in the byte order of the machine. A copy, because a vector may be a view of a larger buffer, which must not be transferred. */
function encodeVector([messageId, vector]: readonly [MessageId, Float32Array]): VectorColumns {
  if (vector.byteLength > vectorBytesMax) {
    throw new AppError('internal', { cause: new Error('a vector is too long') });
  }
  const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
  return { message_id: messageId, vector: bytes.slice() };
}

function decodeVector(row: VectorColumns): readonly [MessageId, Float32Array] {
  return [row.message_id, new Float32Array(row.vector.slice().buffer)];
}

export function createInsightStore({ writer, reader }: StoreChannels): InsightStore {
  return {
    async listFacts(tenantId, { fromMs, untilMs }, { before, limit }) {
      assertPage(limit);
      return (await reader.callFor(tenantId, 'listFacts', { tenantId, fromMs, untilMs, before, limit })).map(
        decodeFacts,
      );
    },
    async readQuestionVectors(tenantId, { encoder, messageIds }) {
      assertCount(messageIds.length);
      const rows = await reader.callFor(tenantId, 'readVectors', [
        tenantId,
        JSON.stringify(messageIds),
        encoder,
      ]);
      return new Map(rows.map(decodeVector));
    },
    async putQuestionVectors(tenantId, { encoder, vectors }) {
      assertCount(vectors.size);
      await writer.callFor(tenantId, 'putVectors', {
        tenantId,
        encoder,
        vectors: [...vectors].map(encodeVector),
      });
    },
    async readMarks(tenantId, messageIds) {
      assertCount(messageIds.length);
      const rows = await reader.callFor(tenantId, 'readMarks', [tenantId, JSON.stringify(messageIds)]);
      return rows.map((row) => ({ messageId: row.message_id, state: row.state, curatedId: row.curated_id }));
    },
    async putMarks(tenantId, marks, nowMs) {
      assertCount(marks.length);
      const rows = marks.map(({ messageId, state, curatedId }) => ({
        message_id: messageId,
        state,
        curated_id: curatedId,
      }));
      await writer.callFor(tenantId, 'putMarks', { tenantId, marks: rows, nowMs });
    },
    async notePair(tenantId, messageIds, curatedId) {
      assertCount(messageIds.length);
      return await writer.callFor(tenantId, 'notePairOfMessages', [tenantId, messageIds, curatedId]);
    },
    async removePairNote(tenantId, messageIds, curatedId) {
      assertCount(messageIds.length);
      await writer.callFor(tenantId, 'removePairNote', [tenantId, messageIds, curatedId]);
    },
    async removeMarks(tenantId, messageIds) {
      assertCount(messageIds.length);
      await writer.callFor(tenantId, 'removeMarks', [tenantId, messageIds]);
    },
  };
}
