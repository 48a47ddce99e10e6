import type { KeyObject } from 'node:crypto';
import {
  type apiKeyCreateRequestSchema,
  apiKeyLimits,
  type apiKeyUpdateRequestSchema,
  publishableScopes,
} from '@avow/contract/access';
import { allGroups, scopes as allScopes, type Scope } from '@avow/contract/roles';
import {
  AppError,
  type CallerId,
  type Clock,
  type KeyId,
  newId,
  type PackId,
  type TenantId,
} from '@avow/foundation';
import type { z } from 'zod';
import type { AccessStore, Actor, KeyRow, PageOfRows } from './access-store.ts';
import { generateKey, type KeyStatus, keyKind, keyStatusOf, secretHmac } from './api-key.ts';
import { findKeyPacks, findNamedPack, type KnownPacks } from './key-packs.ts';

/** Who is asking, as determined by the key or the session and nothing else in the request. */
export interface Principal {
  readonly tenantId: TenantId;
  readonly callerId: CallerId;
  readonly scopes: ReadonlySet<Scope>;
  /** The groups that the caller may name in a question; null: any. */
  readonly groups: readonly string[] | null;
  /** The origins of the pages that may use the key, if it is publishable; null: the caller has a secret, or is a person. */
  readonly origins: readonly string[] | null;
  /** The packs that visitors with a publishable key may ask; null: the caller may ask all. */
  readonly packIds: readonly PackId[] | null;
}

/** Checked before anything is looked up on the caller's behalf. */
export function requireScope(principal: Principal, scope: Scope): void {
  if (principal.scopes.has(scope)) return;
  throw new AppError('insufficient_scope', { detail: `This caller lacks the scope ${scope}.` });
}

/** The keys of a tenant, as those may manage them whose own rights suffice. */
export interface ApiKeys {
  create(
    tenantId: TenantId,
    given: z.output<typeof apiKeyCreateRequestSchema>,
    by: Granter,
  ): Promise<IssuedKey>;
  list(tenantId: TenantId, page: PageOfRows<KeyId>): Promise<KeyRow[]>;
  listAll(tenantId: TenantId): Promise<KeyRow[]>;
  get(tenantId: TenantId, keyId: KeyId): Promise<KeyRow>;
  /** Whether it works now. */
  statusOf(key: KeyRow): KeyStatus;
  /** A pack that a key can be bound to, by id or name. */
  findPack(tenantId: TenantId, wanted: string): Promise<PackId | null>;
  /** Of a publishable key: its name, its origins, its packs. */
  change(
    tenantId: TenantId,
    keyId: KeyId,
    change: { readonly given: z.output<typeof apiKeyUpdateRequestSchema>; readonly by: Granter },
  ): Promise<KeyRow>;
  rotate(
    tenantId: TenantId,
    keyId: KeyId,
    options: { readonly overlapHours: number; readonly by: Granter },
  ): Promise<IssuedKey>;
  revoke(tenantId: TenantId, keyId: KeyId, by: Granter): Promise<void>;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** What keys are issued with. */
export interface KeyIssuing {
  readonly access: AccessStore;
  readonly pepper: KeyObject;
  readonly clock: Clock;
}

export function createApiKeys(parts: KeyIssuing & { readonly content: KnownPacks }): ApiKeys {
  const { access, clock, content } = parts;

  async function get(tenantId: TenantId, keyId: KeyId): Promise<KeyRow> {
    const key = await access.getKey(tenantId, keyId);
    if (key === null) throw new AppError('not_found');
    return key;
  }

  return {
    get,
    statusOf: (key) => keyStatusOf(key, clock.nowMs()),
    list: access.pageKeys,
    listAll: access.listKeys,
    findPack: (tenantId, wanted) => findNamedPack(content, tenantId, wanted),
    create: async (tenantId, given, by) => {
      const { name, mode, origins = null, content_pack_ids: packs = [], expires_in_days: days } = given;
      const groups = given.groups.includes(allGroups) ? null : given.groups;
      const scopes = origins === null ? given.scopes : publishableScopes;
      requireScopes(by, scopes);
      requireGroups(by, groups);
      const packIds = await findKeyPacks(content, tenantId, packs);
      const nowMs = clock.nowMs();
      const active = (await access.listKeys(tenantId)).filter((key) => keyStatusOf(key, nowMs) === 'active');
      const { activeMax } = apiKeyLimits;
      if (active.length >= activeMax)
        throw new AppError('invalid_state', {
          detail: `A tenant can have ${activeMax} keys that work. Revoke one first.`,
        });
      const expiresAtMs = nowMs + days * dayMs;
      const key = { tenantId, name, mode, scopes, groups, origins, packIds, expiresAtMs };
      return await createKey(parts, key, by.actor);
    },
    change: async (tenantId, keyId, { given, by }) => {
      const key = await get(tenantId, keyId);
      requireScopes(by, key.scopes);
      if (key.origins === null)
        throw new AppError('invalid_state', { detail: 'Only publishable keys can be changed.' });
      const atMs = clock.nowMs();
      requireActive(key, atMs);
      const { name, origins, content_pack_ids: packs } = given;
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(origins === undefined ? {} : { origins }),
        ...(packs === undefined ? {} : { packIds: await findKeyPacks(content, tenantId, packs) }),
      };
      const change = { changes, by: { atMs, actor: by.actor } };
      const changed = await access.changeKey(tenantId, keyId, change);
      if (changed === null) throw new AppError('not_found');
      return changed;
    },
    rotate: async (tenantId, keyId, { overlapHours, by }) => {
      const old = await get(tenantId, keyId);
      requireScopes(by, old.scopes);
      requireGroups(by, old.groups);
      requireActive(old, clock.nowMs());
      const issued = await rotateKey(parts, old, { overlapMs: overlapHours * hourMs, actor: by.actor });
      if (issued === null) throw new AppError('not_found');
      return issued;
    },
    revoke: async (tenantId, keyId, by) => {
      const atMs = clock.nowMs();
      if (!(await access.revokeKey(tenantId, keyId, atMs, { atMs, actor: by.actor })))
        throw new AppError('not_found');
    },
  };
}

function requireActive(key: KeyRow, nowMs: number): void {
  const status = keyStatusOf(key, nowMs);
  if (status !== 'active')
    throw new AppError('invalid_state', { detail: `The key is ${status}: create a new one.` });
}

interface NewKey {
  readonly tenantId: TenantId;
  readonly name: string;
  readonly mode: KeyRow['mode'];
  readonly scopes: readonly Scope[];
  readonly groups: KeyRow['groups'];
  /** Makes it publishable. */
  readonly origins?: KeyRow['origins'];
  /** Of a publishable key; none if it is left out. */
  readonly packIds?: KeyRow['packIds'];
  readonly expiresAtMs: number;
}

/** A new key: the only time that its text is available. */
export interface IssuedKey {
  readonly row: KeyRow;
  readonly text: string;
}

function issue(parts: KeyIssuing, key: NewKey, rotatedFrom: KeyId | null): IssuedKey {
  const origins = key.origins ?? null;
  const generated = generateKey(keyKind({ ...key, origins }));
  const createdAtMs = parts.clock.nowMs();
  const row: KeyRow = {
    ...key,
    origins,
    packIds: origins === null ? null : (key.packIds ?? []),
    keyId: newId('key', createdAtMs),
    publicId: generated.publicId,
    secretHmac: secretHmac(parts.pepper, generated),
    createdAtMs,
    revokedAtMs: null,
    rotatedFrom,
  };
  return { row, text: generated.text };
}

/** Without an actor, the key is a part of setting up, and is not on the log. */
export async function createKey(parts: KeyIssuing, key: NewKey, actor?: Actor): Promise<IssuedKey> {
  const issued = issue(parts, key, null);
  await parts.access.insertKey(key.tenantId, issued.row, by(issued, actor));
  return issued;
}

function by({ row }: IssuedKey, actor: Actor | undefined) {
  return actor === undefined ? undefined : { atMs: row.createdAtMs, actor };
}

/** Issues a successor with the same rights and lifetime. The old key stays valid during the overlap, so that nobody is cut off. */
export async function rotateKey(
  parts: KeyIssuing,
  old: KeyRow,
  { overlapMs, actor }: { readonly overlapMs: number; readonly actor?: Actor },
): Promise<IssuedKey | null> {
  const nowMs = parts.clock.nowMs();
  const { tenantId, name, mode, scopes, groups, origins, packIds } = old;
  const expiresAtMs = nowMs + (old.expiresAtMs - old.createdAtMs);
  const same = { tenantId, name, mode, scopes, groups, origins, packIds };
  const issued = issue(parts, { ...same, expiresAtMs }, old.keyId);
  const rotated = await parts.access.rotateKey(tenantId, old.keyId, {
    key: issued.row,
    oldExpiresAtMs: nowMs + overlapMs,
    ...(actor === undefined ? {} : { by: { atMs: nowMs, actor } }),
  });
  return rotated ? issued : null;
}

/** Somebody who gives rights to others: never more than they have themselves. */
export interface Granter {
  readonly actor: Actor;
  readonly scopes: ReadonlySet<Scope>;
  /** Null: any. */
  readonly groups: readonly string[] | null;
}

/** The command line acts for the operator, who may give any right. */
export const operator: Granter = { actor: 'operator', scopes: new Set(allScopes), groups: null };

export function requireScopes({ scopes }: Granter, granted: readonly Scope[]): void {
  const lacking = granted.filter((scope) => !scopes.has(scope));
  if (lacking.length === 0) return;
  throw new AppError('insufficient_scope', {
    detail: `This needs scopes that the caller lacks: ${lacking.join(', ')}.`,
  });
}

export function requireGroups({ groups }: Granter, granted: readonly string[] | null): void {
  if (groups === null) return;
  if (granted?.every((group) => groups.includes(group)) === true) return;
  throw new AppError('insufficient_scope', {
    detail: 'The caller may only give groups that it may name itself.',
  });
}
