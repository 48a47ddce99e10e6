import { useCall } from '../../api/use-call.ts';
import { SeriesChart } from '../../design/charts.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Card, FactList } from '../../design/surface.tsx';
import { operationTexts } from '../../texts/operations.ts';
import { texts } from '../../texts.ts';

const amountOf = (amount: number, currency: string) => `${amount.toFixed(2)} ${currency}`;

export function CostCard() {
  const cost = useCall('getCostInsight');
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
                      `${amountOf(amount, currency)}${each === null ? '' : `, ${operationTexts.perAnswer(amountOf(each, currency))}`}`,
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
            {total.spent.length === 0 ? null : (
              <SeriesChart
                label={operationTexts.spent}
                points={days.map(({ day, spent }) => ({ name: day.slice(5), value: spent[0]?.amount ?? 0 }))}
                format={(value) => value.toFixed(2)}
              />
            )}
          </div>
        )}
      </Loaded>
    </Card>
  );
}
