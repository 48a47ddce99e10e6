import { type GuardrailPolicy, guardrailPolicySchema } from '@avow/contract/guardrails';
import { builtInVersion, type StoredPolicy } from '@avow/guardrails/policies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, sampleTimeMs } from '../../../storage/contract/samples.ts';

function policyWith(word: string): GuardrailPolicy {
  const entry = { name: 'Wörter', check: 'words', stage: 'input', action: 'block' } as const;
  return guardrailPolicySchema.parse({
    guardrails: [{ ...entry, id: 'grd_01ka2tpzg2et8t8tpxt3590sye', settings: { words: [word] } }],
  }) as GuardrailPolicy;
}

const given = (version: string, policy: GuardrailPolicy | null): Omit<StoredPolicy, 'revision'> => ({
  version,
  policy,
  createdAtMs: sampleTimeMs,
  createdBy: null,
});

/** What every store of guardrail policies must do, on any database. */
export function describePolicyStore(name: string, open: OpenStore): void {
  describe(`${name} as a policy store`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    it('keeps every policy of a tenant, and the last is in force', async () => {
      const { policies, access } = store;
      const tenantId = await newTenant(access);
      expect(await policies.currentPolicy(tenantId)).toBeNull();
      expect(await policies.putPolicy(tenantId, given('a', policyWith('één')), null)).toEqual({
        kind: 'put',
        revision: 1,
      });
      await policies.putPolicy(tenantId, given('b', policyWith('two')), null);
      await policies.putPolicy(tenantId, given('default-x', null), null);
      expect(await policies.currentPolicy(tenantId)).toEqual({ revision: 3, ...given('default-x', null) });
      expect(await policies.getPolicy(tenantId, 1)).toEqual({
        revision: 1,
        ...given('a', policyWith('één')),
      });
      expect(await policies.findPolicy(tenantId, 'b')).toMatchObject({ revision: 2 });
      expect(await policies.getPolicy(tenantId, 4)).toBeNull();
      expect(await policies.findPolicy(tenantId, 'c')).toBeNull();
      const listed = await policies.listPolicies(tenantId, { before: null, limit: 2 });
      expect(listed.map(({ revision }) => revision)).toEqual([3, 2]);
      const rest = await policies.listPolicies(tenantId, { before: 2, limit: 2 });
      expect(rest.map(({ revision }) => revision)).toEqual([1]);
    });

    it('keeps the policy that ships with the service as it was first stored', async () => {
      const { policies } = store;
      const [one, two] = [policyWith('één'), policyWith('two')];
      const [first, second] = [builtInVersion(one), builtInVersion(two)];
      expect(await policies.findBuiltIn(first)).toBeNull();
      await policies.keepBuiltIn(first, one);
      await policies.keepBuiltIn(first, two);
      await policies.keepBuiltIn(second, two);
      expect(await policies.findBuiltIn(first)).toEqual(one);
      expect(await policies.findBuiltIn(second)).toEqual(two);
      // It is found by its content.
      await policies.keepBuiltIn('default-weaker', one);
      expect(await policies.findBuiltIn('default-weaker')).toBeNull();
    });

    it('puts nothing if another policy is in force than expected', async () => {
      const { policies, access } = store;
      const tenantId = await newTenant(access);
      expect(await policies.putPolicy(tenantId, given('a', null), 1)).toEqual({ kind: 'conflict' });
      expect(await policies.putPolicy(tenantId, given('a', null), 0)).toMatchObject({ kind: 'put' });
      expect(await policies.putPolicy(tenantId, given('b', null), 0)).toEqual({ kind: 'conflict' });
      expect(await policies.currentPolicy(tenantId)).toMatchObject({ revision: 1, version: 'a' });
    });

    it('shows a tenant no policy of another', async () => {
      const { policies, access } = store;
      const [one, other] = [await newTenant(access), await newTenant(access)];
      await policies.putPolicy(one, given('mine', policyWith('x')), null);
      expect(await policies.currentPolicy(other)).toBeNull();
      expect(await policies.getPolicy(other, 1)).toBeNull();
      expect(await policies.findPolicy(other, 'mine')).toBeNull();
      expect(await policies.listPolicies(other, { before: null, limit: 10 })).toEqual([]);
    });
  });
}
