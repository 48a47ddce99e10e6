import type { TenantId, UserId } from '@avow/foundation';
import type { NamedText } from '@avow/ledger-log/entries';
import type { Operation, OperationsFor, Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { prepareSealedRows } from '@avow/storage/sealing';
import type { LogAppends } from '../../log/store/log-appends.ts';
import type { PeopleStore } from '../people-store.ts';
import { encodePasskey, sealedPasskeys } from './people-columns.ts';

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
    tenantId: TenantId,
    { userId, atMs }: { readonly userId: UserId; readonly atMs: number },
    change: { state: string; passkey: string; commitments?: readonly NamedText[] },
  ): Operation<void> {
    const { state, passkey, commitments = [] } = change;
    const details: NamedText[] = [['passkey', passkey]];
    const event = { kind: 'user', subject: userId, state, atMs, actor: userId, details } as const;
    yield* log.appendEvent(tenantId, { ...event, commitments });
  }

  return {
    *addPasskey(tenantId, given, { passkeysMax }) {
      const { userId, credentialId, passkeyId, createdAtMs: atMs } = given;
      if ((yield* find.first(tenantId, credentialId)) !== null) return 'known';
      if (((yield* count.first(tenantId, userId))?.count ?? 0) >= passkeysMax) return 'too_many';
      const passkey = encodePasskey(tenantId, given);
      yield* passkeys.insert(passkey);
      const [, rights] = yield* passkeys.rightsOf(passkey);
      const commitments: NamedText[] = [['passkey_rights', rights]];
      yield* note(tenantId, { userId, atMs }, { state: 'passkey_added', passkey: passkeyId, commitments });
      return 'added';
    },
    *deletePasskey(tenantId, userId, { passkeyId, atMs }) {
      if ((yield* remove.run(tenantId, userId, passkeyId)) !== 1) return false;
      yield* note(tenantId, { userId, atMs }, { state: 'passkey_deleted', passkey: passkeyId });
      return true;
    },
  } satisfies OperationsFor<PeopleStore>;
}
