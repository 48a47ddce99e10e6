import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { erasureClient } from '../support/erasure-client.ts';
import {
  expectTrueQuotes,
  handbook,
  holiday,
  holidayQuestion,
  playAll,
  say,
  startWrittenService,
  tierOf,
  type WrittenService,
  type WrittenTenant,
} from '../support/written-service.ts';

const keepMs = 60_000;
let service: WrittenService;
let tenant: WrittenTenant;
let nowMs = Date.now();

beforeAll(async () => {
  service = await startWrittenService({
    env: { AVOW_ANSWER_CACHE_MS: String(keepMs) },
    clock: { nowMs: () => nowMs },
    tiers: [{}, {}],
  });
});
beforeEach(async () => {
  tenant = await service.newTenant();
  playAll(service, say(`${holiday[0]} [1]`));
});
afterAll(() => service.close());

const asked = () => service.providers.reduce((sum, { requests }) => sum + requests.length, 0);

/** Whether it was answered from what is remembered, without asking any model. */
async function isRemembered(
  by: WrittenTenant,
  also: Readonly<Record<string, unknown>> = {},
): Promise<boolean> {
  const before = asked();
  const response = await by.ask(holidayQuestion, also);
  expectTrueQuotes(response, handbook);
  const fromCache = response.processing.routing_source === 'cache';
  expect(asked() === before).toBe(fromCache);
  return fromCache;
}

describe('a cached answer', () => {
  it('is discarded once any content of the tenant was erased', async () => {
    const other = await service.newTenant();
    for (const one of [tenant, other]) await one.ask(holidayQuestion);
    expect([await isRemembered(tenant), await isRemembered(other)]).toEqual([true, true]);
    const { message_id: id } = await tenant.ask('When are receipts paid back?');
    const key = await service.createKey(tenant.tenantId, { scopes: ['audit:erase'] });
    await erasureClient(service, key).erased(id);
    expect([await isRemembered(tenant), await isRemembered(other)]).toEqual([false, true]);
  });

  it('is given without a model and at no cost, with its own record and checks', async () => {
    const first = await tenant.ask(holidayQuestion);
    const again = await tenant.ask(holidayQuestion);
    expect(again.processing).toMatchObject({
      ...{ model_tier: 1, degraded_mode: false, routing_source: 'cache' },
    });
    expect(again.answer).toBe(first.answer);
    expect(again.model_info).toEqual(first.model_info);
    expect(again.message_id).not.toBe(first.message_id);
    expect(again.guardrails.map(({ name }) => name)).toEqual(first.guardrails.map(({ name }) => name));
    const [paid, free] = await Promise.all([tenant.auditOf(first), tenant.auditOf(again)]);
    expect(paid.cost.amount).toBeGreaterThan(0);
    expect(free.cost.amount).toBe(0);
    expect(free.pack_versions).toEqual(paid.pack_versions);
  });

  it('expires', async () => {
    await tenant.ask(holidayQuestion);
    nowMs += keepMs - 1;
    expect(await isRemembered(tenant)).toBe(true);
    nowMs += keepMs;
    expect(await isRemembered(tenant)).toBe(false);
  });

  it('is never given to another tenant', async () => {
    await tenant.ask(holidayQuestion);
    const other = await service.newTenant();
    expect(await isRemembered(other)).toBe(false);
    const empty = await service.newTenant({ 'pets.md': '# Pets\n\nDogs stay at home.\n' });
    expect((await empty.ask(holidayQuestion)).answer).not.toContain('27 days');
  });

  it('is never given to other groups', async () => {
    const restricted = await service.newTenant({
      'handbook.md': `---\ngroups: [hr]\n---\n${handbook}`,
    });
    const ask = (groups: readonly string[]) => restricted.ask(holidayQuestion, { groups });
    expect((await ask(['hr'])).answer).toBe(holiday[0]);
    expect((await ask(['hr'])).processing.routing_source).toBe('cache');
    for (const groups of [[], ['sales'], ['hr2']]) {
      const response = await ask(groups);
      expect(response.answer).not.toContain('27');
      expect(response.citations).toEqual([]);
    }
    // The same groups in another order are the same groups.
    await ask(['hr', 'board']);
    expect((await ask(['board', 'hr'])).processing.routing_source).toBe('cache');
  });

  it('is not given once another version of its pack is published', async () => {
    await tenant.ask(holidayQuestion);
    const changed = handbook.replace('27 days', '31 days');
    await service.loadPack(tenant.tenantId, { 'handbook.md': changed });
    playAll(service, say('Every employee has 31 days of paid holiday in a year. [1]'));
    const response = await tenant.ask(holidayQuestion);
    expect(response.answer).toContain('31 days');
    expect(response.processing.routing_source).toBe('retrieval');
    expectTrueQuotes(response, changed);
  });

  it('is not given for another policy, tier, format or language', async () => {
    await tenant.ask(holidayQuestion);
    expect(await isRemembered(tenant)).toBe(true);
    expect(await isRemembered(tenant, { model_tier: 2 })).toBe(false);
    expect(await isRemembered(tenant, { answer_format: 'markdown' })).toBe(false);
    expect(await isRemembered(tenant, { language: 'en-GB' })).toBe(false);
    expect(await isRemembered(tenant)).toBe(true);
    await tenant.put({ answering: { start_tier: 1 } });
    expect(await isRemembered(tenant)).toBe(false);
  });

  it('is not cached if it was degraded, or if a language model found no answer', async () => {
    tierOf(service, 1).play({ kind: 'fail', status: 400 });
    const first = await tenant.ask(holidayQuestion);
    expect(first.processing.degraded_mode).toBe(true);
    tierOf(service, 1).play(say(`${holiday[0]} [1]`));
    expect((await tenant.ask(holidayQuestion)).processing).toMatchObject({
      ...{ model_tier: 1, routing_source: 'retrieval' },
    });
    const other = await service.newTenant();
    playAll(service, say('NOT_COVERED'));
    await other.ask(holidayQuestion);
    playAll(service, say(`${holiday[0]} [1]`));
    expect((await other.ask(holidayQuestion)).answer).toBe(holiday[0]);
  });

  it('is cached in its language, but not if another language was requested', async () => {
    const inGerman = { language: 'de' };
    tierOf(service, 1).play(say(`${holiday[0]} [1]`), say('[1] Nobody knows.'));
    const first = await tenant.ask(holidayQuestion, inGerman);
    expect(first).toMatchObject({ answer: holiday[0], processing: { degraded_mode: false } });
    const german = 'Alle Angestellten haben 27 Tage bezahlten Urlaub im Jahr.';
    tierOf(service, 1).play(say(`${holiday[0]} [1]`), say(`[1] ${german}`));
    expect((await tenant.ask(holidayQuestion, inGerman)).answer).toBe(german);
    const again = await tenant.ask(holidayQuestion, inGerman);
    expect(again).toMatchObject({ answer: german, processing: { routing_source: 'cache' } });
    expectTrueQuotes(again, handbook);
  });
});
