import type { GuardrailPolicy } from '@avow/contract/guardrails';
import type { Clock, TenantId } from '@avow/foundation';
import { isFresh } from '@avow/foundation';
import { runSteps, runStepsSync } from '@avow/foundation/concurrency';
import type { CheckDependencies } from './checks/check-builder.ts';
import { compilePolicy } from './compile-policy.ts';
import { completePolicy } from './complete-policy.ts';
import { createGuard } from './create-guard.ts';
import { createOutcomeCache } from './create-outcome-cache.ts';
import type { Guard, Guards } from './guard.ts';
import type { Policy } from './guardrail.ts';
import type { PolicyStore, StoredPolicy } from './policy-store.ts';
import { builtInVersion } from './policy-version.ts';

/** A policy that another process sets must be in force within a second: half of it for this cache, half for the reading. */
const keptMs = 500;
const guardsKeptMax = 1_000;
/** The current policy, and the previous one for queries still in progress. Few, since a guard may have long lists of words. */
const guardsPerTenantMax = 2;

interface Kept {
  readonly guard: Promise<Guard>;
  readonly readAtMs: number;
}

/** A promise, so that callers that arrive during compilation wait for the same guard. */
interface Made {
  readonly version: string;
  /** Null: it is built in, in this release or an earlier one, or its number is not known yet. */
  readonly revision: number | null;
  readonly guard: Promise<Guard>;
}

async function atRevision(made: Promise<Guard>, revision: number): Promise<Guard> {
  return { ...(await made), policyRevision: revision };
}

/** The guards of all tenants: each with its own policy, or with the built-in one. */
export function createGuards(given: {
  readonly policies: PolicyStore;
  readonly builtIn: GuardrailPolicy;
  readonly parts: CheckDependencies;
  readonly clock: Clock;
}): Guards & {
  /** The guard of exactly the policy that a record was made under, even an earlier built-in one; null: it is not stored. */
  ofRecord(tenantId: TenantId, version: string): Promise<Guard | null>;
  /** Puts a compiled policy in force for the tenant; null: the one in the store is read again. */
  change(tenantId: TenantId, policy: Policy | null): void;
  /** Drops all cached outcomes of the tenant, after something of theirs was erased. */
  clearOutcomes(tenantId: TenantId): void;
  /** Compiles every policy again when it is next needed: a part that checks use is another. */
  recompile(): void;
} {
  const { policies, builtIn, parts, clock } = given;
  const compileBuiltIn = () => runStepsSync(compilePolicy(builtIn, builtInVersion(builtIn), parts)).policy;
  let builtInPolicy = compileBuiltIn();
  let outcomes = createOutcomeCache();
  const kept = new Map<TenantId, Kept>();
  /** Guards are expensive to compile, so they are kept by version. The most recently used come last. */
  const made = new Map<TenantId, readonly Made[]>();

  function guardOf(tenantId: TenantId, stored: StoredPolicy | null): Promise<Guard> {
    const own = stored === null || stored.policy === null ? null : completePolicy(stored.policy);
    const [version, revision] =
      stored === null || own === null ? [builtInPolicy.version, null] : [stored.version, stored.revision];
    return guardBy(tenantId, own, { version, revision });
  }

  /** Null: the current built-in policy. */
  function guardBy(
    tenantId: TenantId,
    policy: GuardrailPolicy | null,
    { version, revision }: Omit<Made, 'guard'>,
  ): Promise<Guard> {
    const known = made.get(tenantId)?.find((one) => one.version === version);
    if (known !== undefined && known.revision === revision) return keep(tenantId, known);
    // The same policy may be set again: it is not compiled again, and another entry of the log says so.
    const compiled = known?.guard ?? make(tenantId, policy, version);
    const guard = revision === null ? compiled : atRevision(compiled, revision);
    return keep(tenantId, { version, revision, guard });
  }

  async function make(tenantId: TenantId, policy: GuardrailPolicy | null, version: string): Promise<Guard> {
    const compiled =
      policy === null ? builtInPolicy : (await runSteps(compilePolicy(policy, version, parts))).policy;
    return createGuard(compiled, { outcomes, owner: tenantId });
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
      // A failed read is not cached: the next query tries again.
      guard.catch(() => kept.delete(tenantId));
      return guard;
    },
    ofVersion: async (tenantId, version) => {
      // What is stored under a version never changes.
      const known = made.get(tenantId)?.find((one) => one.version === version);
      if (version === builtInPolicy.version) return guardOf(tenantId, null);
      if (known !== undefined && known.revision !== null) return keep(tenantId, known);
      const stored = await policies.findPolicy(tenantId, version);
      return guardOf(tenantId, stored ?? (await policies.currentPolicy(tenantId)));
    },
    ofRecord: async (tenantId, version) => {
      if (version === builtInPolicy.version) return guardOf(tenantId, null);
      const builtInThen = await policies.findBuiltIn(version);
      if (builtInThen !== null)
        return guardBy(tenantId, completePolicy(builtInThen), { version, revision: null });
      const stored = await policies.findPolicy(tenantId, version);
      // The row names a built-in policy by version only, and that policy is not stored.
      return stored === null || stored.policy === null ? null : guardOf(tenantId, stored);
    },
    change: (tenantId, policy) => {
      kept.delete(tenantId);
      if (policy === null) return;
      const guard = createGuard(policy, { outcomes, owner: tenantId });
      keep(tenantId, { version: policy.version, revision: null, guard: Promise.resolve(guard) });
    },
    clearOutcomes: (tenantId) => outcomes.clear(tenantId),
    recompile: () => {
      builtInPolicy = compileBuiltIn();
      outcomes = createOutcomeCache();
      made.clear();
      kept.clear();
    },
  };
}
