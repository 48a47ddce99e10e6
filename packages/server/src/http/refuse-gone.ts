import { AppError } from '../errors/app-error.ts';
import type { RecordStore, StoredRecord } from '../interfaces/record-store.ts';
import type { Handler } from './handler.ts';
import { messageIdOf } from './message-id-of.ts';
import { principalOf } from './request-facts.ts';

/** Why nothing can be shown of a message any more. */
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

/** A message of which there is nothing to show may have been there: whoever asks for it is told that it is gone. */
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
