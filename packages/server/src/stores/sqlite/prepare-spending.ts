import type { DatabaseSync } from 'node:sqlite';
import { type SpendingColumns, spendingColumnsSql } from './spending-columns.ts';

/** The sums that the transaction which ends a message adds to. */
export interface Spending {
  add(tenantId: string, cost: SpendingColumns): void;
}

/** In integers throughout, so that a million small amounts lose nothing. */
const addSql = `INSERT INTO model_spending (tenant_id, ${spendingColumnsSql}) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET
  units = units + excluded.units + (trillionths + excluded.trillionths) / 1000000000000,
  trillionths = (trillionths + excluded.trillionths) % 1000000000000,
  input_tokens = input_tokens + excluded.input_tokens,
  output_tokens = output_tokens + excluded.output_tokens`;

export function prepareSpending(database: DatabaseSync): Spending {
  const add = database.prepare(addSql);
  return {
    add(tenantId, cost) {
      add.run(tenantId, ...cost);
    },
  };
}
