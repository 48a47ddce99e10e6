import type { DatabaseSync } from 'node:sqlite';
import { intoTable } from '../../sql/columns.ts';
import { prepareWrite } from '../prepare-write.ts';
import { type SpendingColumns, spendingColumns } from './spending-columns.ts';

/** The sums that the transaction which ends a message adds to. */
export interface Spending {
  add(tenantId: string, cost: SpendingColumns): void;
}

/** In integers throughout, so that a million small amounts lose nothing. */
const addSql = `INSERT ${intoTable('model_spending', ['tenant_id', ...spendingColumns])}
  ON CONFLICT DO UPDATE SET
  units = units + excluded.units + (trillionths + excluded.trillionths) / 1000000000000,
  trillionths = (trillionths + excluded.trillionths) % 1000000000000,
  input_tokens = input_tokens + excluded.input_tokens,
  output_tokens = output_tokens + excluded.output_tokens`;

export function prepareSpending(database: DatabaseSync): Spending {
  const add = prepareWrite<SpendingColumns & { readonly tenant_id: string }>(database, addSql);
  return {
    add(tenantId, cost) {
      add.run({ tenant_id: tenantId, ...cost });
    },
  };
}
