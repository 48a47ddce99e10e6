import type { MessageId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import { bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { InsightStore } from '../insight-store.ts';
import type { VectorColumns } from './insight-reads.ts';

const vectorBytesMax = 64 * 1024;

/**
 * The numbers in the byte order of the machine. A copy, because a vector may be a view of a larger buffer, all of which would
 * be passed to the writer.
 */
function encodeVector([messageId, vector]: readonly [MessageId, Float32Array]): VectorColumns {
  if (vector.byteLength > vectorBytesMax) {
    throw new AppError('internal', { cause: new Error('a vector is too long') });
  }
  const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
  return { message_id: messageId, vector: bytes.slice() };
}

export function createInsightStore({ writer, reader }: StoreChannels): InsightStore {
  const { putVectors, notePairOfMessages: notePair } = bindForTenants(
    writer,
    'putVectors',
    'notePairOfMessages',
  );
  return {
    ...bindForTenants(reader, 'listFacts', 'readQuestionVectors', 'readMarks'),
    ...bindForTenants(writer, 'putMarks', 'removePairNote', 'removeMarks'),
    notePair,
    async putQuestionVectors(tenantId, { encoder, vectors }) {
      await putVectors(tenantId, encoder, [...vectors].map(encodeVector));
    },
  };
}
