import { describe, expect, it } from 'vitest';
import { addCosts } from './open-tally.ts';

const cost = (currency: string, amount: number) => ({ currency, amount, inputTokens: 3, outputTokens: 2 });

describe('addCosts', () => {
  it('adds amounts and tokens, and is null if no model was asked', () => {
    expect(addCosts([cost('EUR', 1), null, cost('EUR', 2)])).toEqual({
      ...{ currency: 'EUR', amount: 3, inputTokens: 6, outputTokens: 4 },
    });
    expect(addCosts([null])).toBeNull();
  });

  it('counts what was paid whether or not a model without a price was asked before', () => {
    expect(addCosts([cost('XXX', 0), cost('EUR', 20)])).toMatchObject({ currency: 'EUR', amount: 20 });
    expect(addCosts([cost('EUR', 20), cost('XXX', 0)])).toMatchObject({ currency: 'EUR', amount: 20 });
    expect(addCosts([cost('XXX', 0)])).toMatchObject({ currency: 'XXX', amount: 0 });
  });
});
