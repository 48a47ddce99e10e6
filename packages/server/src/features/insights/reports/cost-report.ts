import type { BudgetLeft, CostInsight, Spent } from '@avow/contract';
import { createYielder, type TenantId } from '@avow/foundation';
import type { ModelsSettings, TenantBudget } from '@avow/inference';
import type { DaySpending, RecordStore } from '../../records/record-store.ts';
import type { InsightStore } from '../insight-store.ts';
import type { Period } from '../insights.ts';
import { isAnswer, readMessageFacts } from '../read-message-facts.ts';
import { dayOf, daysOf } from './calendar.ts';
import { roundShare } from './reliability.ts';

export interface CostSources {
  readonly insights: Pick<InsightStore, 'listFacts'>;
  readonly records: Pick<RecordStore, 'readSpending'>;
  readonly budgets: ModelsSettings['budgets'];
  readonly nowMs: () => number;
}

interface DayCounts {
  messages: number;
  answers: number;
}

/** What language models cost, with the messages and answers per day. */
export async function buildCostReport(
  { insights, records, budgets, nowMs }: CostSources,
  tenantId: TenantId,
  period: Period,
): Promise<CostInsight> {
  const days = new Map(daysOf(period).map((day): [string, DayCounts] => [day, { messages: 0, answers: 0 }]));
  const total: DayCounts = { messages: 0, answers: 0 };
  const counted = await readMessageFacts(insights, tenantId, period, {
    giveWay: createYielder(),
    visit: (facts) => {
      for (const counts of [total, days.get(dayOf(facts.createdAtMs))]) {
        if (counts === undefined) continue;
        counts.messages += 1;
        if (isAnswer(facts)) counts.answers += 1;
      }
    },
  });
  const spending = await records.readSpending(tenantId, dayOf(period.fromMs));
  const inPeriod = spending.filter(({ day }) => days.has(day));
  const byDay = Map.groupBy(inPeriod, ({ day }) => day);
  return {
    ...counted,
    days: [...days].map(([day, counts]) => ({
      day,
      ...counts,
      spent: spentOf(byDay.get(day) ?? [], counts),
    })),
    total: { ...total, spent: spentOf(inPeriod, total) },
    budget: await budgetLeft(records, tenantId, budgets.tenants.get(tenantId) ?? budgets.usual, nowMs()),
  };
}

/** One entry per currency, sorted by name. */
function spentOf(spending: readonly DaySpending[], { answers }: DayCounts): Spent[] {
  return [...Map.groupBy(spending, ({ currency }) => currency)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, own]) => {
      const sum = (of: (day: DaySpending) => number) => own.reduce((soFar, day) => soFar + of(day), 0);
      const amount = sum((day) => day.amount);
      return {
        currency,
        amount: roundShare(amount),
        input_tokens: sum((day) => day.inputTokens),
        output_tokens: sum((day) => day.outputTokens),
        per_answer: answers === 0 ? null : roundShare(amount / answers),
      };
    });
}

async function budgetLeft(
  records: CostSources['records'],
  tenantId: TenantId,
  budget: TenantBudget | null,
  nowMs: number,
): Promise<BudgetLeft | null> {
  if (budget === null) return null;
  const today = dayOf(nowMs);
  const month = await records.readSpending(tenantId, `${today.slice(0, 7)}-01`);
  const own = month.filter(({ currency }) => currency === budget.currency);
  const left = (limit: number | null, spent: readonly DaySpending[]) =>
    limit === null
      ? null
      : roundShare(Math.max(0, limit - spent.reduce((sum, { amount }) => sum + amount, 0)));
  return {
    currency: budget.currency,
    per_day: budget.perDay,
    per_month: budget.perMonth,
    remaining_today: left(
      budget.perDay,
      own.filter(({ day }) => day === today),
    ),
    remaining_this_month: left(budget.perMonth, own),
    when_spent: budget.whenSpent,
  };
}
