import type { LatencyInsight, Timing } from '@avow/contract/insights';
import type { Metric } from '../../api/read-metrics.ts';
import { formatCount, formatMs, formatShare } from '../../design/format.ts';
import { Table } from '../../design/table.tsx';
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
        <Table
          columns={[
            operationTexts.tier,
            { title: operationTexts.answers, isEnd: true },
            { title: operationTexts.median, isEnd: true },
            { title: operationTexts.p95, isEnd: true },
            { title: operationTexts.p99, isEnd: true },
            { title: operationTexts.degraded, isEnd: true },
          ]}
        >
          {latency.tiers.map((timing) => (
            <TimingRow key={timing.model_tier} name={tierName(timing.model_tier)} timing={timing} />
          ))}
        </Table>
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
