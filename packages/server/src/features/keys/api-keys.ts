import { allGroups, type apiKeyCreateRequestSchema, apiKeyLimits, publishableScopes } from '@avow/contract';
import type { KeyId, TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { z } from 'zod';
import type { KeyRow, Page } from './access-store.ts';
import { type Granter, requireGroups, requireScopes } from './grant.ts';
import { keyStatusOf } from './key-status.ts';
import { createKey, type IssuedKey, type KeyParts, rotateKey } from './manage-keys.ts';

/** The keys of a tenant, as those may manage them whose own rights suffice. */
export interface ApiKeys {
  create(
    tenantId: TenantId,
    given: z.output<typeof apiKeyCreateRequestSchema>,
    by: Granter,
  ): Promise<IssuedKey>;
  list(tenantId: TenantId, page: Page<KeyId>): Promise<KeyRow[]>;
  get(tenantId: TenantId, keyId: KeyId): Promise<KeyRow>;
  rotate(
    tenantId: TenantId,
    keyId: KeyId,
    options: { readonly overlapHours: number; readonly by: Granter },
  ): Promise<IssuedKey>;
  revoke(tenantId: TenantId, keyId: KeyId, by: Granter): Promise<void>;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;

export function createApiKeys(parts: KeyParts): ApiKeys {
  const { access, clock } = parts;

  async function get(tenantId: TenantId, keyId: KeyId): Promise<KeyRow> {
    const key = await access.getKey(tenantId, keyId);
    if (key === null) throw new AppError('not_found');
    return key;
  }

  return {
    get,
    list: access.pageKeys,
    create: async (tenantId, given, by) => {
      const { name, mode, origins = null, expires_in_days: days } = given;
      const groups = given.groups.includes(allGroups) ? null : given.groups;
      const scopes = origins === null ? given.scopes : publishableScopes;
      requireScopes(by, scopes);
      requireGroups(by, groups);
      const nowMs = clock.nowMs();
      const active = (await access.listKeys(tenantId)).filter((key) => keyStatusOf(key, nowMs) === 'active');
      const { activeMax } = apiKeyLimits;
      if (active.length >= activeMax)
        throw new AppError('invalid_state', {
          detail: `A tenant can have ${activeMax} keys that work. Revoke one first.`,
        });
      const key = { tenantId, name, mode, scopes, groups, origins, expiresAtMs: nowMs + days * dayMs };
      return await createKey(parts, key, by.actor);
    },
    rotate: async (tenantId, keyId, { overlapHours, by }) => {
      const old = await get(tenantId, keyId);
      requireScopes(by, old.scopes);
      requireGroups(by, old.groups);
      const status = keyStatusOf(old, clock.nowMs());
      if (status !== 'active')
        throw new AppError('invalid_state', { detail: `The key is ${status}: create a new one.` });
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
