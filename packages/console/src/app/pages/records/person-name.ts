import type { AuditRecord } from '@avow/contract/records';
import { recordTexts } from '../../texts/records.ts';

/** What the client calls a person and a conversation in the metadata of its questions. */
const nameFields = { person: 'end_user_name', thread: 'thread_name' } as const;

type Named = Pick<AuditRecord, 'metadata' | 'end_user_id'>;

/** Who asked, by the name that the client gave, if it gave one. */
export const personName = ({ metadata, end_user_id: id }: Named): string =>
  metadata[nameFields.person] || id || recordTexts.somebody;

/** What the client calls the conversation, by the latest of its messages that says so. */
export const threadName = (records: readonly Named[]): string | undefined =>
  records
    .map(({ metadata }) => metadata[nameFields.thread])
    .find((name) => name !== undefined && name !== '');
