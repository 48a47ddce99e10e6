import type { TenantId } from '@avow/foundation';
import type { Policy } from '@avow/guardrails';
import type { PolicyRevision } from '@avow/guardrails/policies';
import { noParts } from '@avow/guardrails/testing';
import type { GuardModel } from '@avow/inference';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleTimeMs } from '../../src/storage/contract/samples.ts';
import {
  builtIn,
  fromAnyRevision,
  type Given,
  refusal,
  sizeId,
  testPolicyOf,
  usePolicies,
  words,
} from '../support/test-policies.ts';

const { policiesWith, newTenant } = usePolicies();

describe('the policy of a tenant', () => {
  it('is the built-in one until another is set, and again after a reset', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant();
    const first = await policies.inForce(tenantId);
    expect(first).toMatchObject({ revision: 0, isBuiltIn: true, createdAtMs: null, policy: builtIn });
    expect(await policies.reset(tenantId, fromAnyRevision)).toEqual(first);

    const put = await policies.put(tenantId, testPolicyOf(words('heron')), {
      ...fromAnyRevision,
      createdBy: 'key_01ka2tpzg0e6srq53nv7xwx6nx',
    });
    expect(put).toMatchObject({
      revision: 1,
      version: expect.stringMatching(/^1-[0-9a-f]{12}$/),
      isBuiltIn: false,
      createdAtMs: sampleTimeMs,
      createdBy: 'key_01ka2tpzg0e6srq53nv7xwx6nx',
    });
    expect(await policies.inForce(tenantId)).toEqual(put);

    const back = await policies.reset(tenantId, fromAnyRevision);
    expect(back).toMatchObject({ revision: 2, version: first.version, isBuiltIn: true, policy: builtIn });
    expect(await policies.reset(tenantId, fromAnyRevision)).toEqual(back);
    expect(await policies.get(tenantId, 0)).toEqual(first);
    expect(await policies.get(tenantId, 1)).toEqual(put);
    expect(await policies.get(tenantId, 3)).toBeNull();
    expect(await policies.list(tenantId, { before: null, limit: 10 })).toEqual([back, put]);
    expect(await policies.list(tenantId, { before: 2, limit: 10 })).toEqual([put]);
  });

  it('is in force as soon as it is set', async () => {
    const { policies, guards } = policiesWith();
    const tenantId = await newTenant();
    expect((await guards.inForce(tenantId)).policyVersion).toMatch(/^default-/);
    const { version } = await policies.put(tenantId, testPolicyOf(words('heron')), fromAnyRevision);
    expect((await guards.inForce(tenantId)).policyVersion).toBe(version);
    await policies.reset(tenantId, fromAnyRevision);
    expect((await guards.inForce(tenantId)).policyVersion).toMatch(/^default-/);
  });

  it('stays the same if it is set again, with or without ids', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant();
    const given = testPolicyOf(words('heron'), words('crane', { name: 'More words' }));
    const put = await policies.put(tenantId, given, fromAnyRevision);
    expect(await policies.put(tenantId, given, fromAnyRevision)).toEqual(put);
    expect(await policies.put(tenantId, put.policy, fromAnyRevision)).toEqual(put);
    expect(await policies.list(tenantId, { before: null, limit: 10 })).toHaveLength(1);
  });

  it('keeps the id of a guardrail whose name, check and stage are the same', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant();
    const size: Given = {
      name: 'Prompt size',
      check: 'prompt_size',
      stage: 'input',
      action: 'flag',
      settings: { code_points_max: 9 },
    };
    const first = await policies.put(
      tenantId,
      testPolicyOf(words('heron'), words('crane'), size),
      fromAnyRevision,
    );
    const ids = first.policy.guardrails.map(({ id }) => id);
    expect(ids[2]).toBe(sizeId);
    expect(new Set(ids).size).toBe(3);
    const again = await policies.put(
      tenantId,
      testPolicyOf(words('swan', { stage: 'output' }), words('ibis'), words('egret'), words('stork')),
      fromAnyRevision,
    );
    const [output, one, other, more] = again.policy.guardrails.map(({ id }) => id);
    expect([one, other]).toEqual(ids.slice(0, 2));
    expect(ids).not.toContain(output);
    expect(ids).not.toContain(more);
    // An id that is named goes before one that is kept: no two are ever the same.
    const named = await policies.put(
      tenantId,
      testPolicyOf(words('swan'), words('ibis', { id: one as `grd_${string}`, name: 'Other' })),
      fromAnyRevision,
    );
    expect(named.policy.guardrails.map(({ id }) => id)).toEqual([other, one]);
  });

  it('is changed only from an expected revision, if one is given', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant();
    const first = await policies.put(tenantId, testPolicyOf(words('heron')), {
      ...fromAnyRevision,
      expected: [0],
    });
    for (const expected of [[0], [2], []]) {
      const stale = { ...fromAnyRevision, expected };
      expect((await refusal(policies.put(tenantId, testPolicyOf(words('crane')), stale))).code).toBe(
        'precondition_failed',
      );
      expect((await refusal(policies.reset(tenantId, stale))).code).toBe('precondition_failed');
    }
    expect(await policies.inForce(tenantId)).toEqual(first);
    expect(
      await policies.put(tenantId, testPolicyOf(words('crane')), { ...fromAnyRevision, expected: [7, 1] }),
    ).toMatchObject({ revision: 2 });
  });

  it('is set by several services concurrently, one after the other', async () => {
    const tenantId = await newTenant();
    const put = await Promise.all(
      ['heron', 'crane', 'swan'].map((word) =>
        policiesWith().policies.put(tenantId, testPolicyOf(words(word)), fromAnyRevision),
      ),
    );
    expect(put.map(({ revision }) => revision).sort()).toEqual([1, 2, 3]);
    for (const { revision, version } of put) expect(version.startsWith(`${revision}-`)).toBe(true);
  });

  it('is set by one request at a time, and for all tenants by a few', async () => {
    const { policies } = policiesWith();
    const tenants = await Promise.all(Array.from({ length: 5 }, () => newTenant()));
    const [first, ...others] = tenants as [TenantId, ...TenantId[]];
    const heron = testPolicyOf(words('heron'));
    const putting = [first, ...others.slice(0, 3)].map((tenantId) =>
      policies.put(tenantId, heron, fromAnyRevision),
    );
    expect((await refusal(policies.put(first, heron, fromAnyRevision))).code).toBe('concurrency_limited');
    expect((await refusal(policies.put(others[3] as TenantId, heron, fromAnyRevision))).code).toBe(
      'overloaded',
    );
    for (const { revision } of await Promise.all(putting)) expect(revision).toBe(1);
    // A refusal takes no place.
    expect((await refusal(policies.put(first, {}, fromAnyRevision))).code).toBe('validation_failed');
    expect((await policies.put(first, testPolicyOf(words('crane')), fromAnyRevision)).revision).toBe(2);
  });

  it('has a higher threshold once somebody accepts what feedback proposes, as it was proposed', async () => {
    const said = { wrong: 2, right: 0, authorCount: 2, keyCount: 1 };
    const { policies } = policiesWith({ countBlocks: async () => ({ prompt_attack: said }) });
    const tenantId = await newTenant();
    const attack: Given = {
      ...{ name: 'Attack', check: 'prompt_attack', stage: 'input', action: 'block', threshold: 0.5 },
    };
    await policies.put(tenantId, testPolicyOf(attack), fromAnyRevision);
    const { proposed } = await policies.inForce(tenantId);
    expect(proposed).toMatchObject([{ name: 'prompt_attack', threshold: 0.5, proposed: 0.595 }]);
    for (const accepted of [{ prompt_attack: 0.9 }, { crime: 0.595 }])
      expect((await refusal(policies.acceptThresholds(tenantId, accepted, fromAnyRevision))).code).toBe(
        'invalid_state',
      );
    const accepting = policies.acceptThresholds(tenantId, { prompt_attack: 0.595 }, fromAnyRevision);
    expect(await accepting).toMatchObject({
      ...{ revision: 2, isBuiltIn: false },
      policy: { guardrails: [{ name: 'Attack', threshold: 0.595 }] },
    });
  });

  it('is compiled as soon as it is set, and not compiled again', async () => {
    const ready: Array<string | null> = [];
    const onChanged = (_: TenantId, policy: Policy | null) => ready.push(policy?.version ?? null);
    const { policies } = policiesWith({ onChanged });
    const tenantId = await newTenant();
    const { version } = await policies.put(tenantId, testPolicyOf(words('heron')), fromAnyRevision);
    await policies.put(tenantId, testPolicyOf(words('heron')), fromAnyRevision);
    await policies.reset(tenantId, fromAnyRevision);
    expect(ready).toEqual([version, null]);
  });
});

describe('any sequence of changes', () => {
  /** What is put, null to take back; and what is taken for granted: nothing, what is in force, or what was before. */
  const changes = fc.array(
    fc.record({
      word: fc.constantFrom('heron', 'crane', null),
      expects: fc.constantFrom('nothing', 'in_force', 'before'),
    }),
    { maxLength: 10 },
  );

  it('keeps every policy that was set, in order, and the last one in force', async () => {
    const { policies, guards } = policiesWith();
    await fc.assert(
      fc.asyncProperty(changes, async (course) => {
        const tenantId = await newTenant();
        const expected: Array<string | null> = [];
        for (const { word, expects } of course) {
          const revision = expected.length - (expects === 'before' ? 1 : 0);
          const by = { ...fromAnyRevision, expected: expects === 'nothing' ? null : [revision] };
          const change =
            word === null
              ? policies.reset(tenantId, by)
              : policies.put(tenantId, testPolicyOf(words(word)), by);
          if (expects === 'before') expect((await refusal(change)).code).toBe('precondition_failed');
          else {
            if (word !== (expected.at(-1) ?? null)) expected.push(word);
            const { version } = await change;
            expect((await guards.inForce(tenantId)).policyVersion).toBe(version);
          }
          expect((await policies.inForce(tenantId)).revision).toBe(expected.length);
        }
        const put = (await policies.list(tenantId, { before: null, limit: 100 })).reverse();
        expect(put.map(({ revision }) => revision)).toEqual(expected.map((_, index) => index + 1));
        expect(put.map(wordOf)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  function wordOf({ isBuiltIn, policy }: PolicyRevision): string | null {
    const [entry] = policy.guardrails;
    return isBuiltIn || entry?.check !== 'words' ? null : (entry.settings.words[0] ?? null);
  }
});

describe('a policy with faults', () => {
  it('is refused as a whole, with every fault of every check', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant();
    const given = {
      bands: { high: 2 },
      guardrails: [
        words('!!!'),
        words('fine'),
        { name: 'P', check: 'pattern', stage: 'output', action: 'flag', settings: { pattern: '(' } },
        { name: 'N', check: 'nothing' },
        { name: 'R', check: 'rule', stage: 'input', action: 'flag', settings: { rule: 'Be kind.' } },
      ],
      colour: 'red',
    };
    const { code, options } = await refusal(policies.put(tenantId, given, fromAnyRevision));
    expect(code).toBe('validation_failed');
    expect(options.errors?.map(({ pointer }) => pointer).sort()).toEqual([
      '/bands/high',
      '/colour',
      '/guardrails/0/settings/words/0',
      '/guardrails/2/settings/pattern',
      '/guardrails/3/check',
      '/guardrails/4/check',
    ]);
    expect(await policies.inForce(tenantId)).toMatchObject({ revision: 0 });
    expect((await refusal(policies.check(tenantId, given))).options.errors).toHaveLength(6);
  });

  it('is reported if a model that it needs was removed after it was set', async () => {
    const guardModel: GuardModel = { name: 'kind', applyRule: async () => 0 };
    const withModel = policiesWith({ parts: { ...noParts, guardModel } }).policies;
    const tenantId = await newTenant();
    const rule: Given = {
      ...{ name: 'Rule', check: 'rule', stage: 'input', action: 'flag', settings: { rule: 'Be kind.' } },
    };
    const { policy } = await withModel.put(tenantId, testPolicyOf(words('heron'), rule), fromAnyRevision);
    expect(withModel.faultsOf(policy)).toEqual([]);
    const { policies } = policiesWith();
    expect((await policies.inForce(tenantId)).policy).toEqual(policy);
    expect(policies.faultsOf(policy).map(({ pointer }) => pointer)).toEqual(['/guardrails/1/check']);
  });

  it('is refused whatever the fault is', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant();
    for (const given of [undefined, null, 1, 'x', [], {}, { guardrails: {} }, { guardrails: [null, [], 1] }])
      expect((await refusal(policies.put(tenantId, given, fromAnyRevision))).code).toBe('validation_failed');
  });

  it('has a limited number of faults reported', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant();
    const given = testPolicyOf(
      ...(Array.from({ length: 3 }, () => ({
        ...words('x'),
        settings: { words: Array(50).fill('!') },
      })) as Given[]),
    );
    const { options } = await refusal(policies.put(tenantId, given, fromAnyRevision));
    expect(options.errors).toHaveLength(100);
    // No more is read than is reported.
    const empty = { ...words('x'), settings: { words: Array(70).fill('') } } as Given;
    const { options: unread } = await refusal(
      policies.put(tenantId, testPolicyOf(empty, empty), fromAnyRevision),
    );
    expect(unread.errors).toHaveLength(100);
    expect(unread.errors?.at(-1)?.pointer).toBe('/guardrails/1/settings/words/29');
  });

  it('has a fault if two guardrails have the same id', async () => {
    const { policies } = policiesWith();
    const given = testPolicyOf(words('heron', { id: sizeId }), words('crane'), words('swan', { id: sizeId }));
    const { options } = await refusal(policies.put(await newTenant(), given, fromAnyRevision));
    expect(options.errors).toEqual([
      {
        pointer: '/guardrails/2/id',
        code: 'invalid_value',
        message: 'Must be unique: another guardrail in the policy has this id',
      },
    ]);
  });
});
