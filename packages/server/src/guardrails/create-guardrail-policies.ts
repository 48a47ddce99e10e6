import { isDeepStrictEqual } from 'node:util';
import type { GuardrailPolicy } from '@avow/contract';
import type { Clock } from '../clock/clock.ts';
import { AppError } from '../errors/app-error.ts';
import { newId } from '../ids/typeid.ts';
import type { Policy } from '../interfaces/guardrail.ts';
import type { GuardrailPolicies, KnownPolicy, PolicyChange } from '../interfaces/guardrail-policies.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { PolicyStore } from '../interfaces/policy-store.ts';
import type { CheckParts } from './checks/check-builder.ts';
import { compilePolicy } from './compile-policy.ts';
import { knowPolicies } from './know-policies.ts';
import { createPolicyPlaces } from './policy-places.ts';
import { builtInVersion, policyDigest } from './policy-version.ts';
import { findFaults, type ReadPolicy, readPolicy } from './read-policy.ts';
import { finishSteps, takeTurns } from './take-turns.ts';
import { type TrialParts, tryPolicy } from './try-policy.ts';
import type { TrialPolicy } from './try-text.ts';

export interface GuardrailPoliciesParts extends Pick<TrialParts, 'past'> {
  readonly policies: PolicyStore;
  /** The policy of tenants that have put none. */
  readonly builtIn: GuardrailPolicy;
  readonly parts: CheckParts;
  readonly clock: Clock;
  /** Told where the policy of a tenant is another from here on, ready for use; null: the built-in one. */
  readonly onChanged: (tenantId: TenantId, policy: Policy | null) => void;
  readonly trialMs?: number;
}

/** Somebody else may put a policy between reading and writing: the change is then made anew, so often at most. */
const changeTriesMax = 5;
const trialMsUsual = 20_000;
/** Of all tenants, each of which has one. Those who only try leave room for those who must put a policy now. */
const trialsMax = 4;
const puttingMax = 4;

type Read = Extract<ReadPolicy, { kind: 'read' }>;

/** What people and programs do with the policies of tenants. */
export function createGuardrailPolicies(given: GuardrailPoliciesParts): GuardrailPolicies {
  const { policies, builtIn, parts, clock, past, trialMs = trialMsUsual } = given;
  const trialPlaces = createPolicyPlaces({ totalMax: trialsMax, what: 'tried' });
  const puttingPlaces = createPolicyPlaces({ totalMax: puttingMax, what: 'put' });
  const drawId = () => newId('grd', clock.nowMs());
  const { know, inForce, get, list } = knowPolicies(policies, builtIn);

  async function read(written: unknown, known: GuardrailPolicy, at = ''): Promise<Read> {
    const outcome = await takeTurns(readPolicy(written, { parts, known, drawId }));
    if (outcome.kind === 'read') return outcome;
    throw new AppError('validation_failed', {
      detail: 'The policy has faults, and nothing of it is put in force.',
      errors: outcome.faults.map(({ pointer, ...fault }) => ({ pointer: `${at}${pointer}`, ...fault })),
    });
  }

  async function compileWritten({ policy, version }: KnownPolicy): Promise<TrialPolicy> {
    return { written: policy, working: (await takeTurns(compilePolicy(policy, version, parts))).policy };
  }

  /** `make` gives the policy that is wanted; null: the built-in one. */
  async function change(
    tenantId: TenantId,
    { createdBy, expected }: PolicyChange,
    make: (known: GuardrailPolicy) => Promise<Read> | null,
  ): Promise<KnownPolicy> {
    for (let tries = 0; tries < changeTriesMax; tries += 1) {
      const before = await inForce(tenantId);
      if (expected !== null && !expected.includes(before.revision)) throw outdated(before);
      const made = await make(before.policy);
      const policy = made?.policy ?? null;
      if (policy === null ? before.isBuiltIn : isSame(before, policy)) return before;
      const version =
        policy === null ? builtInVersion(builtIn) : `${before.revision + 1}-${policyDigest(policy)}`;
      const row = { version, policy, createdAtMs: clock.nowMs(), createdBy };
      const outcome = await policies.putPolicy(tenantId, row, before.revision);
      if (outcome.kind === 'conflict') continue;
      given.onChanged(tenantId, made?.compiled(version) ?? null);
      return know({ ...row, revision: outcome.revision });
    }
    throw new AppError('invalid_state', {
      detail: 'The policy was changed again and again meanwhile. Read it, and decide anew.',
    });
  }

  return {
    inForce,
    get,
    list,
    put: (tenantId, written, by) =>
      puttingPlaces.within(tenantId, () => change(tenantId, by, (known) => read(written, known))),
    check: async (tenantId, written) => (await read(written, (await inForce(tenantId)).policy)).policy,
    faultsOf: (policy) => finishSteps(findFaults(policy, parts)),
    reset: (tenantId, by) => change(tenantId, by, () => null),
    tryOut: (tenantId, written, subject) =>
      trialPlaces.within(tenantId, async () => {
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

function isSame({ isBuiltIn, policy }: KnownPolicy, wanted: GuardrailPolicy): boolean {
  return !isBuiltIn && isDeepStrictEqual(policy, wanted);
}

function outdated({ revision }: KnownPolicy): AppError {
  return new AppError('invalid_state', {
    detail: `Revision ${revision} of the policy is in force, not the one that the change was made from. Read it, and decide anew.`,
  });
}
