import type { ApartCalls } from '@avow/storage/postgres';
import type { IdempotencyClaim } from '../../features/records/record-store.ts';
import type { AdmissionRows, EndRows } from '../../features/records/store/message-rows.ts';

/** Those of new messages can be repeated: they find out whether they were committed before. */
export const messageCalls: ApartCalls = {
  subjects: {
    takeKey: (_tenantId: string, { messageId }: IdempotencyClaim) => messageId,
    admitMessage: ({ message }: AdmissionRows) => message.clear.message_id,
    finishMessage: ({ message }: EndRows) => message.clear.message_id,
  },
  canRepeat: (name, [rows]) => name !== 'finishMessage' || (rows as EndRows).isNew,
};
