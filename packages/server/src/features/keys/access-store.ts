import type { Scope } from '@avow/contract/roles';
import type { CallerId, KeyId, PackId, TenantId } from '@avow/foundation';

/** Who acts, as recorded on the log; `operator` for the command line. */
export type Actor = CallerId | 'operator';

/** Who did something, and when. */
export interface Attribution {
  readonly atMs: number;
  readonly actor: Actor;
}

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
  /** The 12 readable characters of the key, by which its row is found. */
  readonly publicId: string;
  readonly secretHmac: string;
  readonly mode: 'live' | 'test';
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The groups that requests with the key may name; null: any, as keys could before they named groups. */
  readonly groups: readonly string[] | null;
  /** The origins of the pages that may use the key, if it is publishable; null: it is secret. */
  readonly origins: readonly string[] | null;
  /** The packs that visitors may ask, if it is publishable; null: it is secret. */
  readonly packIds: readonly PackId[] | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly revokedAtMs: number | null;
  /** The key that this one replaces, if it came from a rotation. */
  readonly rotatedFrom: KeyId | null;
}

/** What can be changed of a publishable key. What is left out stays. */
interface KeyChanges {
  readonly name?: string;
  readonly origins?: readonly string[];
  readonly packIds?: readonly PackId[];
}

export interface KeyWithTenant {
  readonly key: KeyRow;
  readonly tenant: Tenant;
}

/** How many rows without a seal there were. */
export interface SealedCount {
  readonly sealed: number;
  /** Of a tenant whose rows have been sealed before: somebody else wrote them. */
  readonly refused: number;
}

/** Rows that can be removed where they are not as the service wrote them. */
export const discardedKinds = ['key', 'user', 'session', 'passkey', 'policy'] as const;
export type DiscardedKind = (typeof discardedKinds)[number];

export interface ForeignRow {
  readonly kind: DiscardedKind;
  /** Of a policy, the revision. */
  readonly id: string;
}

/** `genuine`: it is as the service wrote it, and stays. */
export type DiscardOutcome = 'discarded' | 'unknown' | 'genuine';

/** Part of a list, newest first: entries before this one. */
export interface PageOfRows<Id> {
  readonly before: Id | null;
  readonly limit: number;
}

/**
 * Tenants and keys. Without a tenant are only look-ups that come before it is known: `findKey`, which determines it, and
 * `listKeyOrigins`, since browsers ask whether they may send a key before they send it. A change by somebody is on the tenant's log in the same commit; without an attribution it is a part of setting up, and not on the log.
 */
export interface AccessStore {
  /** `name_taken`: another tenant has that name. */
  createTenant(tenant: Tenant, by?: Attribution): Promise<'created' | 'name_taken'>;
  listTenants(): Promise<Tenant[]>;
  pageTenants(page: PageOfRows<TenantId>): Promise<Tenant[]>;
  getTenant(tenantId: TenantId): Promise<Tenant | null>;
  findTenantByName(name: string): Promise<Tenant | null>;
  setTenantStatus(tenantId: TenantId, status: Tenant['status'], by?: Attribution): Promise<boolean>;
  /**
   * Seals the rows of a release that had no seals, as they are found, and once for a tenant. Until then such a tenant is
   * suspended, and its keys and people are not known.
   */
  sealUnsealed(tenantId: TenantId, by: Attribution): Promise<SealedCount>;
  /** Removes a row that says who may do what and that somebody else wrote or changed; what belongs to a person goes with them. */
  discardRow(tenantId: TenantId, row: ForeignRow, by: Attribution): Promise<DiscardOutcome>;

  findKey(publicId: string): Promise<KeyWithTenant | null>;
  /** The origins of all publishable keys that work. */
  listKeyOrigins(nowMs: number): Promise<ReadonlySet<string>>;
  insertKey(tenantId: TenantId, key: KeyRow, by?: Attribution): Promise<void>;
  listKeys(tenantId: TenantId): Promise<KeyRow[]>;
  pageKeys(tenantId: TenantId, page: PageOfRows<KeyId>): Promise<KeyRow[]>;
  getKey(tenantId: TenantId, keyId: KeyId): Promise<KeyRow | null>;
  /** Of a publishable key. Null: the tenant has no such key. */
  changeKey(
    tenantId: TenantId,
    keyId: KeyId,
    change: { readonly changes: KeyChanges; readonly by: Attribution },
  ): Promise<KeyRow | null>;
  /** False: the tenant has no such key. Revoking twice keeps the first time, and is on the log once. */
  revokeKey(tenantId: TenantId, keyId: KeyId, atMs: number, by?: Attribution): Promise<boolean>;
  /** Emits an event for each key that expires soon and has not been announced, at most `limit`; returns how many were found. */
  noteExpiringKeys(nowMs: number, limit: number): Promise<number>;
  /** One commit: the new key is inserted, and the old one expires at `oldExpiresAtMs` or earlier. False: no such key. */
  rotateKey(
    tenantId: TenantId,
    keyId: KeyId,
    next: { readonly key: KeyRow; readonly oldExpiresAtMs: number; readonly by?: Attribution },
  ): Promise<boolean>;
}
