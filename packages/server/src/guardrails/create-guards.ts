import type { GuardrailPolicy } from '@avow/contract';
import type { Clock } from '../clock/clock.ts';
import type { Guard, Guards } from '../interfaces/guard.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { PolicyStore, StoredPolicy } from '../interfaces/policy-store.ts';
import type { CheckParts } from './checks/check-builder.ts';
import { compilePolicy } from './compile-policy.ts';
import { createGuard } from './create-guard.ts';
import { builtInVersion } from './policy-version.ts';

/** A policy that was put elsewhere is in force within a second: half of it for this, half for the way. */
const keptMs = 500;
const guardsKeptMax = 1_000;

interface Kept {
  readonly guard: Promise<Guard>;
  readonly untilMs: number;
}

/** The guards of all tenants: each its own policy, and those without one that which comes with the service. */
export function createGuards(given: {
  readonly policies: PolicyStore;
  readonly builtIn: GuardrailPolicy;
  readonly parts: CheckParts;
  readonly clock: Clock;
}): Guards & { forget(tenantId: TenantId): void } {
  const { policies, builtIn, parts, clock } = given;
  const builtInGuard = createGuard(compilePolicy(builtIn, builtInVersion(builtIn), parts).policy);
  const kept = new Map<TenantId, Kept>();
  /** By version: to make a guard takes longer than to see that it is still the same. */
  const made = new Map<string, Guard>();

  function guardOf(tenantId: TenantId, stored: StoredPolicy | null): Guard {
    if (stored === null || stored.policy === null) return builtInGuard;
    const key = `${tenantId} ${stored.version}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const guard = createGuard(compilePolicy(stored.policy, stored.version, parts).policy);
    if (made.size >= guardsKeptMax) made.clear();
    made.set(key, guard);
    return guard;
  }

  return {
    inForce: (tenantId) => {
      const nowMs = clock.nowMs();
      const known = kept.get(tenantId);
      if (known !== undefined && known.untilMs > nowMs) return known.guard;
      const guard = policies.currentPolicy(tenantId).then((stored) => guardOf(tenantId, stored));
      if (kept.size >= guardsKeptMax) kept.clear();
      kept.set(tenantId, { guard, untilMs: nowMs + keptMs });
      // What could not be read is not kept: the next query asks again.
      guard.catch(() => kept.delete(tenantId));
      return guard;
    },
    ofVersion: async (tenantId, version) => {
      if (version === builtInGuard.policyVersion) return builtInGuard;
      const stored = await policies.findPolicy(tenantId, version);
      return stored === null
        ? guardOf(tenantId, await policies.currentPolicy(tenantId))
        : guardOf(tenantId, stored);
    },
    forget: (tenantId) => {
      kept.delete(tenantId);
    },
  };
}
