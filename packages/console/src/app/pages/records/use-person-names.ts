import type { AuditRecord } from '@avow/contract/records';
import { useCallerNames } from '../../api/use-names.ts';
import { recordTexts } from '../../texts/records.ts';

/** What the client calls a person and a conversation in the metadata of its questions. */
const named = { person: 'end_user_name', thread: 'thread_name' } as const;
export const nameFields: readonly string[] = Object.values(named);

type Named = Pick<AuditRecord, 'metadata' | 'end_user_id'>;

/** Who asked, by the name that the client gave, or that they have here. */
export function usePersonNames(): (record: Named) => string {
  const callerName = useCallerNames();
  return ({ metadata, end_user_id: id }) =>
    metadata[named.person] || (id === null || id === '' ? recordTexts.somebody : callerName(id));
}

/** What the client calls the conversation, by the latest of its messages that says so. */
export const threadName = (records: readonly Named[]): string | undefined =>
  records.map(({ metadata }) => metadata[named.thread]).find((name) => name !== undefined && name !== '');
