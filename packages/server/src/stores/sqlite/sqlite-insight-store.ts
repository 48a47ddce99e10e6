import { AppError } from '../../errors/app-error.ts';
import type { MessageId } from '../../interfaces/identity.ts';
import type { InsightStore } from '../../interfaces/insight-store.ts';
import { assertPage } from './assert-page.ts';
import { decodeFacts } from './fact-columns.ts';
import type { VectorColumns } from './insight-reads.ts';
import type { SqliteChannels } from './sqlite-channels.ts';

/** What one call may name: the writer does nothing else meanwhile. */
const idsMax = 10_000;
const vectorBytesMax = 64 * 1024;

function assertCount(count: number): void {
  if (count > idsMax) throw new AppError('internal', { cause: new Error(`at most ${idsMax} at once`) });
}

/** The numbers as the machine has them. A copy: a vector may be a part of something larger, which is not to travel. */
function encodeVector([messageId, vector]: readonly [MessageId, Float32Array]): VectorColumns {
  if (vector.byteLength > vectorBytesMax) {
    throw new AppError('internal', { cause: new Error('a vector is too long') });
  }
  const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
  return [messageId, bytes.slice()];
}

function decodeVector([messageId, bytes]: VectorColumns): readonly [MessageId, Float32Array] {
  return [messageId, new Float32Array(bytes.slice().buffer)];
}

export function createSqliteInsightStore({ writer, reader }: SqliteChannels): InsightStore {
  return {
    async listFacts(tenantId, { fromMs, untilMs }, { before, limit }) {
      assertPage(limit);
      return (await reader.call('listFacts', { tenantId, fromMs, untilMs, before, limit })).map(decodeFacts);
    },
    async readQuestionVectors(tenantId, { encoder, messageIds }) {
      assertCount(messageIds.length);
      const rows = await reader.call('readVectors', [tenantId, JSON.stringify(messageIds), encoder]);
      return new Map(rows.map(decodeVector));
    },
    async putQuestionVectors(tenantId, { encoder, vectors }) {
      assertCount(vectors.size);
      await writer.call('putVectors', { tenantId, encoder, vectors: [...vectors].map(encodeVector) });
    },
    async readMarks(tenantId, messageIds) {
      assertCount(messageIds.length);
      const rows = await reader.call('readMarks', [tenantId, JSON.stringify(messageIds)]);
      return rows.map(([messageId, state, curatedId]) => ({ messageId, state, curatedId }));
    },
    async putMarks(tenantId, marks, nowMs) {
      assertCount(marks.length);
      const rows = marks.map(({ messageId, state, curatedId }) => [messageId, state, curatedId] as const);
      await writer.call('putMarks', { tenantId, marks: rows, nowMs });
    },
    async notePair(tenantId, messageIds, curatedId) {
      assertCount(messageIds.length);
      return await writer.call('notePairOfMessages', [tenantId, messageIds, curatedId]);
    },
    async removePairNote(tenantId, messageIds, curatedId) {
      assertCount(messageIds.length);
      await writer.call('removePairNote', [tenantId, messageIds, curatedId]);
    },
    async removeMarks(tenantId, messageIds) {
      assertCount(messageIds.length);
      await writer.call('removeMarks', [tenantId, messageIds]);
    },
  };
}
