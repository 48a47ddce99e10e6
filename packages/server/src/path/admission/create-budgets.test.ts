import { AppError } from '@avow/foundation';
import type { TenantBudget } from '@avow/inference';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DaySpending } from '../../features/records/record-store.ts';
import { createBudgets } from './create-budgets.ts';

const nowMs = Date.UTC(2026, 10, 15, 12);
const usual: TenantBudget = { currency: 'USD', perDay: 5, perMonth: 20, whenSpent: 'refuse' };
const day = (date: string, amount: number, currency = 'USD'): DaySpending => ({
  ...{ day: date, amount, currency, inputTokens: 1, outputTokens: 1 },
});

function budgetsWith(spent: readonly DaySpending[], budget: TenantBudget | null, own?: TenantBudget) {
  const asked: string[] = [];
  const budgets = createBudgets({
    clock: { nowMs: () => nowMs },
    records: {
      readSpending: async (_, from) => {
        asked.push(from);
        return spent.filter((one) => one.day >= from);
      },
    },
    budgets: () => ({ usual: budget, tenants: new Map(own === undefined ? [] : [['ten_a', own]]) }),
  });
  return { asked, mayAsk: () => budgets.mayAskModels('ten_a') };
}

describe('createBudgets', () => {
  it('reads nothing if there is no budget', async () => {
    const { mayAsk, asked } = budgetsWith([day('2026-11-15', 1e9)], null);
    expect(await mayAsk()).toBe(true);
    expect(asked).toEqual([]);
  });

  it('refuses once the day is spent, until it is over', async () => {
    expect(await budgetsWith([day('2026-11-15', 4.99)], usual).mayAsk()).toBe(true);
    const refused = budgetsWith([day('2026-11-15', 5)], usual).mayAsk();
    await expect(refused).rejects.toMatchObject({
      code: 'quota_exceeded',
      options: { retryAfterSeconds: 12 * 3600 },
    });
  });

  it('refuses once the month is spent, until that is over', async () => {
    const spent = [day('2026-11-01', 12), day('2026-11-14', 8), day('2026-10-31', 100)];
    await expect(budgetsWith(spent, usual).mayAsk()).rejects.toMatchObject({
      options: { retryAfterSeconds: (Date.UTC(2026, 11, 1) - nowMs) / 1000 },
    });
  });

  it("uses the tenant's own budget if it has one, and its currency alone", async () => {
    const own = { ...usual, currency: 'EUR', whenSpent: 'embedded' } as const;
    expect(await budgetsWith([day('2026-11-15', 9)], usual, own).mayAsk()).toBe(true);
    expect(await budgetsWith([day('2026-11-15', 9, 'EUR')], usual, own).mayAsk()).toBe(false);
  });

  it('lets nobody spend more than was there before the last question', async () => {
    const amounts = fc.array(fc.double({ min: 0, max: 3, noNaN: true }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(amounts, async (given) => {
        const spent: DaySpending[] = [];
        for (const amount of given) {
          try {
            await budgetsWith([...spent], usual).mayAsk();
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
            break;
          }
          spent.push(day('2026-11-15', amount));
        }
        const before = spent.slice(0, -1).reduce((sum, { amount }) => sum + amount, 0);
        expect(before).toBeLessThan(5);
      }),
    );
  });
});
