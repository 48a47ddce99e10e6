import type { Operation } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { openText, wrapSecret } from '@avow/storage/sealing';
import type { OpenedMessage, SealedMessage } from './message-columns.ts';

/**
 * Opens what a query selected. Throws if it cannot be opened: the record was damaged, or another key is in force. The content is
 * bound to its audience, so that nobody becomes a reader by a change of that column.
 */
export function* openMessage(
  keys: KeyRing,
  { secret, content, ...row }: SealedMessage,
): Operation<OpenedMessage> {
  if (secret === null || content === null) return { ...row, envelope: null };
  const opened = wrapSecret(yield* keys.get(row.tenant_id), row.message_id, secret);
  return { ...row, envelope: openText(opened, 'content', content, row.audience) };
}

export function* openMessages(keys: KeyRing, rows: Operation<SealedMessage[]>): Operation<OpenedMessage[]> {
  const opened: OpenedMessage[] = [];
  for (const row of yield* rows) opened.push(yield* openMessage(keys, row));
  return opened;
}
