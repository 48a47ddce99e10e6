import type { ApartCalls } from '@avow/storage/postgres';
import type { ClaimCall } from '../../features/records/store/idempotency-writes.ts';
import type { AdmitCall, FinishCall } from '../../features/records/store/record-calls.ts';

/** Those of new messages can be repeated: they find out whether they were committed before. */
export const messageCalls: ApartCalls = {
  subjects: {
    takeKey: ({ claim }: ClaimCall) => claim.message_id,
    admitMessage: ({ message }: AdmitCall) => message.clear.message_id,
    finishMessage: ({ message }: FinishCall) => message.clear.message_id,
  },
  canRepeat: (name, [call]) => name !== 'finishMessage' || (call as FinishCall).isNew,
};
