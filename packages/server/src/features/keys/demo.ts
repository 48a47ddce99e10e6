import { defaultScopes } from '@avow/contract';
import { newId } from '@avow/foundation';
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
