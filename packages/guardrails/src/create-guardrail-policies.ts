import { isDeepStrictEqual } from 'node:util';
import type { GuardrailPolicy } from '@avow/contract';
import {
  AppError,
  type Clock,
  createTenantLimiter,
  newId,
  runSteps,
  runStepsSync,
  type TenantId,
} from '@avow/foundation';
import type { CheckParts } from './checks/check-builder.ts';
import { compilePolicy } from './compile-policy.ts';
import { type CountBlocks, createPolicyReader } from './create-policy-reader.ts';
import type { Policy } from './guardrail.ts';
import type { GuardrailPolicies, PolicyChange, PolicyRevision } from './guardrail-policies.ts';
import type { PolicyStore } from './policy-store.ts';
import { builtInVersion, policyDigest } from './policy-version.ts';
import { raiseThresholds } from './propose-thresholds.ts';
import { findFaults, type ReadPolicy, readPolicy } from './read-policy.ts';
import { type TrialParts, tryPolicy } from './try-policy.ts';
import type { TrialPolicy } from './try-text.ts';

export interface GuardrailPoliciesParts extends Pick<TrialParts, 'past'> {
  readonly policies: PolicyStore;
  /** The policy of tenants that have not set one. */
  readonly builtIn: GuardrailPolicy;
  readonly parts: CheckParts;
  readonly clock: Clock;
  readonly countBlocks: CountBlocks;
  /** Called after the policy of a tenant changed, with the compiled policy; null: the built-in one. */
  readonly onChanged: (tenantId: TenantId, policy: Policy | null) => void;
  readonly trialMs?: number;
}

/** If another change was written between reading and writing, this one is retried, at most this often. */
const changeTriesMax = 5;
const trialMsDefault = 20_000;
/** Overall; each tenant has one. Trials have a limit of their own, so that they never delay an urgent change. */
const trialsMax = 4;
const changesMax = 4;

type Read = Extract<ReadPolicy, { kind: 'read' }>;

export function createGuardrailPolicies(given: GuardrailPoliciesParts): GuardrailPolicies {
  const { policies, builtIn, parts, clock, past, trialMs = trialMsDefault } = given;
  const trialLimiter = createPolicyLimiter({ totalMax: trialsMax, operation: 'tried' });
  const putLimiter = createPolicyLimiter({ totalMax: changesMax, operation: 'set' });
  const createId = () => newId('grd', clock.nowMs());
  const { toRevision, inForce, get, list } = createPolicyReader(policies, builtIn, given.countBlocks);

  async function read(written: unknown, known: GuardrailPolicy, at = ''): Promise<Read> {
    const outcome = await runSteps(readPolicy(written, { parts, known, createId }));
    if (outcome.kind === 'read') return outcome;
    throw new AppError('validation_failed', {
      detail: 'The policy is not valid and was not set.',
      errors: outcome.faults.map(({ pointer, ...fault }) => ({ pointer: `${at}${pointer}`, ...fault })),
    });
  }

  async function compileWritten({ policy, version }: PolicyRevision): Promise<TrialPolicy> {
    return { written: policy, working: (await runSteps(compilePolicy(policy, version, parts))).policy };
  }

  /** `make` returns the new policy; null: the built-in one. */
  async function change(
    tenantId: TenantId,
    { createdBy, expected }: PolicyChange,
    make: (known: GuardrailPolicy, before: PolicyRevision) => Promise<Read> | null,
  ): Promise<PolicyRevision> {
    for (let tries = 0; tries < changeTriesMax; tries += 1) {
      const before = await inForce(tenantId);
      if (expected !== null && !expected.includes(before.revision)) throw outdated(before);
      const made = await make(before.policy, before);
      const policy = made?.policy ?? null;
      if (policy === null ? before.isBuiltIn : isSame(before, policy)) return before;
      const version =
        policy === null ? builtInVersion(builtIn) : `${before.revision + 1}-${policyDigest(policy)}`;
      const row = { version, policy, createdAtMs: clock.nowMs(), createdBy };
      const outcome = await policies.putPolicy(tenantId, row, before.revision);
      if (outcome.kind === 'conflict') continue;
      given.onChanged(tenantId, made?.compiled(version) ?? null);
      return toRevision({ ...row, revision: outcome.revision });
    }
    throw new AppError('invalid_state', {
      detail: 'The policy changed several times in the meantime. Read it and repeat the change.',
    });
  }

  return {
    inForce,
    get,
    list,
    put: (tenantId, written, by) =>
      putLimiter.run(tenantId, () => change(tenantId, by, (known) => read(written, known))),
    acceptThresholds: (tenantId, accepted, by) =>
      putLimiter.run(tenantId, () =>
        change(tenantId, by, (known, { proposed }) => {
          for (const [name, value] of Object.entries(accepted))
            if (!proposed.some((one) => one.name === name && one.proposed === value)) throw notProposed(name);
          return read(raiseThresholds(known, accepted), known);
        }),
      ),
    check: async (tenantId, written) => (await read(written, (await inForce(tenantId)).policy)).policy,
    faultsOf: (policy) => runStepsSync(findFaults(policy, parts)),
    reset: (tenantId, by) => change(tenantId, by, () => null),
    tryOut: (tenantId, written, subject) =>
      trialLimiter.run(tenantId, async () => {
        const current = await inForce(tenantId);
        const policy =
          written === undefined
            ? await compileWritten(current)
            : onTrial(await read(written, current.policy, '/policy'));
        return tryPolicy({ past, totalMs: trialMs }, policy, tenantId, subject);
      }),
  };
}

function onTrial({ policy, compiled }: Read): TrialPolicy {
  return { written: policy, working: compiled(`trial-${policyDigest(policy)}`) };
}

function isSame({ isBuiltIn, policy }: PolicyRevision, wanted: GuardrailPolicy): boolean {
  return !isBuiltIn && isDeepStrictEqual(policy, wanted);
}

function notProposed(name: string): AppError {
  return new AppError('invalid_state', {
    detail: `This threshold is not proposed for ${name}, or no longer. Read the policy and what is proposed now.`,
  });
}

function outdated({ revision }: PolicyRevision): AppError {
  return new AppError('precondition_failed', {
    detail: `Revision ${revision} of the policy is in force, not the one in If-Match. Read the policy and repeat the change.`,
  });
}

/** Setting or trying a policy keeps a processor busy for a while: one at a time per tenant, and a few overall. */
interface PolicyLimiter {
  /** Rejects if a limit is reached. */
  run<Result>(tenantId: TenantId, work: () => Promise<Result>): Promise<Result>;
}

const retryAfterSeconds = 1;

function createPolicyLimiter({
  totalMax,
  operation,
}: {
  readonly totalMax: number;
  readonly operation: 'set' | 'tried';
}): PolicyLimiter {
  const limiter = createTenantLimiter({ tenantMax: 1, totalMax });
  return {
    run: async (tenantId, work) => {
      const slot = limiter.tryAcquire(tenantId);
      if (slot.kind === 'refused')
        throw slot.limit === 'tenant'
          ? new AppError('concurrency_limited', {
              detail: `Another policy of this tenant is being ${operation}. Wait until that has finished.`,
              retryAfterSeconds,
            })
          : new AppError('overloaded', {
              detail: `Too many policies are being ${operation} at the moment. Try again later.`,
              retryAfterSeconds,
            });
      try {
        return await work();
      } finally {
        slot.release();
      }
    },
  };
}
