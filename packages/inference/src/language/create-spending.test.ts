import { expect, it } from 'vitest';
import { createSpending } from './create-spending.ts';

const price = { currency: 'EUR', inputPerMillion: 3, outputPerMillion: 15 };

it('is what the tokens cost', () => {
  const spending = createSpending({ price, budgetPerDay: null }, { nowMs: () => 0 });
  expect(spending.charge({ inputTokens: 1_000_000, outputTokens: 100_000 })).toEqual({
    currency: 'EUR',
    amount: 4.5,
    inputTokens: 1_000_000,
    outputTokens: 100_000,
  });
  expect(spending.isSpent()).toBe(false);
});

it('is nothing, in no currency, without a price', () => {
  const spending = createSpending({ price: null, budgetPerDay: 1 }, { nowMs: () => 0 });
  const cost = spending.charge({ inputTokens: 9, outputTokens: 9 });
  expect(cost).toEqual({ currency: 'XXX', amount: 0, inputTokens: 9, outputTokens: 9 });
  expect(spending.isSpent()).toBe(false);
});

it('is spent once the day has cost as much as it may, until the next day, and not again where the clock goes back', () => {
  let nowMs = 86_400_000 * 3 - 1;
  const spending = createSpending({ price, budgetPerDay: 3 }, { nowMs: () => nowMs });
  spending.charge({ inputTokens: 999_999, outputTokens: 0 });
  expect(spending.isSpent()).toBe(false);
  spending.charge({ inputTokens: 1, outputTokens: 0 });
  expect(spending.isSpent()).toBe(true);
  nowMs -= 86_400_000;
  expect(spending.isSpent()).toBe(true);
  nowMs = 86_400_000 * 3;
  expect(spending.isSpent()).toBe(false);
});

it('is spent from the start where nothing may be', () => {
  expect(createSpending({ price, budgetPerDay: 0 }, { nowMs: () => 0 }).isSpent()).toBe(true);
});
