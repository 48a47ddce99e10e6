import type { KeyObject } from 'node:crypto';
import { defaultScopes } from '@avow/contract/roles';
import { AppError, newId, systemClock } from '@avow/foundation';
import { createPerson } from '../people/people.ts';
import type { PeopleStore } from '../people/people-store.ts';
import { linkToWire } from '../people/people-wire.ts';
import { publicAddressOf } from '../people/public-address.ts';
import type { AccessStore, Tenant } from './access-store.ts';
import { createKey, type KeyIssuing } from './keys.ts';

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

/** The first person of a demonstration; they can be invited under another address later. */
const owner = { email: 'owner@localhost', name: 'Owner', role: 'owner', groups: [], actor: '' } as const;

/** A one-time link for the owner of the demonstration; null if nobody can sign in at this address. */
export async function createDemoOwner(
  { people: store, pepper }: { readonly people: PeopleStore; readonly pepper: KeyObject },
  { tenantId }: Tenant,
  baseUrl: string,
): Promise<string | null> {
  try {
    const { url } = publicAddressOf(baseUrl);
    const { link } = await createPerson({ store, pepper, clock: systemClock }, tenantId, owner);
    return linkToWire(link, url).url;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_state') return null;
    throw error;
  }
}
