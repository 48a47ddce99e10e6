import { AppError, newId, type TenantId } from '@avow/foundation';
import { createPerson, type IssuedLink } from '../people/people.ts';
import type { PeopleStore, User } from '../people/people-store.ts';
import type { Actor, DiscardOutcome, ForeignRow, ListPage, Tenant } from './access-store.ts';
import type { KeyIssuing } from './keys.ts';

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
  list(page: ListPage<TenantId>): Promise<Tenant[]>;
  listAll(): Promise<Tenant[]>;
  get(tenantId: TenantId): Promise<Tenant>;
  setStatus(tenantId: TenantId, status: Tenant['status'], by: Actor): Promise<Tenant>;
  /** Removes a row of the tenant that the service did not write. */
  discardRow(tenantId: TenantId, row: ForeignRow, by: Actor): Promise<DiscardOutcome>;
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
      return { tenant, owner: await createPerson(parts, tenant.tenantId, first) };
    },
    discardRow: (tenantId, row, actor) => access.discardRow(tenantId, row, { atMs: clock.nowMs(), actor }),
    setStatus: async (tenantId, status, actor) => {
      if (!(await access.setTenantStatus(tenantId, status, { atMs: clock.nowMs(), actor })))
        throw new AppError('not_found');
      return await get(tenantId);
    },
  };
}
