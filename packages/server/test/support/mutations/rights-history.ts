import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { guardrailPolicySchema } from '@avow/contract/guardrails';
import { scopes } from '@avow/contract/roles';
import { newId, type TenantId, type UserId } from '@avow/foundation';
import { createCheckpointer, createFolderAnchor, createLogSigner } from '@avow/ledger';
import { openDataFolder } from '../../../src/app/open-data-folder.ts';
import type { Config } from '../../../src/config/load-config.ts';
import { sampleKey, sampleTimeMs } from '../../../src/storage/contract/samples.ts';
import type { Store } from '../../../src/storage/store.ts';
import { type SampledRow, sampleRows } from './sampled-rows.ts';

/** The tables that say who may do what, with what names a row, and columns that decide nothing. */
export const rightsTables = [
  { table: 'tenants', kind: 'tenant', id: 'tenant_id', without: [] },
  { table: 'api_keys', kind: 'key', id: 'key_id', without: ['expiry_noted'] },
  { table: 'users', kind: 'user', id: 'user_id', without: ['last_sign_in_at_ms'] },
  { table: 'sessions', kind: 'session', id: 'session_id', without: [] },
  { table: 'passkeys', kind: 'user', id: 'passkey_id', without: [] },
  { table: 'guardrail_policies', kind: 'policy', id: 'revision', without: [] },
] as const;

export type RightsTable = (typeof rightsTables)[number]['table'];

/** A row as it was at some time. */
export interface EarlierRow {
  readonly table: RightsTable;
  readonly row: SampledRow;
}

export interface RightsHistory {
  readonly tenantId: TenantId;
  readonly earlier: readonly EarlierRow[];
}

const by = { atMs: sampleTimeMs, actor: 'operator' } as const;
/** Later than any test is run. */
const neverMs = 9_000_000_000_000;

/** A tenant with keys, people, sessions, passkeys and policies that were created, changed and taken away. */
export async function addRightsHistory(config: Config): Promise<RightsHistory> {
  const data = await openDataFolder(config);
  const earlier: EarlierRow[] = [];
  const note = () => {
    const database = new DatabaseSync(join(config.dataDir, 'avow.db'), { readOnly: true });
    for (const { table } of rightsTables)
      for (const row of sampleRows(database, `SELECT * FROM ${table}`)) earlier.push({ table, row });
    database.close();
  };
  try {
    const tenantId = newId('ten', sampleTimeMs);
    const tenant = { tenantId, name: 'ruled', status: 'active', createdAtMs: sampleTimeMs } as const;
    await data.store.access.createTenant(tenant, by);
    await changeKeys(data.store, tenantId, note);
    await changePeople(data.store, tenantId, note);
    await changePolicies(data.store, tenantId, note);
    await data.store.access.setTenantStatus(tenantId, 'suspended', by);
    note();
    await data.store.access.setTenantStatus(tenantId, 'active', by);
    const checkpointer = createCheckpointer({
      ...{ store: data.store.log, signer: createLogSigner(data.logKey), anchors: [] },
      ...{ clock: { nowMs: () => sampleTimeMs }, onFork: () => undefined, onFailure: () => undefined },
    });
    await checkpointer.signGrown();
    const newest = await data.store.log.lastCheckpoint(tenantId);
    if (newest !== null) await createFolderAnchor(config.anchorDir).publish(tenantId, newest);
    return { tenantId, earlier };
  } finally {
    await data.close();
  }
}

async function changeKeys({ access }: Store, tenantId: TenantId, note: () => void): Promise<void> {
  const keys = [...scopes.slice(0, 4)].map((scope, at) =>
    sampleKey(tenantId, { scopes: [scope], groups: at === 0 ? null : ['staff'] }),
  );
  for (const key of keys) await access.insertKey(tenantId, key, by);
  note();
  const [revoked, rotated] = keys;
  if (revoked === undefined || rotated === undefined) throw new Error('there are keys');
  await access.revokeKey(tenantId, revoked.keyId, sampleTimeMs, by);
  const next = sampleKey(tenantId, { rotatedFrom: rotated.keyId });
  await access.rotateKey(tenantId, rotated.keyId, { key: next, oldExpiresAtMs: sampleTimeMs, by });
  note();
}

async function changePeople({ people }: Store, tenantId: TenantId, note: () => void): Promise<void> {
  const ids: UserId[] = [];
  for (const role of ['owner', 'editor', 'reviewer', 'auditor'] as const) {
    const userId = newId('usr', sampleTimeMs);
    const user = { userId, email: `${userId}@example.com`, name: role, role, groups: ['staff'] };
    const link = { linkHash: newId('evt', sampleTimeMs), expiresAtMs: neverMs };
    await people.createUser(tenantId, { ...user, identity: null }, { ...by, link, usersMax: 10 });
    ids.push(userId);
  }
  note();
  const [owner, editor, reviewer, auditor] = ids;
  if (!owner || !editor || !reviewer || !auditor) throw new Error('there are people');
  const begin = async (userId: UserId) => {
    const sessionId = newId('ses', sampleTimeMs);
    await people.beginSession(tenantId, {
      session: {
        ...{ sessionId, userId, method: 'password', address: '192.0.2.1', userAgent: 'test' },
        ...{ createdAtMs: sampleTimeMs, expiresAtMs: neverMs },
      },
      ...{ tokenHash: newId('evt', sampleTimeMs), challengeHash: null, linkHash: null, passkey: null },
      sessionsMax: 10,
    });
    return sessionId;
  };
  const kept = await begin(owner);
  const ended = await begin(owner);
  await begin(editor);
  await begin(auditor);
  const passkey = async (userId: UserId) => {
    const passkeyId = newId('psk', sampleTimeMs);
    await people.addPasskey(
      tenantId,
      {
        ...{ passkeyId, userId, credentialId: passkeyId, publicKey: Buffer.from(passkeyId), counter: 0 },
        ...{ transports: ['usb'], name: 'ring', createdAtMs: sampleTimeMs, lastUsedAtMs: null },
      },
      { passkeysMax: 5 },
    );
    return passkeyId;
  };
  await passkey(owner);
  const removed = await passkey(owner);
  await passkey(editor);
  note();
  await people.endSessions(tenantId, owner, { ...by, only: ended, keep: null, state: 'signed_out' });
  await people.deletePasskey(tenantId, owner, { passkeyId: removed, atMs: sampleTimeMs });
  await people.setPassword(tenantId, owner, { atMs: sampleTimeMs, passwordHash: '$argon2id$x', keep: kept });
  await people.updateUser(tenantId, editor, { ...by, changes: { role: 'reviewer', groups: [] } });
  await people.updateUser(tenantId, reviewer, { ...by, changes: { status: 'disabled' } });
  await people.deleteUser(tenantId, auditor, by);
  await people.touchSession(tenantId, kept, sampleTimeMs + 60_000);
  note();
}

async function changePolicies({ policies }: Store, tenantId: TenantId, note: () => void): Promise<void> {
  for (const word of ['first', 'second']) {
    const policy = guardrailPolicySchema.parse({
      guardrails: [
        { name: word, check: 'words', stage: 'input', action: 'block', settings: { words: [word] } },
      ],
    });
    const row = { version: word, policy, createdAtMs: sampleTimeMs, createdBy: null };
    await policies.putPolicy(tenantId, row as Parameters<typeof policies.putPolicy>[1], null);
    note();
  }
}
