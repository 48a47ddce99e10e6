import type { TenantId } from '@avow/foundation';
import type { Operation, Statements } from '@avow/storage';
import { intoTable } from '@avow/storage';
import { type SpendingColumns, spendingColumns } from './spending-columns.ts';

/** The sums that the transaction which ends a message adds to. */
export interface SpendingWrites {
  add(tenantId: string, cost: SpendingColumns): Operation<void>;
}

/** In integers throughout, so that a million small amounts lose nothing. */
const addSql = `INSERT ${intoTable('model_spending', ['tenant_id', ...spendingColumns])}
  ON CONFLICT (tenant_id, day, currency) DO UPDATE SET
  units = model_spending.units + excluded.units
    + (model_spending.trillionths + excluded.trillionths) / 1000000000000,
  trillionths = (model_spending.trillionths + excluded.trillionths) % 1000000000000,
  input_tokens = model_spending.input_tokens + excluded.input_tokens,
  output_tokens = model_spending.output_tokens + excluded.output_tokens`;

export function createSpendingSweep({ change }: Statements) {
  const drop = change('DELETE FROM model_spending WHERE tenant_id = ? AND day < ?');
  return { dropSpendingOf: (tenantId: TenantId, before: string) => drop.run(tenantId, before) };
}

export function prepareSpending({ write }: Statements): SpendingWrites {
  const add = write<SpendingColumns & { readonly tenant_id: string }>(addSql);
  return { add: (tenantId, cost) => add.put({ tenant_id: tenantId, ...cost }) };
}
