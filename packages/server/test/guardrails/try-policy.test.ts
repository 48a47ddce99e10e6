import type { GuardrailPolicyGiven } from '@avow/contract/guardrails';
import type { TenantId } from '@avow/foundation';
import type { PastMessage, TrialSubject } from '@avow/guardrails/policies';
import { noParts } from '@avow/guardrails/testing';
import type { GuardModel } from '@avow/inference';
import { describe, expect, it } from 'vitest';
import {
  fromAnyRevision,
  type Given,
  refusal,
  testPolicyOf,
  usePolicies,
  words,
} from '../support/test-policies.ts';

const { policiesWith, newTenant } = usePolicies();

const texts = (...given: string[]): TrialSubject => ({
  kind: 'texts',
  texts: given.map((text) => ({ text, stage: 'input' })),
});

describe('a trial', () => {
  it('uses the policy in force or a given one, and changes nothing', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant();
    const { version } = await policies.put(tenantId, testPolicyOf(words('heron')), fromAnyRevision);
    const inForce = await policies.tryOut(tenantId, undefined, texts('a heron', 'a crane'));
    expect(inForce.version).toBe(version);
    expect(inForce.data.map(({ action, blocked_reason }) => [action, blocked_reason])).toEqual([
      ['block', 'policy'],
      ['none', null],
    ]);
    const other = await policies.tryOut(tenantId, testPolicyOf(words('crane')), texts('a heron', 'a crane'));
    expect(other.version).toMatch(/^trial-[0-9a-f]{12}$/);
    expect(other.data.map(({ action }) => action)).toEqual(['none', 'block']);
    expect(await policies.inForce(tenantId)).toMatchObject({ revision: 1, version });
  });

  it('counts the findings of each guardrail, including those in shadow mode', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant();
    const tried = await policies.tryOut(
      tenantId,
      testPolicyOf(
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

  it('skips checks that need a draft, and says so', async () => {
    const { policies } = policiesWith();
    const tenantId = await newTenant();
    const grounding = { name: 'Grounding', check: 'grounding', stage: 'output', action: 'block' } as const;
    const { data } = await policies.tryOut(
      tenantId,
      testPolicyOf(words('heron', { stage: 'output' }), grounding),
      { kind: 'texts', texts: [{ text: 'an answer', stage: 'output' }] },
    );
    expect(data[0]?.results).toMatchObject([
      { status: 'ok', compliant: true },
      { status: 'skipped', compliant: false, reasoning: expect.stringContaining('draft') },
    ]);
  });

  /** A model that answers on request. */
  function heldModel() {
    const { promise, resolve } = Promise.withResolvers<number>();
    const guardModel: GuardModel = { name: 'held', applyRule: () => promise };
    return { parts: { ...noParts, guardModel }, answer: () => resolve(0) };
  }
  const rule = testPolicyOf({
    ...{ name: 'Rule', check: 'rule', stage: 'input', action: 'block', timeout_ms: 2_000 },
    settings: { rule: 'Be kind.' },
  });

  it('ends at its deadline, and reports the rest as not reached', async () => {
    const { parts, answer } = heldModel();
    const { policies } = policiesWith({ parts, trialMs: 5 });
    const tenantId = await newTenant();
    const { data, summary } = await policies.tryOut(tenantId, rule, texts('one', 'two'));
    expect(data.map(({ state, results }) => [state, results.length])).toEqual([
      ['not_reached', 0],
      ['not_reached', 0],
    ]);
    expect(summary).toMatchObject({ tried: 0, not_reached: 2 });
    answer();
  });

  it('runs one at a time per tenant, and a few overall', async () => {
    const { parts, answer } = heldModel();
    const { policies } = policiesWith({ parts });
    const tenants = await Promise.all(Array.from({ length: 5 }, () => newTenant()));
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

describe('a trial on past messages', () => {
  const message = (also: Partial<PastMessage>): PastMessage => {
    const question = also.question === undefined ? 'Where is the heron?' : also.question;
    return {
      ...{ messageId: 'msg_01ka2tpzg0e6srq53nv7xwx6nx', status: 'delivered', blockedReason: null },
      ...{ isCauseGone: false, question, asked: question, answer: null, shownQuotes: [], urls: [] },
      ...{ ending: 'answered', scoreUnder: null },
      ...also,
    };
  };

  async function changeOf(given: GuardrailPolicyGiven, past: PastMessage | null) {
    const read = async () => [{ id: 'msg_x', message: past }];
    const { policies } = policiesWith({ past: { read } });
    const tenantId = await newTenant();
    const { data } = await policies.tryOut(tenantId, given, {
      kind: 'messages',
      which: { kind: 'ids', ids: ['msg_x'] },
      readableBy: null,
    });
    const [entry] = data;
    if (entry?.kind !== 'message') throw new Error('not a message');
    return entry;
  }

  const heron = testPolicyOf(words('heron'));
  const crane = testPolicyOf(words('crane'));
  const ofAnswers = (action: 'block' | 'redact') => testPolicyOf(words('crane', { stage: 'output', action }));

  it('reports which messages would end differently', async () => {
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
    expect(await changeOf(testPolicyOf(links), linking)).toMatchObject({ changed: true });
    // A quoted link was written by the operator, and a link to a cited source is expected.
    const quoted = { ...linking, shownQuotes: ['See https://a.example/x for more.'] };
    expect(await changeOf(testPolicyOf(links), quoted)).toMatchObject({ changed: false });
    const cited = { ...linking, urls: ['https://a.example/x'] };
    expect(await changeOf(testPolicyOf(links), cited)).toMatchObject({ changed: false });
    const shadow = testPolicyOf(words('heron', { mode: 'shadow' }), words('heron', { action: 'flag' }));
    expect(await changeOf(shadow, answered)).toMatchObject({ changed: false, action: 'flag' });
  });

  it('compares with blocked messages if their stage is known', async () => {
    const blocked = { status: 'blocked', blockedReason: 'policy', ending: 'blocked' } as const;
    expect(await changeOf(heron, message(blocked))).toMatchObject({ changed: false });
    expect(await changeOf(heron, message({ ...blocked, blockedReason: 'pii' }))).toMatchObject({
      changed: true,
    });
    expect(await changeOf(crane, message(blocked))).toMatchObject({
      changed: true,
      original: { status: 'blocked' },
    });
    expect(await changeOf(crane, message({ ...blocked, isCauseGone: true }))).toMatchObject({
      changed: null,
    });
    expect(await changeOf(crane, message({ status: 'failed', ending: null }))).toMatchObject({
      changed: null,
    });
  });

  it('says which answers a person would decide on, and which would be withheld', async () => {
    const scores = (given: Partial<GuardrailPolicyGiven>) => ({ ...crane, ...given });
    const scored = message({
      answer: 'Beside the egret.',
      scoreUnder: ({ degraded }) => Math.min(0.7, degraded),
    });
    const reviewed = { ...scored, ending: 'in_review' } as const;
    for (const [given, past, ending, changed] of [
      [scores({ review: { below: 0.6 } }), scored, 'answered', false],
      [scores({ review: { below: 0.8 } }), scored, 'in_review', true],
      [scores({ review: { below: 0.8 } }), reviewed, 'in_review', false],
      [scores({ review: { below: null } }), reviewed, 'answered', true],
      [scores({ confidence: { withhold_below: 0.75 }, review: { below: 0.8 } }), scored, 'no_answer', true],
      [
        scores({ confidence: { caps: { degraded: 0.3 } }, review: { below: 0.4 } }),
        scored,
        'in_review',
        true,
      ],
      [scores({ review: { below: 0.8 } }), message({ ending: 'no_answer' }), 'no_answer', false],
      [{ ...ofAnswers('block'), review: { below: 0.8 } }, { ...scored, answer: 'A crane.' }, 'blocked', true],
    ] as const) {
      expect(await changeOf(given, past)).toMatchObject({ ending, changed });
    }
  });

  it('lists messages that do not exist', async () => {
    const gone = message({ status: 'blocked', blockedReason: 'policy', question: null });
    expect(await changeOf(heron, gone)).toMatchObject({ state: 'not_stored', changed: null, results: [] });
    expect(await changeOf(heron, null)).toMatchObject({
      ...{ state: 'not_found', message_id: 'msg_x', original: null },
    });
  });
});
