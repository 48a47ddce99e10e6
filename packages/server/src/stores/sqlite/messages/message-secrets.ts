import type { DatabaseSync } from 'node:sqlite';
import { wrapSecret } from '../../sealing/record-secret.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { findSecretSql } from '../keys/record-secrets.ts';
import { prepareReads } from '../prepare-reads.ts';

/** The secrets of messages, for reading attached data; null: there is no such message, or its content is gone. */
export function prepareMessageSecrets(database: DatabaseSync, keys: KeyRing) {
  const find = prepareReads(database)<{ readonly secret: Uint8Array }>(findSecretSql);
  return (tenantId: string, messageId: string): Buffer | null => {
    const found = find.first(tenantId, messageId);
    return found === null ? null : wrapSecret(keys.get(tenantId), messageId, found.secret);
  };
}
