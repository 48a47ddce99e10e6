import { defaultScopes } from '@avow/contract';
import { AppError, newId, type TenantId } from '@avow/foundation';
import type { PeopleStore, User } from '../people/people-store.ts';
import { createUser, type IssuedLink } from '../people/users.ts';
import type { AccessStore, Page, Tenant } from './access-store.ts';
import type { Actor } from './attribution.ts';
import { createKey, type KeyIssuing } from './keys.ts';

/** The tenants of the installation, for an operator. */
export interface Tenants {
  create(
    given: {
      readonly name: string;
      readonly owner: { readonly email: string; readonly name: string } | null;
    },
    by: Actor,
  ): Promise<{
    readonly tenant: Tenant;
    readonly owner: { readonly user: User; readonly link: IssuedLink } | null;
  }>;
  list(page: Page<TenantId>): Promise<Tenant[]>;
  listAll(): Promise<Tenant[]>;
  get(tenantId: TenantId): Promise<Tenant>;
  setStatus(tenantId: TenantId, status: Tenant['status'], by: Actor): Promise<Tenant>;
}

export function createTenants({
  access,
  people,
  clock,
  pepper,
}: KeyIssuing & { readonly people: PeopleStore }): Tenants {
  async function get(tenantId: TenantId): Promise<Tenant> {
    const tenant = await access.getTenant(tenantId);
    if (tenant === null) throw new AppError('not_found');
    return tenant;
  }
  return {
    get,
    list: access.pageTenants,
    listAll: access.listTenants,
    create: async ({ name, owner }, actor) => {
      const atMs = clock.nowMs();
      const tenant: Tenant = { tenantId: newId('ten', atMs), name, status: 'active', createdAtMs: atMs };
      if ((await access.createTenant(tenant, { atMs, actor })) === 'name_taken')
        throw new AppError('invalid_state', { detail: 'Another tenant already has this name.' });
      if (owner === null) return { tenant, owner: null };
      const first = { ...owner, role: 'owner', groups: [], actor } as const;
      const parts = { store: people, clock, pepper };
      return { tenant, owner: await createUser(parts, tenant.tenantId, first) };
    },
    setStatus: async (tenantId, status, actor) => {
      if (!(await access.setTenantStatus(tenantId, status, { atMs: clock.nowMs(), actor })))
        throw new AppError('not_found');
      return await get(tenantId);
    },
  };
}

const demoName = 'demo';
const dayMs = 86_400_000;

/**
 * Creates the tenant of the demonstration in an installation that has no tenants. Its key is created later, when it can
 * be shown: a start that fails leaves a tenant without a key, which the next start continues with. Null if there are
 * other tenants, or the demonstration is complete.
 */
export async function ensureDemoTenant(access: AccessStore, nowMs: number): Promise<Tenant | null> {
  const tenants = await access.listTenants();
  const [first] = tenants;
  if (first !== undefined) {
    const isUnfinished =
      tenants.length === 1 && first.name === demoName && (await access.listKeys(first.tenantId)).length === 0;
    return isUnfinished ? first : null;
  }
  const tenant: Tenant = {
    tenantId: newId('ten', nowMs),
    name: demoName,
    status: 'active',
    createdAtMs: nowMs,
  };
  await access.createTenant(tenant, { atMs: nowMs, actor: 'operator' });
  return tenant;
}

/** The text of a new key for the demonstration. */
export async function createDemoKey(issuing: KeyIssuing, { tenantId }: Tenant): Promise<string> {
  const expiresAtMs = issuing.clock.nowMs() + 365 * dayMs;
  const key = {
    tenantId,
    name: 'demonstration',
    mode: 'test' as const,
    scopes: defaultScopes,
    groups: [],
    expiresAtMs,
  };
  return (await createKey(issuing, key, 'operator')).text;
}
