import type { GuardrailPolicy } from '@avow/contract';
import type { Clock } from '../clock/clock.ts';
import { isFresh } from '../clock/is-fresh.ts';
import type { Guard, Guards } from '../interfaces/guard.ts';
import type { Policy } from '../interfaces/guardrail.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { PolicyStore, StoredPolicy } from '../interfaces/policy-store.ts';
import type { CheckParts } from './checks/check-builder.ts';
import { compilePolicy } from './compile-policy.ts';
import { completePolicy } from './complete-policy.ts';
import { createGuard } from './create-guard.ts';
import { createOutcomeMemory } from './create-outcome-memory.ts';
import { builtInVersion } from './policy-version.ts';
import { finishSteps, takeTurns } from './take-turns.ts';

/** A policy that was put elsewhere is in force within a second: half of it for this, half for the way. */
const keptMs = 500;
const guardsKeptMax = 1_000;
/** The policy in force, and the one before it for what still waits: a guard may hold long lists of words. */
const guardsPerTenantMax = 2;

interface Kept {
  readonly guard: Promise<Guard>;
  readonly readAtMs: number;
}

/** It may still be in the making: whoever comes meanwhile waits for the same. */
interface Made {
  readonly version: string;
  readonly guard: Promise<Guard>;
}

/** The guards of all tenants: each its own policy, and those without one that which comes with the service. */
export function createGuards(given: {
  readonly policies: PolicyStore;
  readonly builtIn: GuardrailPolicy;
  readonly parts: CheckParts;
  readonly clock: Clock;
}): Guards & {
  /** The very one that a record was made under, also where another came with the service since; null: it is not there. */
  onRecord(tenantId: TenantId, version: string): Promise<Guard | null>;
  /** The policy of the tenant is this from here on, or the built-in one; where it is known already, ready for use. */
  change(tenantId: TenantId, policy: Policy | null): void;
  /** What was found of the tenant's texts: something of theirs was erased. */
  forget(tenantId: TenantId): void;
} {
  const { policies, builtIn, parts, clock } = given;
  const builtInPolicy = finishSteps(compilePolicy(builtIn, builtInVersion(builtIn), parts)).policy;
  const memory = createOutcomeMemory();
  const kept = new Map<TenantId, Kept>();
  /** To make a guard takes longer than to see that it is still the same. Those used last come last. */
  const made = new Map<TenantId, readonly Made[]>();

  function guardOf(tenantId: TenantId, stored: StoredPolicy | null): Promise<Guard> {
    const policy = stored === null || stored.policy === null ? null : completePolicy(stored.policy);
    const version = stored === null || policy === null ? builtInPolicy.version : stored.version;
    return guardBy(tenantId, policy, version);
  }

  /** Null: by the policy that comes with the service now. */
  function guardBy(tenantId: TenantId, policy: GuardrailPolicy | null, version: string): Promise<Guard> {
    const known = made.get(tenantId)?.find((one) => one.version === version);
    return keep(tenantId, known ?? { version, guard: make(tenantId, policy, version) });
  }

  async function make(tenantId: TenantId, policy: GuardrailPolicy | null, version: string): Promise<Guard> {
    const compiled =
      policy === null ? builtInPolicy : (await takeTurns(compilePolicy(policy, version, parts))).policy;
    return createGuard(compiled, { memory, owner: tenantId });
  }

  function keep(tenantId: TenantId, one: Made): Promise<Guard> {
    const others = (made.get(tenantId) ?? []).filter(({ version }) => version !== one.version);
    made.delete(tenantId);
    if (made.size >= guardsKeptMax) made.delete(made.keys().next().value as TenantId);
    made.set(tenantId, [...others.slice(1 - guardsPerTenantMax), one]);
    return one.guard;
  }

  return {
    inForce: (tenantId) => {
      const nowMs = clock.nowMs();
      const known = kept.get(tenantId);
      if (known !== undefined && isFresh({ ...known, keptMs }, nowMs)) return known.guard;
      const guard = policies.currentPolicy(tenantId).then((stored) => guardOf(tenantId, stored));
      if (kept.size >= guardsKeptMax) kept.clear();
      kept.set(tenantId, { guard, readAtMs: nowMs });
      // What could not be read is not kept: the next query asks again.
      guard.catch(() => kept.delete(tenantId));
      return guard;
    },
    ofVersion: async (tenantId, version) => {
      if (version === builtInPolicy.version) return guardOf(tenantId, null);
      const stored = await policies.findPolicy(tenantId, version);
      return guardOf(tenantId, stored ?? (await policies.currentPolicy(tenantId)));
    },
    onRecord: async (tenantId, version) => {
      if (version === builtInPolicy.version) return guardOf(tenantId, null);
      const builtInThen = await policies.findBuiltIn(version);
      if (builtInThen !== null) return guardBy(tenantId, completePolicy(builtInThen), version);
      const stored = await policies.findPolicy(tenantId, version);
      // By its version alone: the one that came with the service then is not there.
      return stored === null || stored.policy === null ? null : guardOf(tenantId, stored);
    },
    change: (tenantId, policy) => {
      kept.delete(tenantId);
      if (policy === null) return;
      const guard = createGuard(policy, { memory, owner: tenantId });
      keep(tenantId, { version: policy.version, guard: Promise.resolve(guard) });
    },
    forget: memory.forget,
  };
}
