import type { LatencyInsight, Timing } from '@avow/contract/insights';
import type { Metric } from '../../api/read-metrics.ts';
import { formatCount, formatMs, formatShare } from '../../design/format.ts';
import { TableFrame } from '../../design/table-frame.tsx';
import { operationTexts } from '../../texts/operations.ts';
import { texts } from '../../texts.ts';
import { tierName } from '../ask/tier-name.ts';
import { ModelList } from './model-list.tsx';

interface Props {
  readonly latency: LatencyInsight;
  readonly metrics: readonly Metric[];
}

const msOf = (ms: number | null) => (ms === null ? texts.none : formatMs(ms));

/** Each tier with its times, and each model with whether it can be called. */
export function TierTable({ latency, metrics }: Props) {
  return (
    <>
      <ModelList metrics={metrics} />
      {latency.tiers.length === 0 ? null : (
        <TableFrame>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{operationTexts.tier}</th>
                <th scope="col" className="end">
                  {operationTexts.answers}
                </th>
                <th scope="col" className="end">
                  {operationTexts.median}
                </th>
                <th scope="col" className="end">
                  {operationTexts.p95}
                </th>
                <th scope="col" className="end">
                  {operationTexts.p99}
                </th>
                <th scope="col" className="end">
                  {operationTexts.degraded}
                </th>
              </tr>
            </thead>
            <tbody>
              {latency.tiers.map((timing) => (
                <TimingRow key={timing.model_tier} name={tierName(timing.model_tier)} timing={timing} />
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
    </>
  );
}

function TimingRow({ name, timing }: { readonly name: string; readonly timing: Timing }) {
  return (
    <tr>
      <td>{name}</td>
      <td className="end">{formatCount(timing.count)}</td>
      <td className="end">{msOf(timing.p50_ms)}</td>
      <td className="end">{msOf(timing.p95_ms)}</td>
      <td className="end">{msOf(timing.p99_ms)}</td>
      <td className="end">
        {timing.degraded_share === null ? texts.none : formatShare(timing.degraded_share)}
      </td>
    </tr>
  );
}
