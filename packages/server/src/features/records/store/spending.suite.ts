import type { ModelCost } from '@avow/inference';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, nothingElse, sampleMessage } from '../../../storage/contract/samples.ts';

const midnightMs = Date.UTC(2026, 1, 28, 24);
const cost: ModelCost = { currency: 'USD', amount: 0.1, inputTokens: 1200, outputTokens: 80 };

/** In millionths of a unit, so that the sum that is expected is an integer. */
const someCost = fc.record({
  tenant: fc.nat({ max: 1 }),
  day: fc.nat({ max: 2 }),
  currency: fc.constantFrom('USD', 'EUR'),
  millionths: fc.nat({ max: 3_000_000 }),
  inputTokens: fc.nat({ max: 1_000_000 }),
  outputTokens: fc.nat({ max: 10_000 }),
});
type Cost = typeof someCost extends fc.Arbitrary<infer Value> ? Value : never;

const days = ['2026-02-27', '2026-02-28', '2026-03-01'] as const;

function sumOf(costs: readonly Cost[]) {
  return days.flatMap((day, index) =>
    ['EUR', 'USD'].flatMap((currency) => {
      const own = costs.filter((each) => each.day === index && each.currency === currency);
      const sum = (count: (each: Cost) => number) => own.reduce((total, each) => total + count(each), 0);
      const amount = sum(({ millionths }) => millionths) / 1_000_000;
      const tokens = {
        inputTokens: sum((each) => each.inputTokens),
        outputTokens: sum((each) => each.outputTokens),
      };
      return own.length === 0 ? [] : [{ day, currency, amount, ...tokens }];
    }),
  );
}

/** What every store must do with what language models cost, on any database. */
export function describeSpending(name: string, open: OpenStore): void {
  describe(`${name} as a store of spending`, () => {
    const clock = { nowMs: () => midnightMs };
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open(clock);
    });
    afterAll(() => store.close());

    it('drops the spending of days before the one given, of every tenant', async () => {
      const { records, access, upkeep } = store;
      const tenantIds = [await newTenant(access), await newTenant(access)];
      for (const tenantId of tenantIds)
        for (const hoursBefore of [24, 0]) {
          clock.nowMs = () => midnightMs - hoursBefore * 3_600_000;
          await records.addSpending(tenantId, cost);
        }
      await upkeep.dropSpending('2026-03-01');
      for (const tenantId of tenantIds)
        expect((await records.readSpending(tenantId, '0000-01-01')).map(({ day }) => day)).toEqual([
          '2026-03-01',
        ]);
    });

    it('adds the cost of work without a message to that of messages, durably', async () => {
      const { records, access } = store;
      const [tenantId, otherId] = [await newTenant(access), await newTenant(access)];
      clock.nowMs = () => midnightMs;
      await records.finishMessage(tenantId, sampleMessage(), { ...nothingElse, cost });
      await records.addSpending(tenantId, { ...cost, amount: 0.25 });
      expect(await records.readSpending(tenantId, '2026-03-01')).toEqual([
        { day: '2026-03-01', currency: 'USD', amount: 0.35, inputTokens: 2400, outputTokens: 160 },
      ]);
      expect(await records.readSpending(otherId, '0000-01-01')).toEqual([]);
      const unknown = 'ten_00000000000000000000000000';
      await expect(records.addSpending(unknown, cost)).rejects.toThrow();
    });

    it('adds up what each tenant’s messages cost, for each day and currency', async () => {
      const { records, access } = store;
      await fc.assert(
        fc.asyncProperty(fc.array(someCost, { maxLength: 40, size: 'max' }), async (costs) => {
          const tenants = [await newTenant(access), await newTenant(access)] as const;
          const endings = costs.map(({ tenant, day, millionths, ...rest }) => {
            clock.nowMs = () => midnightMs + (day - 2) * 86_400_000;
            const spent = { ...rest, amount: millionths / 1_000_000 };
            const tenantId = tenant === 0 ? tenants[0] : tenants[1];
            return records.finishMessage(tenantId, sampleMessage(), { ...nothingElse, cost: spent });
          });
          await Promise.all(endings);
          for (const [index, tenantId] of tenants.entries()) {
            const expected = sumOf(costs.filter(({ tenant }) => tenant === index));
            // To the last digit: the store adds integers.
            expect(await records.readSpending(tenantId, days[0])).toEqual(expected);
            const later = expected.filter(({ day }) => day >= days[1]);
            expect(await records.readSpending(tenantId, days[1])).toEqual(later);
          }
        }),
        { numRuns: 40 },
      );
    });

    it('counts on the day in UTC on which a message ends, and only once', async () => {
      const { records, access } = store;
      const tenantId = await newTenant(access);
      const message = sampleMessage({ status: 'processing', createdAtMs: midnightMs - 5000 });
      clock.nowMs = () => midnightMs - 1;
      await records.admitMessage(tenantId, message);
      await records.finishMessage(tenantId, sampleMessage(), { ...nothingElse, cost });
      clock.nowMs = () => midnightMs;
      const ended = { ...message, status: 'failed' } as const;
      await records.finishMessage(tenantId, ended, { ...nothingElse, cost });
      expect(await records.finishMessage(tenantId, ended, { ...nothingElse, cost })).toBe('already_ended');
      expect(await records.readSpending(tenantId, '2026-02-01')).toEqual([
        { ...cost, day: '2026-02-28' },
        { ...cost, day: '2026-03-01' },
      ]);
    });

    it.each([
      { currency: 'dollars' },
      { amount: -0.01 },
      { amount: Number.NaN },
      { amount: 1_000_000_001 },
      { inputTokens: 1.5 },
      { outputTokens: -1 },
    ])('writes nothing of an end that cost %o', async (fault) => {
      const { records, access } = store;
      const tenantId = await newTenant(access);
      const message = sampleMessage();
      const ending = records.finishMessage(tenantId, message, {
        ...nothingElse,
        cost: { ...cost, ...fault },
      });
      await expect(ending).rejects.toMatchObject({ code: 'internal' });
      expect(await records.getMessage(tenantId, message.messageId)).toBeNull();
      expect(await records.readSpending(tenantId, '0000-01-01')).toEqual([]);
    });

    it('refuses an invalid day', async () => {
      const tenantId = await newTenant(store.access);
      await expect(store.records.readSpending(tenantId, '2026-1-1')).rejects.toMatchObject({
        code: 'internal',
      });
    });
  });
}
