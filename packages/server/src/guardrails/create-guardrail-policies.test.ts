import { type GuardrailPolicy, type GuardrailPolicyGiven, guardrailPolicySchema } from '@avow/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import type { GuardModel } from '../interfaces/guard-model.ts';
import type { PastMessage, PastMessages, TrialSubject } from '../interfaces/guardrail-policies.ts';
import type { TenantId } from '../interfaces/identity.ts';
import { newTenant, sampleTimeMs } from '../stores/contract/samples.ts';
import { openSqliteStore, type SqliteStore } from '../stores/sqlite/open-sqlite-store.ts';
import { newFolder } from '../stores/sqlite/test-support/temporary-folder.ts';
import { noParts } from './contract/test-guardrails.ts';
import { createGuardrailPolicies, type GuardrailPoliciesParts } from './create-guardrail-policies.ts';
import { createGuards } from './create-guards.ts';

const folder = newFolder();
let store: SqliteStore;

beforeAll(async () => {
  store = await openSqliteStore({ directory: folder.path });
});

afterAll(async () => {
  await store.close();
  folder.remove();
});

const sizeId = 'grd_01ka2tpzg0e6srq53nv7xwx6nx';
const builtIn = guardrailPolicySchema.parse({
  guardrails: [
    {
      ...{ id: sizeId, name: 'Prompt size', check: 'prompt_size', stage: 'input', action: 'block' },
      settings: { code_points_max: 100 },
    },
  ],
}) as GuardrailPolicy;

const noPast: PastMessages = { read: async () => [] };
const clock = { nowMs: () => sampleTimeMs };
const anyhow = { createdBy: null, expected: null };

function policiesWith(also: Partial<GuardrailPoliciesParts> = {}) {
  const parts = also.parts ?? noParts;
  const guards = createGuards({ policies: store.policies, builtIn, parts, clock });
  const policies = createGuardrailPolicies({
    ...{ policies: store.policies, builtIn, parts, clock },
    past: noPast,
    onChanged: guards.forget,
    ...also,
  });
  return { policies, guards };
}

type Given = GuardrailPolicyGiven['guardrails'][number];
const words = (word: string, also: Partial<Extract<Given, { check: 'words' }>> = {}): Given => ({
  ...{ name: 'Words', check: 'words', stage: 'input', action: 'block' },
  settings: { words: [word] },
  ...also,
});
const policyOf = (...guardrails: Given[]): GuardrailPolicyGiven => ({ guardrails });

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error('it was not refused');
  return error;
}

describe('the policy of a tenant', () => {
  it('is the built-in one until another is put, and again once that is taken back', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant(store.access);
    const first = await policies.inForce(tenantId);
    expect(first).toMatchObject({ revision: 0, isBuiltIn: true, createdAtMs: null, policy: builtIn });
    expect(await policies.reset(tenantId, anyhow)).toEqual(first);

    const put = await policies.put(tenantId, policyOf(words('heron')), {
      ...anyhow,
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

    const back = await policies.reset(tenantId, anyhow);
    expect(back).toMatchObject({ revision: 2, version: first.version, isBuiltIn: true, policy: builtIn });
    expect(await policies.reset(tenantId, anyhow)).toEqual(back);
    expect(await policies.get(tenantId, 0)).toEqual(first);
    expect(await policies.get(tenantId, 1)).toEqual(put);
    expect(await policies.get(tenantId, 3)).toBeNull();
    expect(await policies.list(tenantId, { before: null, limit: 10 })).toEqual([back, put]);
    expect(await policies.list(tenantId, { before: 2, limit: 10 })).toEqual([put]);
  });

  it('is in force where it was put from then on', async () => {
    const { policies, guards } = policiesWith();
    const tenantId = await newTenant(store.access);
    expect((await guards.inForce(tenantId)).policyVersion).toMatch(/^default-/);
    const { version } = await policies.put(tenantId, policyOf(words('heron')), anyhow);
    expect((await guards.inForce(tenantId)).policyVersion).toBe(version);
    await policies.reset(tenantId, anyhow);
    expect((await guards.inForce(tenantId)).policyVersion).toMatch(/^default-/);
  });

  it('stays the same where the same is put again, written with or without ids', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant(store.access);
    const given = policyOf(words('heron'), words('crane', { name: 'More words' }));
    const put = await policies.put(tenantId, given, anyhow);
    expect(await policies.put(tenantId, given, anyhow)).toEqual(put);
    expect(await policies.put(tenantId, put.policy, anyhow)).toEqual(put);
    expect(await policies.list(tenantId, { before: null, limit: 10 })).toHaveLength(1);
  });

  it('keeps the id of a guardrail whose name, check and stage are the same', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant(store.access);
    const size: Given = {
      name: 'Prompt size',
      check: 'prompt_size',
      stage: 'input',
      action: 'flag',
      settings: { code_points_max: 9 },
    };
    const first = await policies.put(tenantId, policyOf(words('heron'), words('crane'), size), anyhow);
    const ids = first.policy.guardrails.map(({ id }) => id);
    expect(ids[2]).toBe(sizeId);
    expect(new Set(ids).size).toBe(3);
    const again = await policies.put(
      tenantId,
      policyOf(words('swan', { stage: 'output' }), words('ibis'), words('egret'), words('stork')),
      anyhow,
    );
    const [output, one, other, more] = again.policy.guardrails.map(({ id }) => id);
    expect([one, other]).toEqual(ids.slice(0, 2));
    expect(ids).not.toContain(output);
    expect(ids).not.toContain(more);
    // An id that is named goes before one that is kept: no two are ever the same.
    const named = await policies.put(
      tenantId,
      policyOf(words('swan'), words('ibis', { id: one as `grd_${string}`, name: 'Other' })),
      anyhow,
    );
    expect(named.policy.guardrails.map(({ id }) => id)).toEqual([other, one]);
  });

  it('is changed only by whoever knows it, where that is asked for', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant(store.access);
    const first = await policies.put(tenantId, policyOf(words('heron')), { ...anyhow, expected: [0] });
    for (const expected of [[0], [2], []]) {
      const stale = { ...anyhow, expected };
      expect((await refusal(policies.put(tenantId, policyOf(words('crane')), stale))).code).toBe(
        'invalid_state',
      );
      expect((await refusal(policies.reset(tenantId, stale))).code).toBe('invalid_state');
    }
    expect(await policies.inForce(tenantId)).toEqual(first);
    expect(
      await policies.put(tenantId, policyOf(words('crane')), { ...anyhow, expected: [7, 1] }),
    ).toMatchObject({ revision: 2 });
  });

  it('is put by several at once, one after the other', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant(store.access);
    const put = await Promise.all(
      ['heron', 'crane', 'swan'].map((word) => policies.put(tenantId, policyOf(words(word)), anyhow)),
    );
    expect(put.map(({ revision }) => revision).sort()).toEqual([1, 2, 3]);
    for (const { revision, version } of put) expect(version.startsWith(`${revision}-`)).toBe(true);
  });
});

describe('a policy with faults', () => {
  it('is refused whole, with every fault, whoever finds it', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant(store.access);
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
    const { code, options } = await refusal(policies.put(tenantId, given, anyhow));
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

  it('is told of where it was put, and what it needs is no longer there', async () => {
    const guardModel: GuardModel = { name: 'kind', applyRule: async () => 0 };
    const withModel = policiesWith({ parts: { ...noParts, guardModel } }).policies;
    const tenantId = await newTenant(store.access);
    const rule: Given = {
      ...{ name: 'Rule', check: 'rule', stage: 'input', action: 'flag', settings: { rule: 'Be kind.' } },
    };
    const { policy } = await withModel.put(tenantId, policyOf(words('heron'), rule), anyhow);
    expect(withModel.faultsOf(policy)).toEqual([]);
    const { policies } = policiesWith();
    expect((await policies.inForce(tenantId)).policy).toEqual(policy);
    expect(policies.faultsOf(policy).map(({ pointer }) => pointer)).toEqual(['/guardrails/1/check']);
  });

  it('is refused whatever it is', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant(store.access);
    for (const given of [undefined, null, 1, 'x', [], {}, { guardrails: {} }, { guardrails: [null, [], 1] }])
      expect((await refusal(policies.put(tenantId, given, anyhow))).code).toBe('validation_failed');
  });

  it('has so many faults named and no more', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant(store.access);
    const given = policyOf(
      ...(Array.from({ length: 3 }, () => ({
        ...words('x'),
        settings: { words: Array(50).fill('!') },
      })) as Given[]),
    );
    const { options } = await refusal(policies.put(tenantId, given, anyhow));
    expect(options.errors).toHaveLength(100);
  });
});

const texts = (...given: string[]): TrialSubject => ({
  kind: 'texts',
  texts: given.map((text) => ({ text, stage: 'input' })),
});

describe('a trial', () => {
  it('is of the policy in force, or of one that is given, and changes nothing', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant(store.access);
    const { version } = await policies.put(tenantId, policyOf(words('heron')), anyhow);
    const inForce = await policies.tryOut(tenantId, undefined, texts('a heron', 'a crane'));
    expect(inForce.version).toBe(version);
    expect(inForce.data.map(({ action, blocked_reason }) => [action, blocked_reason])).toEqual([
      ['block', 'policy'],
      ['none', null],
    ]);
    const other = await policies.tryOut(tenantId, policyOf(words('crane')), texts('a heron', 'a crane'));
    expect(other.version).toMatch(/^trial-[0-9a-f]{12}$/);
    expect(other.data.map(({ action }) => action)).toEqual(['none', 'block']);
    expect(await policies.inForce(tenantId)).toMatchObject({ revision: 1, version });
  });

  it('counts what each guardrail found, also one that only looks on', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant(store.access);
    const tried = await policies.tryOut(
      tenantId,
      policyOf(
        words('heron', { action: 'redact' }),
        words('crane', { mode: 'shadow' }),
        words('swan', { action: 'flag' }),
      ),
      texts('a heron and a crane', 'a crane', 'a swan', 'nothing'),
    );
    expect(tried.data[0]).toMatchObject({ action: 'redact', blocked_reason: null });
    expect(tried.data[0]).not.toMatchObject({ text: expect.stringContaining('heron') });
    expect(tried.summary).toMatchObject({
      ...{ tried: 4, not_reached: 0, changed: 0 },
      guardrails: [
        { found: 1, flagged: 0, redacted: 1, blocked: 0, failed: 0 },
        { found: 2, flagged: 0, redacted: 0, blocked: 0, failed: 0 },
        { found: 1, flagged: 1, redacted: 0, blocked: 0, failed: 0 },
      ],
    });
  });

  it('leaves out what needs a draft, and says so', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant(store.access);
    const grounding = { name: 'Grounding', check: 'grounding', stage: 'output', action: 'block' } as const;
    const { data } = await policies.tryOut(
      tenantId,
      policyOf(words('heron', { stage: 'output' }), grounding),
      { kind: 'texts', texts: [{ text: 'an answer', stage: 'output' }] },
    );
    expect(data[0]?.results).toMatchObject([
      { status: 'ok', compliant: true },
      { status: 'skipped', compliant: false, reasoning: expect.stringContaining('draft') },
    ]);
  });

  /** A model that answers when it is told to. */
  function heldModel() {
    const { promise, resolve } = Promise.withResolvers<number>();
    const guardModel: GuardModel = { name: 'held', applyRule: () => promise };
    return { parts: { ...noParts, guardModel }, answer: () => resolve(0) };
  }
  const rule = policyOf({
    ...{ name: 'Rule', check: 'rule', stage: 'input', action: 'block', timeout_ms: 2_000 },
    settings: { rule: 'Be kind.' },
  });

  it('ends when its time is over, and reports the rest as not reached', async () => {
    const { parts, answer } = heldModel();
    const { policies } = policiesWith({ parts, trialMs: 5 });
    const tenantId = await newTenant(store.access);
    const { data, summary } = await policies.tryOut(tenantId, rule, texts('one', 'two'));
    expect(data.map(({ state, results }) => [state, results.length])).toEqual([
      ['not_reached', 0],
      ['not_reached', 0],
    ]);
    expect(summary).toMatchObject({ tried: 0, not_reached: 2 });
    answer();
  });

  it('is one at a time of each tenant, and a few of all', async () => {
    const { parts, answer } = heldModel();
    const { policies } = policiesWith({ parts });
    const tenants = await Promise.all(Array.from({ length: 5 }, () => newTenant(store.access)));
    const [first, ...others] = tenants as [TenantId, ...TenantId[]];
    const trials = [first, ...others.slice(0, 3)].map((tenantId) =>
      policies.tryOut(tenantId, rule, texts('one')),
    );
    expect((await refusal(policies.tryOut(first, rule, texts('one')))).code).toBe('concurrency_limited');
    const last = others[3] as TenantId;
    expect((await refusal(policies.tryOut(last, rule, texts('one')))).code).toBe('overloaded');
    answer();
    for (const { data } of await Promise.all(trials)) expect(data[0]?.state).toBe('tried');
    expect((await policies.tryOut(first, rule, texts('one'))).summary.tried).toBe(1);
    // A refusal takes no place.
    await refusal(policies.tryOut(first, {}, texts('one')));
    expect((await policies.tryOut(first, rule, texts('one'))).summary.tried).toBe(1);
  });
});

describe('a trial on messages of the past', () => {
  const message = (also: Partial<PastMessage>): PastMessage => {
    const question = also.question === undefined ? 'Where is the heron?' : also.question;
    return {
      ...{ messageId: 'msg_01ka2tpzg0e6srq53nv7xwx6nx', status: 'delivered', blockedReason: null },
      ...{ isBlockedLate: false, question, asked: question, answer: null, shownQuotes: [], urls: [] },
      ...also,
    };
  };

  async function changeOf(given: GuardrailPolicyGiven, past: PastMessage | null) {
    const read = async () => [{ id: 'msg_x', message: past }];
    const { policies } = policiesWith({ past: { read } });
    const tenantId = await newTenant(store.access);
    const { data } = await policies.tryOut(tenantId, given, {
      kind: 'messages',
      which: { kind: 'ids', ids: ['msg_x'] },
    });
    const [entry] = data;
    if (entry?.kind !== 'message') throw new Error('not a message');
    return entry;
  }

  const heron = policyOf(words('heron'));
  const crane = policyOf(words('crane'));
  const ofAnswers = (action: 'block' | 'redact') => policyOf(words('crane', { stage: 'output', action }));

  it('tells what would end otherwise', async () => {
    expect(await changeOf(heron, message({}))).toMatchObject({
      changed: true,
      action: 'block',
      answer: null,
    });
    expect(await changeOf(crane, message({}))).toMatchObject({ changed: false, action: 'none' });
    const answered = message({ answer: 'Beside the crane.' });
    expect(await changeOf(crane, answered)).toMatchObject({ changed: false, answer: 'Beside the crane.' });
    expect(await changeOf(ofAnswers('block'), answered)).toMatchObject({
      changed: true,
      blocked_reason: 'policy',
    });
    expect(await changeOf(ofAnswers('redact'), answered)).toMatchObject({ changed: true, action: 'redact' });
    const linking = message({ answer: 'See https://a.example/x for more.' });
    const links: Given = { name: 'Links', check: 'links', stage: 'output', action: 'block' };
    expect(await changeOf(policyOf(links), linking)).toMatchObject({ changed: true });
    // A link that is quoted was written by the operator, and one to what is cited is no surprise.
    const quoted = { ...linking, shownQuotes: ['See https://a.example/x for more.'] };
    expect(await changeOf(policyOf(links), quoted)).toMatchObject({ changed: false });
    const cited = { ...linking, urls: ['https://a.example/x'] };
    expect(await changeOf(policyOf(links), cited)).toMatchObject({ changed: false });
    const shadow = policyOf(words('heron', { mode: 'shadow' }), words('heron', { action: 'flag' }));
    expect(await changeOf(shadow, answered)).toMatchObject({ changed: false, action: 'flag' });
  });

  it('compares with what was blocked, where that can be told', async () => {
    const blocked = { status: 'blocked', blockedReason: 'policy' } as const;
    expect(await changeOf(heron, message(blocked))).toMatchObject({ changed: false });
    expect(await changeOf(heron, message({ ...blocked, blockedReason: 'pii' }))).toMatchObject({
      changed: true,
    });
    expect(await changeOf(crane, message(blocked))).toMatchObject({
      changed: true,
      before: { status: 'blocked' },
    });
    expect(await changeOf(crane, message({ ...blocked, isBlockedLate: true }))).toMatchObject({
      changed: null,
    });
    expect(await changeOf(crane, message({ status: 'failed' }))).toMatchObject({ changed: null });
  });

  it('lists what is not there', async () => {
    const gone = message({ status: 'blocked', blockedReason: 'policy', question: null });
    expect(await changeOf(heron, gone)).toMatchObject({ state: 'not_stored', changed: null, results: [] });
    expect(await changeOf(heron, null)).toMatchObject({
      ...{ state: 'not_found', message_id: 'msg_x', before: null },
    });
  });
});
