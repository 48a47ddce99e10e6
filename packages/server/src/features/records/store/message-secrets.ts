import type { KeyRing } from '../../../storage/keys/key-ring.ts';
import { findSecretSql } from '../../../storage/keys/record-secrets.ts';
import { wrapSecret } from '../../../storage/sealing/record-secret.ts';
import type { Operation } from '../../../storage/sql/operation.ts';
import type { Statements } from '../../../storage/sql/statements.ts';

/** The secrets of messages, for reading attached data; null: there is no such message, or its content is gone. */
export function prepareMessageSecrets(statements: Statements, keys: KeyRing) {
  const find = statements.read<{ readonly secret: Uint8Array }>(findSecretSql(statements));
  return function* secretOf(tenantId: string, messageId: string): Operation<Buffer | null> {
    const found = yield* find.first(tenantId, messageId);
    return found === null ? null : wrapSecret(yield* keys.get(tenantId), messageId, found.secret);
  };
}
