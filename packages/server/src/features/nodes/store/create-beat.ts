import { UserError } from '@avow/foundation';
import { type Coordination, type ServerClock, serverNowMs } from '@avow/storage/nodes';
import { isUnavailable } from '@avow/storage/postgres';
import { clockApartMsMax, type LivingNode, type NodeEvent } from '../node-state.ts';
import { createNodeWatch } from './node-watch.ts';

/** After this time without a sign of life a node is taken for dead. */
export const aliveMs = 10_000;
/** For so long, others can see that it died. */
const lostMs = 60_000;

export interface BeatParts {
  readonly coordination: Coordination;
  readonly nodeId: string;
  readonly clock: ServerClock;
  /** The name of this machine. */
  readonly host: string;
  /** Where this node searches passages: the same on all. */
  readonly search: string;
  /** The schema of this release. */
  readonly knownSchema: number;
}

/** The signs of life of a node, and what it sees of others. */
export interface Beat {
  /** Whether another node that is alive knows of a fork. */
  send(isForked: boolean): Promise<boolean>;
  /** To be called after the first: throws an error for the operator if this node must not serve beside the others. */
  refuseUnfit(): void;
  onEvent(handler: (event: NodeEvent) => void): void;
  readonly isDatabaseThere: boolean;
  readonly alive: readonly LivingNode[];
  /** By the monotonic clock of this process: when the last was answered, and since when none was missed for long. */
  readonly answeredAtMs: number;
  readonly steadySinceMs: number;
}

/** Who knows of a fork repeats it with every beat: others see it, however late they join. */
const sendSql = `WITH epoch AS (INSERT INTO crash_epoch DEFAULT VALUES ON CONFLICT DO NOTHING), joined AS (
    INSERT INTO nodes (node_id, started_at_ms, until_ms, is_forked, host, search)
    VALUES ($1, ${serverNowMs}, ${serverNowMs} + $2, $3, $4, $5)
    ON CONFLICT (node_id) DO UPDATE SET until_ms = excluded.until_ms, is_forked = excluded.is_forked)
  SELECT ${serverNowMs} AS now_ms, (SELECT version FROM schema_versions WHERE part = 'records') AS schema_version,
    (SELECT coalesce(json_agg(others), '[]')::text FROM (
      SELECT node_id, host, search, is_forked, until_ms > ${serverNowMs} AS is_alive FROM nodes
      WHERE node_id <> $1 AND until_ms > ${serverNowMs} - ${lostMs}) AS others) AS others`;
const schemaSql = `SELECT ${serverNowMs} AS now_ms, version AS schema_version, '[]' AS others
  FROM schema_versions WHERE part = 'records'`;

interface BeatRow {
  readonly now_ms: number;
  readonly schema_version: number;
  readonly others: string;
}

interface OtherNode {
  readonly node_id: string;
  readonly host: string;
  readonly search: string;
  readonly is_forked: number;
  readonly is_alive: boolean;
}

const lookSql = `SELECT ${serverNowMs} AS now_ms,
  (SELECT search FROM nodes WHERE until_ms > ${serverNowMs} AND search <> $1 LIMIT 1) AS other_search`;

/** For any process, whether it will serve or not: asks for the time, and refuses an index that no node reads. */
export async function lookAround({
  coordination,
  clock,
  search,
}: Pick<BeatParts, 'coordination' | 'clock' | 'search'>): Promise<void> {
  const fromMs = performance.now();
  const { rows } = await coordination.run(lookSql, search);
  const row = rows[0] as { readonly now_ms: number; readonly other_search: string | null };
  clock.note(row.now_ms, { fromMs, toMs: performance.now() });
  if (row.other_search !== null) throw searchFault(search, row.other_search);
}

export function createBeat(parts: BeatParts): Beat {
  const { coordination, nodeId, clock, host, search } = parts;
  let tell: (event: NodeEvent) => void = () => undefined;
  const watch = createNodeWatch(nodeId, (event) => tell(event));
  let others: readonly OtherNode[] = [];
  let answeredAtMs = Number.NEGATIVE_INFINITY;
  let steadySinceMs = 0;
  let lastError: unknown = null;

  /** Tables of a newer release may be such that a beat of this one fails: then its version alone is looked at. */
  const ask = async (isForked: boolean) =>
    await coordination
      .run(sendSql, nodeId, aliveMs, Number(isForked), host, search)
      .catch(async (error: unknown) => {
        const found = isUnavailable(error) ? null : await coordination.run(schemaSql).catch(() => null);
        const version = (found?.rows[0] as BeatRow | undefined)?.schema_version ?? 0;
        if (found !== null && version > parts.knownSchema) return found;
        throw error;
      });

  return {
    async send(isForked) {
      watch.tick(lastError);
      const fromMs = performance.now();
      const { rows } = await ask(isForked).catch((error: unknown) => {
        lastError = error;
        throw error;
      });
      const { now_ms, schema_version: found, ...row } = rows[0] as BeatRow;
      const toMs = performance.now();
      clock.note(now_ms, { fromMs, toMs });
      if (toMs - answeredAtMs > aliveMs) steadySinceMs = toMs;
      answeredAtMs = toMs;
      const seen: readonly OtherNode[] = JSON.parse(row.others);
      others = seen.filter(({ is_alive }) => is_alive);
      watch.heard({
        alive: [{ node_id: nodeId, host }, ...others].map((node) => ({
          nodeId: node.node_id,
          host: node.host,
        })),
        lost: new Set(seen.filter(({ is_alive }) => !is_alive).map(({ node_id }) => node_id)),
        clockApartMs: clock.apartMs,
        schema: { found, known: parts.knownSchema },
      });
      return others.some(({ is_forked }) => is_forked === 1);
    },
    refuseUnfit() {
      const apartMs = Math.round(clock.apartMs);
      if (Math.abs(apartMs) > clockApartMsMax) throw clockFault(apartMs);
      const other = others.find((node) => node.search !== search);
      if (other !== undefined) throw searchFault(search, other.search);
    },
    onEvent: (handler) => {
      tell = handler;
    },
    get isDatabaseThere() {
      return watch.isDatabaseThere;
    },
    get alive() {
      return watch.alive;
    },
    get answeredAtMs() {
      return answeredAtMs;
    },
    get steadySinceMs() {
      return steadySinceMs;
    },
  };
}

function clockFault(apartMs: number): UserError {
  const seconds = (Math.abs(apartMs) / 1000).toFixed(1);
  const direction = apartMs > 0 ? 'ahead of' : 'behind';
  return new UserError(
    `The clock of this machine is ${seconds} seconds ${direction} that of the database server, and at most ${clockApartMsMax / 1000} are allowed. Synchronize both, for example by NTP, and start again.`,
  );
}

function searchFault(own: string, others: string): UserError {
  return new UserError(
    `This node has AVOW_SEARCH=${own}, and others that are running have AVOW_SEARCH=${others}. All nodes need the same: to change it, stop all of them first. One that was killed counts as running for ten more seconds.`,
  );
}
