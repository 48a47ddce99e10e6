import { AppError } from '@avow/foundation';
import type { RecordStore, StoredRecord } from '../features/records/record-store.ts';
import type { Handler } from './handler.ts';
import { messageIdOf } from './path-ids.ts';
import { principalOf } from './request-facts.ts';

/** Why the content of a message can no longer be shown. */
export function goneError(record: Exclude<StoredRecord, { kind: 'whole' }>): AppError {
  const { log } = record;
  const place = log === null ? {} : { extra: { leaf_index: log.leafIndex, leaf_hash: log.leafHash } };
  const isErased = record.kind === 'emptied' && record.contentState === 'erased';
  return new AppError('record_expired', {
    detail: isErased
      ? 'The content of this message was erased.'
      : 'The content of this message has expired: it was kept for as long as the retention rules say.',
    ...place,
  });
}

/** If a message is not found because it expired or was erased, answers that it is gone. */
export function refuseGone(records: Pick<RecordStore, 'getRecord'>, handler: Handler): Handler {
  return async (request, reply) => {
    try {
      return await handler(request, reply);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
      const record = await records.getRecord(principalOf(request).tenantId, messageIdOf(request));
      throw record === null || record.kind === 'whole' ? error : goneError(record);
    }
  };
}
