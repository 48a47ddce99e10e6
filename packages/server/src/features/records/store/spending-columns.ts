import { AppError } from '@avow/foundation';
import type { ModelCost } from '@avow/inference';
import type { Row } from '@avow/storage';
import type { DaySpending } from '../record-store.ts';
import { modelSpending } from './message-tables.ts';

const spendingRows = modelSpending.without('tenant_id');
/** The cost of a day, in whole units of its currency and trillionths of one. */
export type SpendingColumns = Row<typeof spendingRows>;

export const spendingColumns = spendingRows.columns;

const trillion = 1_000_000_000_000;

/** More than one message can cost, even in the smallest currency unit, and more tokens than it can use. */
const costMax = 1_000_000_000;

function assertCost({ currency, amount, inputTokens, outputTokens }: ModelCost): void {
  const isCount = (count: number) => Number.isSafeInteger(count) && count >= 0 && count <= costMax;
  const isAmount = amount >= 0 && amount <= costMax;
  if (!/^[A-Z]{3}$/.test(currency) || !isAmount || !isCount(inputTokens) || !isCount(outputTokens)) {
    throw new AppError('internal', { cause: new Error('a cost is out of bounds') });
  }
}

/** As 2026-11-15. */
function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export function encodeCost(cost: ModelCost, nowMs: number): SpendingColumns {
  assertCost(cost);
  const { currency, amount, inputTokens, outputTokens } = cost;
  const whole = Math.floor(amount);
  const trillionths = Math.round((amount - whole) * trillion);
  const carry = trillionths === trillion ? 1 : 0;
  return {
    day: dayOf(nowMs),
    currency,
    units: whole + carry,
    trillionths: trillionths - carry * trillion,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
  };
}

export function decodeSpending(row: SpendingColumns): DaySpending {
  const { day, currency, units, trillionths, input_tokens: inputTokens, output_tokens: outputTokens } = row;
  // Parsed as one decimal number, so that it is rounded only once.
  const amount = Number(`${units}.${String(trillionths).padStart(12, '0')}`);
  return { day, currency, amount, inputTokens, outputTokens };
}

export function assertDay(day: string): void {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) {
    throw new AppError('internal', { cause: new Error('a day is written as 2026-11-15') });
  }
}
