import type { Clock, TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { ModelsSettings, TenantBudget } from '@avow/inference';
import type { RecordStore } from '../../features/records/record-store.ts';
import type { BudgetUse } from '../../telemetry/state-metrics.ts';

/** What tenants may spend on language models. */
export interface Budgets {
  /**
   * Whether language models may still be asked for this tenant. Throws `quota_exceeded` if the budget is spent and queries
   * are to be refused then.
   */
  mayAskModels(tenantId: TenantId): Promise<boolean>;
  /** How far these tenants have spent their budgets; null: none of them has one. */
  readUse(tenantIds: readonly TenantId[]): Promise<BudgetUse | null>;
}

interface BudgetDependencies {
  readonly records: Pick<RecordStore, 'readSpending'>;
  readonly clock: Clock;
  /** Read each time: others may be set while the service runs. */
  readonly budgets: () => ModelsSettings['budgets'];
}

/**
 * Computed from the recorded costs of queries that have ended: those in progress when a budget runs out may exceed it by
 * their cost.
 */
export function createBudgets({ records, clock, budgets }: BudgetDependencies): Budgets {
  const budgetOf = (tenantId: TenantId) => budgets().tenants.get(tenantId) ?? budgets().usual;
  return {
    readUse: async (tenantIds) => {
      const nowMs = clock.nowMs();
      const uses: Array<BudgetUse['highestShare'] & { readonly isSpent: boolean }> = [];
      for (const tenantId of tenantIds) {
        const budget = budgetOf(tenantId);
        if (budget === null) continue;
        const spent = await readSpent(records, tenantId, { currency: budget.currency, nowMs });
        uses.push({
          day: shareOf(spent.today, budget.perDay),
          month: shareOf(spent.thisMonth, budget.perMonth),
          isSpent: overspent(budget, spent, nowMs) !== null,
        });
      }
      if (uses.length === 0) return null;
      const highestOf = (period: 'day' | 'month') =>
        uses.reduce((highest, use) => Math.max(highest, use[period]), 0);
      return {
        highestShare: { day: highestOf('day'), month: highestOf('month') },
        spent: uses.filter(({ isSpent }) => isSpent).length,
      };
    },
    mayAskModels: async (tenantId) => {
      const budget = budgetOf(tenantId);
      if (budget === null) return true;
      const nowMs = clock.nowMs();
      const spent = await readSpent(records, tenantId, { currency: budget.currency, nowMs });
      const over = overspent(budget, spent, nowMs);
      if (over === null) return true;
      if (budget.whenSpent === 'embedded') return false;
      throw new AppError('quota_exceeded', {
        detail: `The budget for language models per ${over.period} is spent.`,
        retryAfterSeconds: Math.max(1, Math.ceil((over.endsAtMs - nowMs) / 1000)),
      });
    },
  };
}

/** 0 without a limit; a limit of 0 is spent. */
function shareOf(spent: number, limit: number | null): number {
  if (limit === null) return 0;
  return limit === 0 ? 1 : spent / limit;
}

interface Spent {
  readonly today: number;
  readonly thisMonth: number;
}

async function readSpent(
  records: BudgetDependencies['records'],
  tenantId: TenantId,
  { currency, nowMs }: { readonly currency: string; readonly nowMs: number },
): Promise<Spent> {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const days = await records.readSpending(tenantId, `${today.slice(0, 7)}-01`);
  const own = days.filter((day) => day.currency === currency);
  const sum = (some: typeof own) => some.reduce((total, { amount }) => total + amount, 0);
  return { today: sum(own.filter(({ day }) => day === today)), thisMonth: sum(own) };
}

function overspent(
  { perDay, perMonth }: TenantBudget,
  { today, thisMonth }: Spent,
  nowMs: number,
): { readonly period: 'day' | 'month'; readonly endsAtMs: number } | null {
  const now = new Date(nowMs);
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (perMonth !== null && thisMonth >= perMonth)
    return { period: 'month', endsAtMs: Date.UTC(year, month + 1, 1) };
  if (perDay !== null && today >= perDay) return { period: 'day', endsAtMs: Date.UTC(year, month, day + 1) };
  return null;
}
