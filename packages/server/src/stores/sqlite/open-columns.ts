import { wrapSecret } from '../sealing/record-secret.ts';
import { openText } from '../sealing/seal-bytes.ts';
import type { KeyRing } from './key-ring.ts';
import type { SealedColumns, StoredColumns } from './message-columns.ts';

/** Opens what a query selected. Throws where it cannot be opened: the record was damaged, or another key is in force. */
export function openColumns(keys: KeyRing, tenantId: string, columns: SealedColumns): StoredColumns {
  const sealed = columns.slice(-2) as [secret: Uint8Array | null, content: Uint8Array | null];
  const clear = columns.slice(0, -2) as unknown as StoredColumns;
  const [secret, content] = sealed;
  const envelope =
    secret === null || content === null
      ? null
      : openText(wrapSecret(keys.get(tenantId), columns[0], secret), 'content', content);
  return [...clear, envelope] as unknown as StoredColumns;
}
