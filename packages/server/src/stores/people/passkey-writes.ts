import type { UserId } from '@avow/foundation';
import type { LogAppends } from '../log/log-appends.ts';
import { intoTable } from '../sql/columns.ts';
import type { Operation } from '../sql/operation.ts';
import type { Statements } from '../sql/statements.ts';
import { type PasskeyColumns, passkeyColumns } from './people-columns.ts';

export interface AddPasskeyCall {
  readonly tenantId: string;
  readonly passkey: PasskeyColumns;
  readonly passkeysMax: number;
}

export interface DeletePasskeyCall {
  readonly tenantId: string;
  readonly userId: UserId;
  readonly passkeyId: string;
  readonly atMs: number;
}

/** The writer's operations on passkeys. */
export function createPasskeyWrites({ read, change, write }: Statements, log: LogAppends) {
  const count = read<{ readonly count: number }>(
    'SELECT count(*) AS count FROM passkeys WHERE tenant_id = ? AND user_id = ?',
  );
  const find = read<{ readonly passkey_id: string }>(
    'SELECT passkey_id FROM passkeys WHERE tenant_id = ? AND credential_id = ?',
  );
  const insert = write<PasskeyColumns & { readonly tenant_id: string }>(
    `INSERT ${intoTable('passkeys', ['tenant_id', ...passkeyColumns])}`,
  );
  const remove = change('DELETE FROM passkeys WHERE tenant_id = ? AND user_id = ? AND passkey_id = ?');

  function* note(tenantId: string, userId: UserId, state: string, atMs: number): Operation<void> {
    const event = { kind: 'user', subject: userId, state, atMs, actor: userId, details: [] } as const;
    yield* log.appendEvent(tenantId, event);
  }

  return {
    *addPasskey(call: AddPasskeyCall): Operation<'added' | 'known' | 'too_many'> {
      const { tenantId, passkey, passkeysMax } = call;
      const { user_id: userId, credential_id, created_at_ms: atMs } = passkey;
      if ((yield* find.first(tenantId, credential_id)) !== null) return 'known';
      if (((yield* count.first(tenantId, userId))?.count ?? 0) >= passkeysMax) return 'too_many';
      yield* insert.put({ ...passkey, tenant_id: tenantId });
      yield* note(tenantId, userId, 'passkey_added', atMs);
      return 'added';
    },
    *deletePasskey({ tenantId, userId, passkeyId, atMs }: DeletePasskeyCall): Operation<boolean> {
      if ((yield* remove.run(tenantId, userId, passkeyId)) !== 1) return false;
      yield* note(tenantId, userId, 'passkey_deleted', atMs);
      return true;
    },
  };
}
