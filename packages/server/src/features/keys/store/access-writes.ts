import type { KeyId, OutboxEvent, TenantId } from '@avow/foundation';
import type { NamedText } from '@avow/ledger-log/entries';
import type { Operation, OperationsFor, Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { prepareSealedRows } from '@avow/storage/sealing';
import type { LogAppends } from '../../log/store/log-appends.ts';
import { prepareOutbox } from '../../records/store/outbox-writes.ts';
import type { AccessStore, Attribution, KeyRow } from '../access-store.ts';
import { keyEvents } from '../key-events.ts';
import {
  decodeKey,
  encodeKey,
  encodeTenant,
  type KeyColumns,
  sealedKeys,
  sealedTenants,
  type TenantColumns,
} from './access-columns.ts';

/** Undefined: not on the log. */
type By = Attribution | undefined;

function prepareStatements(all: Statements) {
  const { change } = all;
  return {
    putEvent: prepareOutbox(all),
    noteExpiry: change(
      'UPDATE api_keys SET expiry_noted = 1 WHERE tenant_id = ? AND key_id = ? AND expiry_noted = 0',
    ),
    // Its key refers to it, and its seal is made with that key.
    claimName: change(
      `INSERT INTO tenants (tenant_id, name, status, created_at_ms) VALUES (?, ?, 'suspended', ?)
       ON CONFLICT (name) DO NOTHING`,
    ),
  };
}

/** What the log says of a new key: what it may do, and never the key. */
function detailsOf({ name, scopes, groups, origins, pack_ids: packs }: KeyColumns): NamedText[] {
  const named: readonly string[] | null = groups === null ? null : JSON.parse(groups);
  return [
    ['name', name],
    ['scopes', (JSON.parse(scopes) as string[]).join(' ')],
    ['groups', named === null ? 'any' : String(named.length)],
    ...(origins === null ? [] : [['origins', (JSON.parse(origins) as string[]).join(' ')] as const]),
    ...(packs === null ? [] : [['packs', (JSON.parse(packs) as string[]).join(' ')] as const]),
  ];
}

/** The first argument decides: a key that names another tenant is a programming error. */
function assertOwnKey(tenantId: TenantId, key: KeyRow): void {
  if (key.tenantId !== tenantId) throw new Error('a key is stored for its own tenant only');
}

/** The writer's operations on tenants and keys. */
export function createAccessWrites(
  all: Statements,
  { keys: ring, log }: { readonly keys: KeyRing; readonly log: LogAppends },
) {
  const statements = prepareStatements(all);
  const tenants = prepareSealedRows(all, ring, sealedTenants);
  const keys = prepareSealedRows(all, ring, sealedKeys);

  function* noteTenant(by: By, tenant: TenantColumns, state: string): Operation<void> {
    if (by === undefined) return;
    const { tenant_id: tenantId, revision } = tenant;
    yield* log.appendRights(tenantId, {
      ...{ kind: 'tenant', subject: tenantId, state, ...by, details: [] },
      ...{ revision, commitments: [yield* tenants.rightsOf(tenant)] },
    });
  }

  /** A change of a key, and the key that takes its place. */
  function* noteKey(
    by: By,
    key: KeyColumns,
    { state, details = [], next }: { state: string; details?: readonly NamedText[]; next?: KeyColumns },
  ): Operation<void> {
    if (by === undefined) return;
    const { tenant_id: tenantId, key_id: subject, revision } = key;
    const rights = yield* keys.rightsOf(key);
    const successor: NamedText[] =
      next === undefined ? [] : [['successor_rights', (yield* keys.rightsOf(next))[1]]];
    yield* log.appendRights(tenantId, {
      ...{ kind: 'key', subject, state, ...by, details, revision, commitments: [rights, ...successor] },
    });
  }

  /** Setting up is not reported either. */
  function* emit(by: By, tenantId: string, make: (atMs: number) => OutboxEvent): Operation<void> {
    if (by !== undefined) yield* statements.putEvent(tenantId, by.atMs, make(by.atMs));
  }

  /** Only what is on the log counts as a revision. */
  const revised = (revision: number, by: By) => (by === undefined ? revision : revision + 1);

  const writes = {
    *createTenant(given, by) {
      const { tenantId, name, createdAtMs } = given;
      if ((yield* statements.claimName.run(tenantId, name, createdAtMs)) !== 1) return 'name_taken';
      const tenant = { ...encodeTenant(given), revision: revised(0, by) };
      yield* tenants.update(tenant);
      yield* noteTenant(by, tenant, 'created');
      return 'created';
    },
    *setTenantStatus(tenantId, status, by) {
      const before = yield* tenants.find(tenantId);
      if (before === null) return false;
      const after = { ...before, status, revision: revised(before.revision, by) };
      yield* tenants.update(after);
      yield* noteTenant(by, after, status === 'suspended' ? 'suspended' : 'resumed');
      return true;
    },
    *insertKey(tenantId, given, by) {
      assertOwnKey(tenantId, given);
      const key = { ...encodeKey(given), revision: revised(0, by) };
      yield* keys.insert(key);
      yield* noteKey(by, key, { state: 'created', details: detailsOf(key) });
      yield* emit(by, tenantId, (atMs) => keyEvents.created(given.keyId, atMs));
    },
    *changeKey(tenantId, keyId, { changes: { name, origins, packIds }, by }) {
      const before = yield* keys.find(tenantId, keyId);
      if (before === null) return null;
      const after = {
        ...before,
        ...(name === undefined ? {} : { name }),
        ...(origins === undefined ? {} : { origins: JSON.stringify(origins) }),
        ...(packIds === undefined ? {} : { pack_ids: JSON.stringify(packIds) }),
        revision: revised(before.revision, by),
      };
      yield* keys.update(after);
      yield* noteKey(by, after, { state: 'changed', details: detailsOf(after) });
      return decodeKey(after);
    },
    *revokeKey(tenantId, keyId, atMs, by) {
      const before = yield* keys.find(tenantId, keyId);
      if (before === null) return false;
      // What is revoked already stays as it is.
      if (before.revoked_at_ms !== null) return true;
      const after = { ...before, revoked_at_ms: atMs, revision: revised(before.revision, by) };
      yield* keys.update(after);
      yield* noteKey(by, after, { state: 'revoked' });
      yield* emit(by, tenantId, (revokedAtMs) => keyEvents.revoked(keyId, revokedAtMs));
      return true;
    },
    *rotateKey(tenantId, keyId, { key: given, oldExpiresAtMs, by }) {
      assertOwnKey(tenantId, given);
      const before = yield* keys.find(tenantId, keyId);
      if (before === null) return false;
      const expires_at_ms = Math.min(before.expires_at_ms, oldExpiresAtMs);
      const after = { ...before, expires_at_ms, revision: revised(before.revision, by) };
      const next = { ...encodeKey(given), revision: revised(0, by) };
      yield* keys.update(after);
      yield* keys.insert(next);
      const successor: NamedText = ['successor', next.key_id];
      yield* noteKey(by, after, { state: 'rotated', details: [successor], next });
      const replaced = { keyId: next.key_id, oldExpiresAtMs: expires_at_ms };
      yield* emit(by, tenantId, (atMs) => keyEvents.rotated(keyId, atMs, replaced));
      return true;
    },
  } satisfies OperationsFor<AccessStore>;
  return {
    ...writes,
    /** Once for each key, even if several processes ask. */
    *noteKeyExpiry(tenantId: TenantId, keyId: KeyId, atMs: number): Operation<void> {
      const key = yield* keys.find(tenantId, keyId);
      if (key === null || (yield* statements.noteExpiry.run(tenantId, keyId)) !== 1) return;
      yield* statements.putEvent(tenantId, atMs, keyEvents.expiring(keyId, atMs, key.expires_at_ms));
    },
  };
}
