import type { UserId } from '@avow/foundation';
import type { NamedText } from '@avow/ledger-log/entries';
import type { Operation, Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { prepareSealedRows } from '@avow/storage/sealing';
import type { LogAppends } from '../../log/store/log-appends.ts';
import { type PasskeyColumns, sealedPasskeys } from './people-columns.ts';

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
export function createPasskeyWrites(
  all: Statements,
  { keys, log }: { readonly keys: KeyRing; readonly log: LogAppends },
) {
  const { read, change } = all;
  const passkeys = prepareSealedRows(all, keys, sealedPasskeys);
  const count = read<{ readonly count: number }>(
    'SELECT count(*) AS count FROM passkeys WHERE tenant_id = ? AND user_id = ?',
  );
  const find = read<{ readonly passkey_id: string }>(
    'SELECT passkey_id FROM passkeys WHERE tenant_id = ? AND credential_id = ?',
  );
  const remove = change('DELETE FROM passkeys WHERE tenant_id = ? AND user_id = ? AND passkey_id = ?');

  function* note(
    call: Omit<DeletePasskeyCall, 'passkeyId'>,
    state: string,
    passkey: { readonly id: string; readonly commitments: readonly NamedText[] },
  ): Operation<void> {
    const { tenantId, userId, atMs } = call;
    const details: NamedText[] = [['passkey', passkey.id]];
    const event = { kind: 'user', subject: userId, state, atMs, actor: userId, details } as const;
    yield* log.appendEvent(tenantId, { ...event, commitments: passkey.commitments });
  }

  return {
    *addPasskey(call: AddPasskeyCall): Operation<'added' | 'known' | 'too_many'> {
      const { tenantId, passkey, passkeysMax } = call;
      const { user_id: userId, credential_id, created_at_ms: atMs } = passkey;
      if ((yield* find.first(tenantId, credential_id)) !== null) return 'known';
      if (((yield* count.first(tenantId, userId))?.count ?? 0) >= passkeysMax) return 'too_many';
      yield* passkeys.insert(passkey);
      const [, rights] = yield* passkeys.rightsOf(passkey);
      const added = { id: passkey.passkey_id, commitments: [['passkey_rights', rights]] as const };
      yield* note({ tenantId, userId, atMs }, 'passkey_added', added);
      return 'added';
    },
    *deletePasskey({ tenantId, userId, passkeyId, atMs }: DeletePasskeyCall): Operation<boolean> {
      if ((yield* remove.run(tenantId, userId, passkeyId)) !== 1) return false;
      yield* note({ tenantId, userId, atMs }, 'passkey_deleted', { id: passkeyId, commitments: [] });
      return true;
    },
  };
}
