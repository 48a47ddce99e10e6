import type { DatabaseSync } from 'node:sqlite';
import { wrapSecret } from '../sealing/record-secret.ts';
import type { KeyRing } from './key-ring.ts';
import { prepareReads } from './prepare-reads.ts';
import { findSecretSql } from './vault.ts';

/** The secrets of messages, for reading what is sealed beside them; null: there is no such message, or its content is gone. */
export function prepareMessageSecrets(database: DatabaseSync, keys: KeyRing) {
  const find = prepareReads(database)<readonly [secret: Uint8Array]>(findSecretSql);
  return (tenantId: string, messageId: string): Buffer | null => {
    const [wrapped] = find.first(tenantId, messageId) ?? [];
    return wrapped === undefined ? null : wrapSecret(keys.get(tenantId), messageId, wrapped);
  };
}
