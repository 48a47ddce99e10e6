import type { CostInsight } from '@avow/contract/insights';
import { noCurrency } from '@avow/contract/values';
import { useCall } from '../../api/use-call.ts';
import { formatDay } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { Card, FactList } from '../../design/surface.tsx';
import { TimeChart } from '../../design/time-chart.tsx';
import { operationTexts } from '../../texts/operations.ts';
import { texts } from '../../texts.ts';
import { searchOfDay, useRecordsLink } from '../records/records-link.ts';

const amountOf = (amount: number, currency: string) =>
  currency === noCurrency ? texts.noPrice : `${amount.toFixed(2)} ${currency}`;

/** What language models cost, by day. `from`: since then; by default, in 30 days. */
export function CostCard({ from }: { readonly from?: string }) {
  const cost = useCall('getCostInsight', from === undefined ? {} : { query: { from } });
  return (
    <Card title={operationTexts.cost}>
      <Loaded reading={cost}>
        {({ total, days, budget }) => (
          <div className="stack">
            {total.spent.length === 0 ? <p className="quiet">{operationTexts.nothingSpent}</p> : null}
            <FactList
              rows={[
                ...total.spent.map(
                  ({ currency, amount, per_answer: each }) =>
                    [
                      operationTexts.spent,
                      `${amountOf(amount, currency)}${each === null || currency === noCurrency ? '' : `, ${operationTexts.perAnswer(amountOf(each, currency))}`}`,
                    ] as const,
                ),
                ...(budget === null
                  ? ([[operationTexts.budget, operationTexts.noBudget]] as const)
                  : ([
                      [
                        operationTexts.leftToday,
                        budget.remaining_today === null
                          ? texts.none
                          : amountOf(budget.remaining_today, budget.currency),
                      ],
                      [
                        operationTexts.leftMonth,
                        budget.remaining_this_month === null
                          ? texts.none
                          : amountOf(budget.remaining_this_month, budget.currency),
                      ],
                    ] as const)),
              ]}
            />
            <CostChart total={total} days={days} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

/** Of the first currency that prices are in; nothing if no model has a price. */
function CostChart({ total, days }: Pick<CostInsight, 'total' | 'days'>) {
  const recordsLink = useRecordsLink();
  const priced = total.spent.find(({ currency }) => currency !== noCurrency);
  if (priced === undefined) return null;
  return (
    <TimeChart
      title={operationTexts.spentByDay}
      unit={priced.currency}
      series={[{ name: operationTexts.spent, tone: 'accent' }]}
      points={days.map(({ day, spent, answers }) => ({
        ...{ id: day, name: formatDay(day) },
        values: [spent.find(({ currency }) => currency === priced.currency)?.amount ?? 0],
        note: operationTexts.ofAnswers(answers),
        link: recordsLink(searchOfDay(day)),
      }))}
      format={(value) => value.toFixed(2)}
      summary={operationTexts.ofAnswers(total.answers)}
    />
  );
}
