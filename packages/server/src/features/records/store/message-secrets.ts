import type { Operation, Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { findSecretSql, wrapSecret } from '@avow/storage/sealing';

/** The secrets of messages, for reading attached data; null: there is no such message, or its content is gone. */
export function prepareMessageSecrets(statements: Statements, keys: KeyRing) {
  const find = statements.read<{ readonly secret: Uint8Array }>(findSecretSql(statements));
  return function* secretOf(tenantId: string, messageId: string): Operation<Buffer | null> {
    const found = yield* find.first(tenantId, messageId);
    return found === null ? null : wrapSecret(yield* keys.get(tenantId), messageId, found.secret);
  };
}
