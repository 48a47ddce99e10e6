import type { Coordination } from '@avow/storage/nodes';
import type { Nodes } from '../nodes.ts';

/** The same for every row of a statement. */
const nowMs = 'CAST(extract(epoch FROM statement_timestamp()) * 1000 AS bigint)';

/** In the order of names, so that nodes that exchange at the same time do not wait for each other in a circle. */
const exchangeSql = `WITH noted AS (UPDATE nodes SET in_flight = $2 WHERE node_id = $1),
  used AS (INSERT INTO shared_rates (name, tat_ms)
    SELECT key, ${nowMs} + CAST(value AS bigint) FROM json_each_text(CAST($3 AS json)) ORDER BY key
    ON CONFLICT (name) DO UPDATE SET tat_ms = greatest(shared_rates.tat_ms, ${nowMs}) + excluded.tat_ms - ${nowMs}
    RETURNING name, tat_ms - ${nowMs} AS ahead_ms)
  SELECT name, ahead_ms FROM used
  UNION ALL SELECT in_flight, NULL FROM nodes WHERE node_id <> $1 AND until_ms > ${nowMs}`;

/** One in so many exchanges removes what has expired. */
const sweepEvery = 200;
const sweepSql = `DELETE FROM shared_rates WHERE tat_ms < ${nowMs}`;

interface ExchangeRow {
  readonly name: string;
  /** Null: `name` has the counts of another node. */
  readonly ahead_ms: number | null;
}

export function createExchangeLimits(coordination: Coordination, nodeId: string): Nodes['exchangeLimits'] {
  let exchanges = 0;
  return async ({ rates, inFlight }) => {
    exchanges += 1;
    if (exchanges % sweepEvery === 0) await coordination.run(sweepSql);
    const used = JSON.stringify(
      Object.fromEntries([...rates].map(([name, usedMs]) => [name, Math.round(usedMs)])),
    );
    const counts = JSON.stringify(Object.fromEntries(inFlight));
    const { rows } = await coordination.run(exchangeSql, nodeId, counts, used);
    const aheadMs = new Map<string, number>();
    const elsewhere = new Map<string, number>();
    for (const { name, ahead_ms } of rows as readonly ExchangeRow[]) {
      if (ahead_ms !== null) aheadMs.set(name, ahead_ms);
      else
        for (const [tenantId, count] of Object.entries(JSON.parse(name) as Record<string, number>))
          elsewhere.set(tenantId, (elsewhere.get(tenantId) ?? 0) + count);
    }
    return { aheadMs, inFlight: elsewhere };
  };
}
