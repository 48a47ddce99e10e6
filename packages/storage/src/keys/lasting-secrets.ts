import { drawKey, unwrapKey, wrapKey } from '../sealing/tenant-keys.ts';
import type { Operation, SqlValue } from '../sql/operation.ts';
import type { Statements } from '../sql/statements.ts';
import type { KeyRing } from './key-ring.ts';

/**
 * Secrets of data that does not belong to a message and may be kept for years: reports of evaluations, the words of holds.
 * They have a separate table, because in SQLite that of messages is truncated from its oldest end. As there, a secret is
 * overwritten in place and never moved; copies of what was sealed under it may remain, but nobody can open them.
 */
export interface LastingSecrets {
  make(tenantId: string): Operation<{ readonly secret: Buffer; readonly secretNo: number }>;
  open(tenantId: string, secretNo: number): Operation<Buffer>;
  wipe(secretNo: number): Operation<void>;
}

/** Unwraps a secret that a query selected. Throws if it was wiped or another key is in force. */
export function openLasting(tenantKey: Uint8Array, wrapped: Uint8Array): Buffer {
  const secret = unwrapKey(tenantKey, wrapped);
  if (secret === null) throw new Error('a lasting secret does not open');
  return secret;
}

/** Destroys the secrets whose numbers a query selects. */
export function wipeLastingSql({ dialect }: Statements, numbers: string): string {
  return dialect.overwritesInPlace
    ? `UPDATE lasting_secrets SET secret = zeroblob(40) WHERE secret_no IN (${numbers})`
    : `DELETE FROM lasting_secrets WHERE secret_no IN (${numbers})`;
}

interface LastingColumns {
  readonly tenant_id: string;
  readonly secret: SqlValue;
}

export function openLastingSecrets(statements: Statements, keys: KeyRing): LastingSecrets {
  const { dialect } = statements;
  const insert = statements.insertNumbered<LastingColumns>({
    ...{ table: 'lasting_secrets', number: 'secret_no' },
    columns: [...dialect.ownerColumns, 'secret'],
  });
  const find = statements.read<{ readonly secret: Uint8Array }>(
    'SELECT secret FROM lasting_secrets WHERE secret_no = ?',
  );
  const wipe = statements.change(wipeLastingSql(statements, '?'));
  return {
    *make(tenantId) {
      const secret = drawKey();
      const wrapped = wrapKey(yield* keys.getOrMake(tenantId), secret);
      return { secret, secretNo: yield* insert.put({ tenant_id: tenantId, secret: wrapped }) };
    },
    *open(tenantId, secretNo) {
      const found = yield* find.first(secretNo);
      if (found === null) throw new Error('a lasting secret is gone');
      return openLasting(yield* keys.get(tenantId), found.secret);
    },
    wipe: (secretNo) => wipe.put(secretNo),
  };
}
