import type { Row } from '@avow/storage';
import type { Sealed, SealedTable } from '@avow/storage/sealing';
import type { KeyRow, Tenant } from '../access-store.ts';
import { apiKeys, tenants } from './access-tables.ts';

const tenantRows = tenants.without('seal');
/** A row of `tenants`. */
export type TenantColumns = Row<typeof tenantRows>;

const keyRows = apiKeys.without('expiry_noted', 'seal');
/** A row of `api_keys`. */
export type KeyColumns = Row<typeof keyRows>;

export const tenantColumns = tenantRows.columns;

export const keyColumns = keyRows.columns;

export const sealedTenants: SealedTable<TenantColumns> = {
  ...{ table: 'tenants', key: ['tenant_id'], columns: tenantColumns, unlogged: [] },
};

export const sealedKeys: SealedTable<KeyColumns> = {
  ...{ table: 'api_keys', key: ['tenant_id', 'key_id'], columns: keyColumns, unlogged: [] },
};

/** The tenant of another row, under names that no other row has. */
export interface OfTenant {
  readonly tenant_name: string;
  readonly tenant_status: Tenant['status'];
  readonly tenant_created_at_ms: number;
  readonly tenant_revision: number;
  readonly tenant_seal: string | null;
}

/** What a SELECT names of it. */
export const selectTenant = `tenants.name AS tenant_name, tenants.status AS tenant_status,
  tenants.created_at_ms AS tenant_created_at_ms, tenants.revision AS tenant_revision, tenants.seal AS tenant_seal`;

export function tenantOf(row: OfTenant & Pick<TenantColumns, 'tenant_id'>): Sealed<TenantColumns> {
  return {
    ...{ tenant_id: row.tenant_id, name: row.tenant_name, status: row.tenant_status },
    ...{ created_at_ms: row.tenant_created_at_ms, revision: row.tenant_revision, seal: row.tenant_seal },
  };
}

const ownTenants = tenantRows.without('revision');

export function encodeTenant(tenant: Tenant): TenantColumns {
  return { ...ownTenants.encode(tenant), revision: 0 };
}

export const decodeTenant: (row: TenantColumns) => Tenant = ownTenants.decode;

const ownKeys = keyRows.without('revision');

export function encodeKey(key: KeyRow): KeyColumns {
  return { ...ownKeys.encode(key), revision: 0 };
}

export const decodeKey: (row: KeyColumns) => KeyRow = ownKeys.decode;
