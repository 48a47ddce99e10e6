import type { LatencyInsight, Timing } from '@avow/contract';
import type { TenantId } from '../interfaces/identity.ts';
import type { InsightStore, MessageFacts } from '../interfaces/insight-store.ts';
import type { Period } from '../interfaces/insights.ts';
import { quantile } from '../statistics/quantile.ts';
import { dayOf, daysOf } from './calendar.ts';
import { createTurns } from './create-turns.ts';
import { readFacts } from './read-facts.ts';
import { roundShare } from './round-share.ts';

/** How long messages took that came to an end of their own; what was cancelled, or failed, says nothing of that. */
export async function tellLatency(
  insights: Pick<InsightStore, 'listFacts'>,
  tenantId: TenantId,
  period: Period,
): Promise<LatencyInsight> {
  const giveWay = createTurns();
  const total = createTimes();
  const days = new Map(daysOf(period).map((day) => [day, createTimes()]));
  const tiers = new Map<number, Times>();
  const sources = new Map<MessageFacts['routingSource'], Times>();
  const counted = await readFacts(insights, tenantId, period, {
    giveWay,
    visit: (facts) => {
      if (facts.status !== 'delivered' && facts.status !== 'blocked') return;
      total.add(facts);
      days.get(dayOf(facts.createdAtMs))?.add(facts);
      timesOf(tiers, facts.modelTier).add(facts);
      timesOf(sources, facts.routingSource).add(facts);
    },
  });
  const told: LatencyInsight = { ...counted, total: total.tell(), days: [], tiers: [], routing_sources: [] };
  for (const [day, times] of days) {
    await giveWay();
    told.days.push({ day, ...times.tell() });
  }
  for (const [tier, times] of [...tiers].sort(([one], [other]) => one - other)) {
    await giveWay();
    told.tiers.push({ model_tier: tier, ...times.tell() });
  }
  for (const [source, times] of sources) {
    await giveWay();
    told.routing_sources.push({ routing_source: source, ...times.tell() });
  }
  // Those with most messages first, and of as many one order.
  told.routing_sources.sort(
    (one, other) => other.count - one.count || (one.routing_source < other.routing_source ? -1 : 1),
  );
  return told;
}

interface Times {
  add(facts: Pick<MessageFacts, 'timeMs' | 'isDegraded'>): void;
  tell(): Timing;
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
    tell: () => {
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
