import type { LatencyInsight, Timing } from '@avow/contract/insights';
import type { TenantId } from '@avow/foundation';
import { createYielder } from '@avow/foundation/concurrency';
import { quantile } from '@avow/foundation/statistics';
import type { InsightStore, MessageFacts } from '../insight-store.ts';
import type { Period } from '../insights.ts';
import { readMessageFacts } from '../read-message-facts.ts';
import { dayOf, daysOf } from './calendar.ts';
import { roundShare } from './reliability.ts';

/** How long delivered and blocked messages took; cancelled and failed ones are ignored. */
export async function buildLatencyReport(
  insights: Pick<InsightStore, 'listFacts'>,
  tenantId: TenantId,
  period: Period,
): Promise<LatencyInsight> {
  const giveWay = createYielder();
  const total = createTimes();
  const days = new Map(daysOf(period).map((day) => [day, createTimes()]));
  const tiers = new Map<number, Times>();
  const sources = new Map<MessageFacts['routingSource'], Times>();
  const counted = await readMessageFacts(insights, tenantId, period, {
    giveWay,
    visit: (facts) => {
      if (facts.status !== 'delivered' && facts.status !== 'blocked') return;
      total.add(facts);
      days.get(dayOf(facts.createdAtMs))?.add(facts);
      timesOf(tiers, facts.modelTier).add(facts);
      timesOf(sources, facts.routingSource).add(facts);
    },
  });
  const report: LatencyInsight = {
    ...counted,
    total: total.summarize(),
    days: [],
    tiers: [],
    routing_sources: [],
  };
  for (const [day, times] of days) {
    await giveWay();
    report.days.push({ day, ...times.summarize() });
  }
  for (const [tier, times] of [...tiers].sort(([one], [other]) => one - other)) {
    await giveWay();
    report.tiers.push({ model_tier: tier, ...times.summarize() });
  }
  for (const [source, times] of sources) {
    await giveWay();
    report.routing_sources.push({ routing_source: source, ...times.summarize() });
  }
  // Most messages first, then by name.
  report.routing_sources.sort(
    (one, other) => other.count - one.count || (one.routing_source < other.routing_source ? -1 : 1),
  );
  return report;
}

interface Times {
  add(facts: Pick<MessageFacts, 'timeMs' | 'isDegraded'>): void;
  summarize(): Timing;
}

function timesOf<Key>(all: Map<Key, Times>, key: Key): Times {
  const known = all.get(key);
  if (known !== undefined) return known;
  const times = createTimes();
  all.set(key, times);
  return times;
}

function createTimes(): Times {
  const times: number[] = [];
  let degraded = 0;
  return {
    add: ({ timeMs, isDegraded }) => {
      times.push(timeMs);
      if (isDegraded) degraded += 1;
    },
    summarize: () => {
      const sorted = Float64Array.from(times).sort();
      const at = (share: number) => (sorted.length === 0 ? null : quantile(sorted, share));
      return {
        count: sorted.length,
        p50_ms: at(0.5),
        p95_ms: at(0.95),
        p99_ms: at(0.99),
        degraded_share: sorted.length === 0 ? null : roundShare(degraded / sorted.length),
      };
    },
  };
}
