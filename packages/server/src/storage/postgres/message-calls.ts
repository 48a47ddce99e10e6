import type { ApartCalls } from '@avow/storage/postgres';
import type { EndRows } from '../../features/records/store/message-rows.ts';
import type { WriteOperations } from '../write-operations.ts';

type Subjects = {
  readonly [Name in keyof WriteOperations]?: (...args: Parameters<WriteOperations[Name]>) => string;
};

/** Those of new messages can be repeated: they find out whether they were committed before. */
export const messageCalls: ApartCalls = {
  subjects: {
    takeKey: (_tenantId, { messageId }) => messageId,
    admitMessage: ({ message }) => message.clear.message_id,
    finishMessage: ({ message }) => message.clear.message_id,
  } satisfies Subjects,
  canRepeat: (name, [rows]) => name !== 'finishMessage' || (rows as EndRows).isNew,
};
