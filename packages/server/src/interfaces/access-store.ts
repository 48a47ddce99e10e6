import type { Scope } from '@avow/contract';
import type { KeyId, TenantId } from './identity.ts';

export interface Tenant {
  readonly tenantId: TenantId;
  readonly name: string;
  readonly status: 'active' | 'suspended';
  readonly createdAtMs: number;
}

/** An API key as stored: never the secret, only its HMAC under the pepper. */
export interface KeyRow {
  readonly keyId: KeyId;
  readonly tenantId: TenantId;
  /** The 12 characters that stand in the key in clear and find its row. */
  readonly publicId: string;
  readonly secretHmac: string;
  readonly mode: 'live' | 'test';
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly revokedAtMs: number | null;
  /** The key this one replaces, where it came from a rotation. */
  readonly rotatedFrom: KeyId | null;
}

export interface KeyWithTenant {
  readonly key: KeyRow;
  readonly tenant: Tenant;
}

/** Tenants and keys. `findKey` is the one look-up that starts without a tenant: it is how the tenant is learnt. */
export interface AccessStore {
  /** `name_taken` where another tenant has that name. */
  createTenant(tenant: Tenant): Promise<'created' | 'name_taken'>;
  listTenants(): Promise<Tenant[]>;
  getTenant(tenantId: TenantId): Promise<Tenant | null>;
  findTenantByName(name: string): Promise<Tenant | null>;
  setTenantStatus(tenantId: TenantId, status: Tenant['status']): Promise<boolean>;

  findKey(publicId: string): Promise<KeyWithTenant | null>;
  insertKey(tenantId: TenantId, key: KeyRow): Promise<void>;
  listKeys(tenantId: TenantId): Promise<KeyRow[]>;
  /** False where the tenant has no such key. Revoking twice keeps the first time. */
  revokeKey(tenantId: TenantId, keyId: KeyId, atMs: number): Promise<boolean>;
  /** One commit: the new key is inserted, and the old one expires at `oldExpiresAtMs` or before. False: no such key. */
  rotateKey(
    tenantId: TenantId,
    keyId: KeyId,
    next: { readonly key: KeyRow; readonly oldExpiresAtMs: number },
  ): Promise<boolean>;
}
