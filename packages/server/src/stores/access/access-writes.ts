import type { OutboxEvent } from '@avow/foundation';
import type { NamedText } from '@avow/ledger';
import type { Attribution } from '../../access/attribution.ts';
import { keyEvents } from '../../access/key-events.ts';
import type { LogAppends } from '../log/log-appends.ts';
import { prepareOutbox } from '../messages/outbox-writes.ts';
import { intoTable } from '../sql/columns.ts';
import type { Operation } from '../sql/operation.ts';
import type { Statements } from '../sql/statements.ts';
import { type KeyColumns, keyColumns, type TenantColumns, tenantColumns } from './access-columns.ts';

/** Null: not on the log. */
type By = Attribution | null;

export interface KeyCall {
  readonly key: KeyColumns;
  readonly by: By;
}

export interface RevokeCall {
  readonly tenantId: string;
  readonly keyId: string;
  readonly atMs: number;
  readonly by: By;
}

export interface RotateCall extends Omit<RevokeCall, 'atMs'> {
  readonly next: KeyColumns;
  readonly oldExpiresAtMs: number;
}

export interface TenantStatusCall {
  readonly tenantId: string;
  readonly status: string;
  readonly by: By;
}

export interface NoteExpiryCall {
  readonly tenantId: string;
  readonly keyId: string;
  readonly atMs: number;
}

function prepareStatements(all: Statements) {
  const { read, change, write } = all;
  return {
    putEvent: prepareOutbox(all),
    findKey: read<Pick<KeyColumns, 'expires_at_ms'>>(
      'SELECT expires_at_ms FROM api_keys WHERE tenant_id = ? AND key_id = ?',
    ),
    noteExpiry: change(
      'UPDATE api_keys SET expiry_noted = 1 WHERE tenant_id = ? AND key_id = ? AND expiry_noted = 0',
    ),
    insertTenant: write<TenantColumns>(
      `INSERT ${intoTable('tenants', tenantColumns)} ON CONFLICT (name) DO NOTHING`,
    ),
    setStatus: change('UPDATE tenants SET status = ? WHERE tenant_id = ?'),
    insertKey: write<KeyColumns>(`INSERT ${intoTable('api_keys', keyColumns)}`),
    revokeKey: change(
      'UPDATE api_keys SET revoked_at_ms = ? WHERE tenant_id = ? AND key_id = ? AND revoked_at_ms IS NULL',
    ),
    limitKey: change(
      `UPDATE api_keys SET expires_at_ms = CASE WHEN expires_at_ms < ?1 THEN expires_at_ms ELSE ?1 END
       WHERE tenant_id = ?2 AND key_id = ?3`,
    ),
  };
}

/** What the log says of a new key: what it may do, and never the key. */
function detailsOf({ name, scopes, groups, origins }: KeyColumns): NamedText[] {
  const named: readonly string[] | null = groups === null ? null : JSON.parse(groups);
  return [
    ['name', name],
    ['scopes', (JSON.parse(scopes) as string[]).join(' ')],
    ['groups', named === null ? 'any' : String(named.length)],
    ...(origins === null ? [] : [['origins', (JSON.parse(origins) as string[]).join(' ')] as const]),
  ];
}

/** The writer's operations on tenants and keys. */
export function createAccessWrites(all: Statements, log: LogAppends) {
  const statements = prepareStatements(all);

  function* note(
    by: By,
    event: { tenantId: string; kind: 'key' | 'tenant'; subject: string; state: string },
    details: readonly NamedText[] = [],
  ): Operation<void> {
    if (by === null) return;
    const { tenantId, ...rest } = event;
    yield* log.appendEvent(tenantId, { ...rest, ...by, details });
  }

  /** Setting up is not reported either. */
  function* emit(by: By, tenantId: string, make: (atMs: number) => OutboxEvent): Operation<void> {
    if (by !== null) yield* statements.putEvent(tenantId, by.atMs, make(by.atMs));
  }

  return {
    *createTenant(tenant: TenantColumns): Operation<boolean> {
      return (yield* statements.insertTenant.run(tenant)) === 1;
    },
    /** On the log of the tenant itself, which exists by now. */
    noteTenantCreated: ({ tenantId, by }: { readonly tenantId: string; readonly by: Attribution }) =>
      note(by, { tenantId, kind: 'tenant', subject: tenantId, state: 'created' }),
    *setTenantStatus({ tenantId, status, by }: TenantStatusCall): Operation<boolean> {
      if ((yield* statements.setStatus.run(status, tenantId)) !== 1) return false;
      const state = status === 'suspended' ? 'suspended' : 'resumed';
      yield* note(by, { tenantId, kind: 'tenant', subject: tenantId, state });
      return true;
    },
    *insertKey({ key, by }: KeyCall): Operation<void> {
      yield* statements.insertKey.put(key);
      const { tenant_id: tenantId, key_id: subject } = key;
      yield* note(by, { tenantId, kind: 'key', subject, state: 'created' }, detailsOf(key));
      yield* emit(by, tenantId, (atMs) => keyEvents.created(subject, atMs));
    },
    *revokeKey({ tenantId, keyId, atMs, by }: RevokeCall): Operation<boolean> {
      // What is revoked already stays as it is.
      if ((yield* statements.revokeKey.run(atMs, tenantId, keyId)) !== 1)
        return (yield* statements.findKey.first(tenantId, keyId)) !== null;
      yield* note(by, { tenantId, kind: 'key', subject: keyId, state: 'revoked' });
      yield* emit(by, tenantId, (revokedAtMs) => keyEvents.revoked(keyId, revokedAtMs));
      return true;
    },
    *rotateKey({ tenantId, keyId, next, oldExpiresAtMs, by }: RotateCall): Operation<boolean> {
      if ((yield* statements.limitKey.run(oldExpiresAtMs, tenantId, keyId)) !== 1) return false;
      yield* statements.insertKey.put(next);
      const successor: NamedText = ['successor', next.key_id];
      yield* note(by, { tenantId, kind: 'key', subject: keyId, state: 'rotated' }, [successor]);
      const oldKey = yield* statements.findKey.first(tenantId, keyId);
      const replaced = { keyId: next.key_id, oldExpiresAtMs: oldKey?.expires_at_ms ?? oldExpiresAtMs };
      yield* emit(by, tenantId, (atMs) => keyEvents.rotated(keyId, atMs, replaced));
      return true;
    },
    /** Once for each key, even if several processes ask. */
    *noteKeyExpiry({ tenantId, keyId, atMs }: NoteExpiryCall): Operation<void> {
      const key = yield* statements.findKey.first(tenantId, keyId);
      if (key === null || (yield* statements.noteExpiry.run(tenantId, keyId)) !== 1) return;
      yield* statements.putEvent(tenantId, atMs, keyEvents.expiring(keyId, atMs, key.expires_at_ms));
    },
  };
}
