import {
  type GuardrailPolicy,
  type GuardrailPolicyGiven,
  guardrailPolicySchema,
} from '@avow/contract/guardrails';
import { runStepsSync } from '@avow/foundation/concurrency';
import { describe, expect, it } from 'vitest';
import { compilePolicy } from './compile-policy.ts';
import { noParts, open } from './contract/test-guardrails.ts';
import { screenerOf, testScreening } from './contract/test-screener.ts';

const id = 'grd_01ka2tpzg2et8t8tpxt3590sye';

function compiled(entry: GuardrailPolicyGiven['guardrails'][number], parts = noParts) {
  const policy = guardrailPolicySchema.parse({ guardrails: [{ id, ...entry }] }) as GuardrailPolicy;
  return runStepsSync(compilePolicy(policy, '1-a', parts));
}

function entryOf<const Check extends string, const Action extends string>(check: Check, action: Action) {
  return { name: 'One', check, stage: 'output', action } as const;
}

describe('compilePolicy', () => {
  it('copies the facts of a guardrail', () => {
    const { policy, faults } = compiled({
      ...{ name: 'No falcons', check: 'words', stage: 'output', action: 'flag', category: 'custom' },
      ...{ mode: 'shadow', fail_mode: 'open', timeout_ms: 77, settings: { words: ['falcon'] } },
    });
    expect(faults).toEqual([]);
    expect(policy).toMatchObject({
      version: '1-a',
      blockedPrompts: 'redacted',
      messages: { blocked: null, notCovered: expect.any(String), closest: expect.any(String) },
      bands: { high: 0.8, medium: 0.5 },
    });
    expect(policy.guardrails).toMatchObject([
      {
        ...{ id, name: 'No falcons', category: 'custom', stage: 'output', target: 'answer' },
        ...{ mode: 'shadow', failMode: 'open', timeoutMs: 77, blockedReason: 'policy' },
      },
    ]);
  });

  it.each([
    [{ not_covered: 'Rien trouvé.' }, null],
    [{ not_covered: 'Rien trouvé.', closest: 'Voir {page}.' }, 'Voir {page}.'],
  ])('says nothing of its own beside the words of a tenant: %j', (messages, closest) => {
    const policy = guardrailPolicySchema.parse({ guardrails: [], messages }) as GuardrailPolicy;
    const { messages: said } = runStepsSync(compilePolicy(policy, '1-a', noParts)).policy;
    expect(said).toMatchObject({ notCovered: 'Rien trouvé.', closest });
  });

  it('lets each check wait until the deadline of the query unless the policy names a time', () => {
    const words = { ...entryOf('words', 'flag'), settings: { words: ['falcon'] } };
    expect(compiled(words).policy.guardrails).toMatchObject([{ timeoutMs: null }]);
    expect(compiled({ ...words, timeout_ms: 200 }).policy.guardrails).toMatchObject([{ timeoutMs: 200 }]);
  });

  it('leaves out a guardrail that is disabled, with all that follows from it, and names others by their place', () => {
    const entries = [
      { ...entryOf('grounding', 'block'), settings: { generated_supported_min: 0.5 } },
      { ...entryOf('rule', 'flag'), settings: { rule: 'Be kind.' } },
      { ...entryOf('rule', 'flag'), settings: { rule: 'Be brief.' }, enabled: false },
    ];
    const compile = (isOn: boolean) => {
      const guardrails = entries.map((entry, at) => ({
        enabled: isOn,
        ...entry,
        id: `${id.slice(0, -1)}${at}`,
      }));
      const policy = guardrailPolicySchema.parse({ guardrails }) as GuardrailPolicy;
      return runStepsSync(compilePolicy(policy, '1-a', noParts));
    };
    expect(compile(true)).toMatchObject({
      policy: { guardrails: [{ id: `${id.slice(0, -1)}0` }, {}], generatedSupportedMin: 0.5 },
      faults: [{ path: ['guardrails', 1, 'check'] }],
    });
    expect(compile(false)).toMatchObject({
      policy: { guardrails: [], generatedSupportedMin: 0, allowsUnverified: true },
      faults: [],
    });
  });

  it('assigns the target of each guardrail', () => {
    const attack = { name: 'Orders', check: 'prompt_attack' } as const;
    const [passages] = compiled({ ...attack, stage: 'retrieval', action: 'redact' }).policy.guardrails;
    expect(passages).toMatchObject({ target: 'passages', leavesOut: true });
    const [flagged] = compiled({ ...attack, stage: 'retrieval', action: 'flag' }).policy.guardrails;
    expect(flagged).toMatchObject({ target: 'passages', leavesOut: false });
    const [prompt] = compiled({ ...attack, stage: 'input', action: 'block' }).policy.guardrails;
    expect(prompt).toMatchObject({ target: 'prompt' });
  });

  it('[CON-3-21] makes an accepted check of passages that can no longer be built fail whenever it runs', () => {
    const policy = guardrailPolicySchema.parse({
      guardrails: [{ id, name: 'Orders', check: 'prompt_attack', stage: 'retrieval', action: 'redact' }],
    }) as GuardrailPolicy;
    const [entry] = policy.guardrails;
    // As a policy of a later version might have it: a check that this one cannot apply to passages.
    const foreign = { ...policy, guardrails: [{ ...entry, check: 'secrets' }] } as unknown as GuardrailPolicy;
    const [guardrail] = runStepsSync(compilePolicy(foreign, '1-a', noParts)).policy.guardrails;
    if (guardrail?.target !== 'passages') throw new Error('it does not look at passages');
    expect(() => guardrail.check([], open)).toThrow('cannot run');
  });

  it('yields after each guardrail, and shares the limits among all of them', () => {
    const [entry] = guardrailPolicySchema.parse({
      guardrails: [
        {
          ...{ id, name: 'Long', check: 'pattern', stage: 'input', action: 'flag' },
          settings: { pattern: 'a{400}' },
        },
      ],
    }).guardrails;
    const policy = guardrailPolicySchema.parse({ guardrails: [] });
    const guardrails = Array(20).fill(entry) as GuardrailPolicy['guardrails'];
    const steps = compilePolicy({ ...policy, guardrails }, '1-a', noParts);
    for (const _ of guardrails) expect(steps.next().done).toBe(false);
    const { value } = steps.next();
    expect(value?.faults.map(({ path }) => path)).toEqual(
      Array.from({ length: 8 }, (_, index) => ['guardrails', 12 + index, 'settings', 'pattern']),
    );
    expect(value?.faults[0]?.message).toContain('together');
  });

  it.each<[string, GuardrailPolicyGiven['guardrails'][number], unknown]>([
    ['words that are none', { ...entryOf('words', 'block'), settings: { words: [] } }, 'none'],
    ['words that block', { ...entryOf('words', 'block'), settings: { words: ['a b'] } }, 'whole'],
    ['words that are replaced', { ...entryOf('words', 'redact'), settings: { words: ['a b'] } }, 80],
    ['words that are flagged', { ...entryOf('words', 'flag'), settings: { words: ['a'] } }, 'none'],
    [
      'what is on trial',
      { ...entryOf('words', 'block'), mode: 'shadow', settings: { words: ['a'] } },
      'none',
    ],
    ['identifiers', entryOf('personal_data', 'redact'), 320],
    ['identifiers that block', entryOf('personal_data', 'block'), 'whole'],
    [
      'addresses',
      { ...entryOf('personal_data', 'redact'), settings: { types: { contact: 'redact' } } },
      'whole',
    ],
    [
      'addresses that are flagged',
      { ...entryOf('personal_data', 'redact'), settings: { types: { email: 'redact', address: 'flag' } } },
      320,
    ],
    ['secrets', entryOf('secrets', 'redact'), 260],
    ['secrets that block', entryOf('secrets', 'block'), 'whole'],
    ['links', entryOf('links', 'redact'), 250],
    ['links that block', entryOf('links', 'block'), 'whole'],
    ['a pattern', { ...entryOf('pattern', 'redact'), settings: { pattern: 'ab+' } }, 'whole'],
    ['a form', { ...entryOf('format', 'block'), settings: { code_points_max: 9 } }, 'whole'],
    ['marks', entryOf('prompt_leak', 'block'), 'whole'],
    ['grounding', entryOf('grounding', 'block'), 'none'],
    ['what cannot be made', entryOf('unsafe_content', 'block'), 'whole'],
    ['a prompt', { ...entryOf('secrets', 'redact'), stage: 'input' }, 'none'],
  ])('assigns the reach of %s', (_, entry, reach) => {
    expect(compiled(entry).policy.guardrails).toMatchObject([{ reach }]);
  });

  it('reports each fault with its path, and a faulty guardrail fails whenever it runs', () => {
    const unsafe = { name: 'Unsafe', check: 'unsafe_content', stage: 'input', action: 'block' } as const;
    const { policy, faults } = compiled(unsafe);
    expect(faults).toMatchObject([{ path: ['guardrails', 0] }]);
    const [guardrail] = policy.guardrails;
    if (guardrail?.target !== 'prompt') throw new Error('it does not look at prompts');
    expect(() => guardrail.check({ text: 'x', quotes: [] }, open)).toThrow('cannot run');
    const screener = screenerOf(() => testScreening());
    expect(compiled(unsafe, { ...noParts, screener }).faults).toEqual([]);
  });
});
