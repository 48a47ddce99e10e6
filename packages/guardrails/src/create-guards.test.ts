import { type GuardrailPolicy, guardrailPolicySchema } from '@avow/contract/guardrails';
import { runStepsSync } from '@avow/foundation/concurrency';
import { describe, expect, it } from 'vitest';
import { compilePolicy } from './compile-policy.ts';
import { noParts, open } from './contract/test-guardrails.ts';
import { createGuards } from './create-guards.ts';
import type { PolicyStore, StoredPolicy } from './policy-store.ts';

const id = 'grd_01ka2tpzg2et8t8tpxt3590sye';
const entry = { id, name: 'Words', check: 'words', stage: 'input', action: 'block' } as const;
const denying = (word: string): GuardrailPolicy =>
  guardrailPolicySchema.parse({ guardrails: [{ ...entry, settings: { words: [word] } }] }) as GuardrailPolicy;

/** Policies in memory, of one tenant, and how often they were read. */
function memoryPolicies(stored: StoredPolicy[] = []) {
  let reads = 0;
  const builtIns = new Map<string, GuardrailPolicy>();
  const policies: PolicyStore = {
    currentPolicy: async () => {
      reads++;
      return stored.at(-1) ?? null;
    },
    keepBuiltIn: async (version, policy) => void builtIns.set(version, policy),
    findBuiltIn: async (version) => builtIns.get(version) ?? null,
    getPolicy: async (_, revision) => stored.find((one) => one.revision === revision) ?? null,
    findPolicy: async (_, version) => stored.find((one) => one.version === version) ?? null,
    listPolicies: async () => stored.toReversed(),
    putPolicy: async (_, given) => {
      stored.push({ ...given, revision: stored.length + 1 });
      return { kind: 'put', revision: stored.length };
    },
  };
  return { policies, reads: () => reads };
}

const row = (version: string, policy: GuardrailPolicy | null) => ({
  ...{ version, policy, createdAtMs: 0, createdBy: null },
});
const tenantId = 'ten_01ka2tpzg0e6srq53nv7xwx6nx' as const;

function guardsOf(memory: ReturnType<typeof memoryPolicies>) {
  let nowMs = 1_000;
  const guards = createGuards({
    policies: memory.policies,
    builtIn: denying('builtin'),
    parts: noParts,
    clock: { nowMs: () => nowMs },
  });
  return { guards, pass: (ms: number) => (nowMs += ms) };
}

async function blocks(guard: Awaited<ReturnType<ReturnType<typeof createGuards>['inForce']>>, text: string) {
  return (await guard.check('prompt', { text, quotes: [] }, open.signal)).blocked !== null;
}

describe('createGuards', () => {
  it('uses the built-in policy if a tenant has none or returned to it', async () => {
    const memory = memoryPolicies();
    const { guards, pass } = guardsOf(memory);
    const builtIn = await guards.inForce(tenantId);
    expect(builtIn.policyVersion).toMatch(/^default-/);
    expect(await blocks(builtIn, 'builtin')).toBe(true);
    await memory.policies.putPolicy(tenantId, row('1-a', denying('own')), null);
    await memory.policies.putPolicy(tenantId, row('default-x', null), null);
    pass(1_000);
    expect(await guards.inForce(tenantId)).toBe(builtIn);
  });

  it('caches outcomes per tenant, even if tenants share a policy', async () => {
    const { guards } = guardsOf(memoryPolicies());
    const [one, other] = [await guards.inForce(tenantId), await guards.inForce('ten_other')];
    expect(other.policyVersion).toBe(one.policyVersion);
    const ask = (guard: typeof one) => guard.check('prompt', { text: 'A question', quotes: [] }, open.signal);
    const outcome = await ask(one);
    expect(await ask(one)).toBe(outcome);
    const ofOther = await ask(other);
    expect(ofOther).not.toBe(outcome);
    expect(await ask(other)).toBe(ofOther);
  });

  it('uses a new policy within a second, and immediately if it is notified', async () => {
    const memory = memoryPolicies();
    const { guards, pass } = guardsOf(memory);
    const before = await guards.inForce(tenantId);
    await memory.policies.putPolicy(tenantId, row('1-a', denying('own')), null);
    expect(await guards.inForce(tenantId)).toBe(before);
    expect(memory.reads()).toBe(1);
    pass(600);
    const after = await guards.inForce(tenantId);
    expect(after.policyVersion).toBe('1-a');
    expect(await blocks(after, 'own')).toBe(true);
    expect(await blocks(after, 'builtin')).toBe(false);
    await memory.policies.putPolicy(tenantId, row('2-b', denying('second')), null);
    guards.change(tenantId, null);
    expect((await guards.inForce(tenantId)).policyVersion).toBe('2-b');
  });

  it('uses a new policy even if the clock was set back', async () => {
    const memory = memoryPolicies();
    const { guards, pass } = guardsOf(memory);
    await guards.inForce(tenantId);
    await memory.policies.putPolicy(tenantId, row('1-a', denying('own')), null);
    pass(-600);
    expect((await guards.inForce(tenantId)).policyVersion).toBe('1-a');
  });

  it('finds the policy that a message was admitted under, and compiles it once', async () => {
    const memory = memoryPolicies();
    await memory.policies.putPolicy(tenantId, row('1-a', denying('first')), null);
    await memory.policies.putPolicy(tenantId, row('2-b', denying('second')), null);
    const { guards } = guardsOf(memory);
    const first = await guards.ofVersion(tenantId, '1-a');
    expect(await blocks(first, 'first')).toBe(true);
    expect(await guards.ofVersion(tenantId, '1-a')).toBe(first);
    expect((await guards.ofVersion(tenantId, 'gone')).policyVersion).toBe('2-b');
    const { policyVersion } = await guardsOf(memoryPolicies()).guards.inForce(tenantId);
    expect((await guards.ofVersion(tenantId, policyVersion)).policyVersion).toBe(policyVersion);
  });

  it('finds the built-in policy of the time when a record was made', async () => {
    const memory = memoryPolicies();
    await memory.policies.keepBuiltIn('default-x', denying('before'));
    // Going back to the built-in policy was noted by the version that it had then.
    await memory.policies.putPolicy(tenantId, row('default-x', null), null);
    const { guards } = guardsOf(memory);
    const before = await guards.ofRecord(tenantId, 'default-x');
    if (before === null) throw new Error('it is kept');
    expect(before.policyVersion).toBe('default-x');
    expect([await blocks(before, 'before'), await blocks(before, 'builtin')]).toEqual([true, false]);
    expect(await guards.ofRecord(tenantId, 'default-x')).toBe(before);
    // What still waits is checked by what is in force.
    expect((await guards.ofVersion(tenantId, 'default-x')).policyVersion).not.toBe('default-x');
    expect(await blocks(await guards.inForce(tenantId), 'builtin')).toBe(true);
    const { policyVersion } = await guards.inForce(tenantId);
    expect((await guards.ofRecord(tenantId, policyVersion))?.policyVersion).toBe(policyVersion);
    await memory.policies.putPolicy(tenantId, row('2-own', denying('own')), null);
    const own = await guards.ofRecord(tenantId, '2-own');
    expect(own !== null && (await blocks(own, 'own'))).toBe(true);
    // Of the second there is no more than that the tenant went back to it.
    await memory.policies.putPolicy(tenantId, row('default-z', null), null);
    for (const gone of ['default-y', 'default-z']) expect(await guards.ofRecord(tenantId, gone)).toBeNull();
  });

  it('reuses the policy that was compiled when it was set', async () => {
    const memory = memoryPolicies();
    const { guards, pass } = guardsOf(memory);
    await memory.policies.putPolicy(tenantId, row('1-a', denying('stored')), null);
    const steps = compilePolicy(denying('ready'), '1-a', noParts);
    guards.change(tenantId, runStepsSync(steps).policy);
    const guard = await guards.inForce(tenantId);
    // The version identifies it, and the compiled one differs from the stored one.
    expect([await blocks(guard, 'ready'), await blocks(guard, 'stored')]).toEqual([true, false]);
    pass(1_000);
    expect(await guards.inForce(tenantId)).toBe(guard);
    expect(await guards.ofVersion(tenantId, '1-a')).toBe(guard);
  });

  it('compiles a policy once for all callers that wait for it', async () => {
    const memory = memoryPolicies([{ ...row('1-a', denying('own')), revision: 1 }]);
    const { guards } = guardsOf(memory);
    const [one, other] = await Promise.all([
      guards.ofVersion(tenantId, '1-a'),
      guards.ofVersion(tenantId, '1-a'),
    ]);
    expect(one).toBe(other);
  });

  it('keeps the two most recently used policies of each tenant', async () => {
    const memory = memoryPolicies();
    for (const version of ['1-a', '2-b', '3-c'])
      await memory.policies.putPolicy(tenantId, row(version, denying('own')), null);
    const { guards } = guardsOf(memory);
    const first = await guards.ofVersion(tenantId, '1-a');
    const second = await guards.ofVersion(tenantId, '2-b');
    expect(await guards.ofVersion(tenantId, '1-a')).toBe(first);
    await guards.inForce(tenantId);
    expect(await guards.ofVersion(tenantId, '1-a')).toBe(first);
    expect(await guards.ofVersion(tenantId, '2-b')).not.toBe(second);
  });

  it('keeps a bounded number of tenants, and serves all of them', async () => {
    const memory = memoryPolicies([{ ...row('1-a', denying('own')), revision: 1 }]);
    const { guards } = guardsOf(memory);
    for (let at = 0; at <= 1_000; at++) expect((await guards.inForce(`ten_${at}`)).policyVersion).toBe('1-a');
    expect((await guards.inForce('ten_0')).policyVersion).toBe('1-a');
    expect(memory.reads()).toBe(1_002);
  });

  it('does not cache a failed read', async () => {
    const memory = memoryPolicies();
    let isBroken = true;
    const policies: PolicyStore = {
      ...memory.policies,
      currentPolicy: (given) =>
        isBroken ? Promise.reject(new Error('broken')) : memory.policies.currentPolicy(given),
    };
    const { guards } = guardsOf({ ...memory, policies });
    await expect(guards.inForce(tenantId)).rejects.toThrow('broken');
    isBroken = false;
    expect((await guards.inForce(tenantId)).policyVersion).toMatch(/^default-/);
  });

  it('[CON-3-21] makes a guardrail fail that this installation cannot run', async () => {
    const policy = guardrailPolicySchema.parse({
      guardrails: [{ ...entry, settings: { words: ['!!!'] } }],
    }) as GuardrailPolicy;
    const memory = memoryPolicies([{ ...row('1-a', policy), revision: 1 }]);
    const guard = await guardsOf(memory).guards.inForce(tenantId);
    const outcome = await guard.check('prompt', { text: 'anything', quotes: [] }, open.signal);
    expect(outcome.results).toMatchObject([{ status: 'error', compliant: false, action: 'block' }]);
    expect(outcome.blocked?.reason).toBe('guardrail_unavailable');
  });
});
