import type { KeyObject } from 'node:crypto';
import type { Clock, TenantId } from '@avow/foundation';
import { AppError, newId } from '@avow/foundation';
import type { AccessStore, Page, Tenant } from '../keys/access-store.ts';
import type { Actor } from '../keys/attribution.ts';
import type { PeopleStore, User } from './people-store.ts';
import { createUser, type IssuedLink } from './users.ts';

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
  get(tenantId: TenantId): Promise<Tenant>;
  setStatus(tenantId: TenantId, status: Tenant['status'], by: Actor): Promise<Tenant>;
}

export interface TenantsParts {
  readonly access: AccessStore;
  readonly people: PeopleStore;
  readonly clock: Clock;
  readonly pepper: KeyObject;
}

export function createTenants({ access, people, clock, pepper }: TenantsParts): Tenants {
  async function get(tenantId: TenantId): Promise<Tenant> {
    const tenant = await access.getTenant(tenantId);
    if (tenant === null) throw new AppError('not_found');
    return tenant;
  }
  return {
    get,
    list: access.pageTenants,
    create: async ({ name, owner }, actor) => {
      const atMs = clock.nowMs();
      const tenant: Tenant = { tenantId: newId('ten', atMs), name, status: 'active', createdAtMs: atMs };
      if ((await access.createTenant(tenant, { atMs, actor })) === 'name_taken')
        throw new AppError('invalid_state', { detail: 'Another tenant has this name.' });
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
