import { AppError } from '../../errors/app-error.ts';
import type { ModelCost } from '../../interfaces/language-model.ts';
import type { DaySpending } from '../../interfaces/record-store.ts';

/** The amount in whole units of its currency and trillionths of one. */
export type SpendingColumns = readonly [
  day: string,
  currency: string,
  units: number,
  trillionths: number,
  inputTokens: number,
  outputTokens: number,
];

export const spendingColumnsSql = 'day, currency, units, trillionths, input_tokens, output_tokens';

const trillion = 1_000_000_000_000;

/** More than one message costs, even in the smallest of currencies, and more tokens than it takes. */
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
  const rest = trillionths - carry * trillion;
  return [dayOf(nowMs), currency, whole + carry, rest, inputTokens, outputTokens];
}

export function decodeSpending(columns: SpendingColumns): DaySpending {
  const [day, currency, units, trillionths, inputTokens, outputTokens] = columns;
  // Read as a decimal number it is rounded once: 2.708712, and not the sum of two fractions next to it.
  const amount = Number(`${units}.${String(trillionths).padStart(12, '0')}`);
  return { day, currency, amount, inputTokens, outputTokens };
}

export function assertDay(day: string): void {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) {
    throw new AppError('internal', { cause: new Error('a day is written as 2026-11-15') });
  }
}
