import { DatabaseSync } from 'node:sqlite';
import { migrateSqlite, sqliteStatements } from '@avow/storage/threads';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sqliteMigrations } from '../../../storage/schema/sqlite-schema.ts';
import { prepareSpending } from './prepare-spending.ts';
import { decodeSpending, encodeCost, type SpendingColumns, spendingColumns } from './spending-columns.ts';

function openSums() {
  const database = new DatabaseSync(':memory:');
  migrateSqlite(database, sqliteMigrations);
  database.exec(
    "INSERT INTO tenants (tenant_id, name, status, created_at_ms) VALUES ('ten_a', 'a', 'active', 0); BEGIN",
  );
  const spending = prepareSpending(sqliteStatements(database));
  const read = database.prepare(`SELECT ${spendingColumns.join(', ')} FROM model_spending`);
  return {
    add(amount: number, times = 1) {
      const cost = encodeCost({ currency: 'USD', amount, inputTokens: 1, outputTokens: 2 }, 0);
      for (let count = 0; count < times; count++) spending.add('ten_a', cost);
    },
    sum: () => decodeSpending(read.get() as unknown as SpendingColumns),
    close: () => database.close(),
  };
}

/** In trillionths of a unit; nothing is lost in them. */
function toTrillionths(amount: number): bigint {
  const [whole = '', fraction = ''] = amount.toFixed(12).split('.');
  return BigInt(whole + fraction);
}

describe('sums of spending', () => {
  it('lose nothing over a million additions', () => {
    const { add, sum, close } = openSums();
    // A plain sum of these would be off by more than 1e-6: each is small beside what has been added up.
    add(999_999_999.1);
    add(0.000_037_3, 1_000_000);
    expect(sum()).toMatchObject({ amount: 1_000_000_036.4, inputTokens: 1_000_001, outputTokens: 2_000_002 });
    close();
  });

  it('are those of the decimal amounts, whatever their order', () => {
    const someAmount = fc.oneof(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1000, noNaN: true }),
      fc.constantFrom(0, 0.999_999_999_999_9, 1, 0.1, 1e-12, 4e-13),
    );
    fc.assert(
      fc.property(fc.array(someAmount, { minLength: 1, maxLength: 100 }), (amounts) => {
        const [forth, back] = [openSums(), openSums()];
        for (const amount of amounts) forth.add(amount);
        for (const amount of amounts.toReversed()) back.add(amount);
        const exact = Number(amounts.reduce((total, amount) => total + toTrillionths(amount), 0n)) / 1e12;
        expect(Math.abs(forth.sum().amount - exact)).toBeLessThanOrEqual(amounts.length * 1e-12);
        expect(back.sum()).toEqual(forth.sum());
        forth.close();
        back.close();
      }),
      { numRuns: 50 },
    );
  });
});
