import { wrapSecret } from '../../sealing/record-secret.ts';
import { openText } from '../../sealing/seal-bytes.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { OpenedMessage, SealedMessage } from './message-columns.ts';

/** Opens what a query selected. Throws if it cannot be opened: the record was damaged, or another key is in force. */
export function openMessage(keys: KeyRing, { secret, content, ...row }: SealedMessage): OpenedMessage {
  if (secret === null || content === null) return { ...row, envelope: null };
  const opened = wrapSecret(keys.get(row.tenant_id), row.message_id, secret);
  return { ...row, envelope: openText(opened, 'content', content) };
}
