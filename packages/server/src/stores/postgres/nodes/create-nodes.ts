import { repeat, UserError } from '@avow/foundation';
import type { Nodes } from '../../nodes.ts';
import { type AnnouncementsParts, createAnnouncements } from './announcements.ts';
import { serverNowMs } from './coordination.ts';
import { createExchangeLimits } from './exchange-limits.ts';
import type { Lease, Leases } from './leases.ts';

/** After this time without a sign of life a node is taken for dead. */
const aliveMs = 10_000;
const beatEveryMs = 2000;
const logForked = 'log forked';
const forkedElsewhere =
  'A log is forked, and another node has stopped writing because of it. Stop all nodes; the log of that node names the tenant. See "When a log is forked" in the guide to operations.';
/** Rows of nodes that ended without leaving. */
const forgetMs = 86_400_000;

/** Who knows of a fork repeats it with every beat: others see it, however late they join. */
const joinSql = `WITH epoch AS (INSERT INTO crash_epoch DEFAULT VALUES ON CONFLICT DO NOTHING), joined AS (
    INSERT INTO nodes (node_id, started_at_ms, until_ms, is_forked) VALUES ($1, ${serverNowMs}, ${serverNowMs} + $2, $3)
    ON CONFLICT (node_id) DO UPDATE SET until_ms = excluded.until_ms, is_forked = excluded.is_forked)
  SELECT EXISTS (SELECT 1 FROM nodes WHERE is_forked AND until_ms > ${serverNowMs} AND node_id <> $1) AS is_forked,
    ${serverNowMs} AS now_ms`;
const leaveSql = `DELETE FROM nodes WHERE node_id = $1 OR until_ms < ${serverNowMs} - $2`;
const listSql = `SELECT node_id FROM nodes WHERE until_ms > ${serverNowMs} ORDER BY node_id`;

/** The nodes that share a database. */
export function createNodes({
  coordination,
  leases,
  nodeId,
  answersMsMax,
}: Pick<AnnouncementsParts, 'coordination' | 'nodeId' | 'answersMsMax'> & {
  readonly leases: Leases;
}): Omit<Nodes, 'settingsVersion'> {
  const elected = new Map<string, Lease>();
  let stop: (() => Promise<void>) | null = null;
  let isForked = false;
  /** The clock of the server, ahead of the monotonic clock of this process. */
  let aheadMs = performance.timeOrigin;
  let beatAtMs = Number.NEGATIVE_INFINITY;
  let steadySinceMs = 0;
  let forked: () => void = () => undefined;
  const beat = async () => {
    const askedAtMs = performance.now();
    const { rows } = await coordination.run(joinSql, nodeId, aliveMs, String(isForked));
    const { is_forked, now_ms } = rows[0] as { readonly is_forked: boolean; readonly now_ms: number };
    const answeredAtMs = performance.now();
    aheadMs = now_ms - (askedAtMs + answeredAtMs) / 2;
    if (answeredAtMs - beatAtMs > aliveMs) steadySinceMs = answeredAtMs;
    beatAtMs = answeredAtMs;
    return is_forked;
  };
  /** Another node that is alive knows of a fork. */
  const checkFork = async () => {
    if (!(await beat()) || isForked) return;
    isForked = true;
    forked();
    await beat();
  };
  const listAlive = async () => {
    const { rows } = await coordination.run(listSql);
    return (rows as ReadonlyArray<{ readonly node_id: string }>).map((row) => row.node_id);
  };
  const announcements = createAnnouncements({
    ...{ coordination, nodeId, listAlive },
    ...(answersMsMax === undefined ? {} : { answersMsMax }),
  });
  const depart = async () => {
    await coordination.run(leaveSql, nodeId, forgetMs).catch(() => undefined);
    await announcements.stop();
  };
  announcements.on(logForked, async () => {
    await checkFork();
    return '';
  });
  return {
    nodeId,
    listAlive,
    clock: { nowMs: () => Math.round(performance.now() + aheadMs) },
    mayJudge: () => performance.now() - steadySinceMs > aliveMs && performance.now() - beatAtMs < aliveMs / 2,
    async noteFork() {
      isForked = true;
      if (stop === null) return;
      await beat();
      await announcements.announce(logForked, '');
    },
    onForked: (handler) => {
      forked = handler;
    },
    on: announcements.on,
    onMissed: announcements.onMissed,
    announce: announcements.announce,
    consult: announcements.consult,
    survey: announcements.survey,
    exchangeLimits: createExchangeLimits(coordination, nodeId),
    async join() {
      await announcements.start();
      if (await beat()) {
        await depart();
        throw new UserError(forkedElsewhere);
      }
      // A beat that fails is made up for by the next; others decide by the time that they see.
      stop ??= repeat(beatEveryMs, async () => {
        // Who counts as alive must hear of an erasure.
        if (announcements.isHearing()) await checkFork().catch(() => undefined);
      });
    },
    async leave() {
      if (stop === null) return;
      await stop();
      stop = null;
      for (const task of elected.keys()) await leases.giveBack(task);
      elected.clear();
      await depart();
    },
    async isElected(task) {
      const name = `task ${task}`;
      const held = elected.get(name);
      if (held !== undefined && !held.signal.aborted) return true;
      const lease = await leases.take(name);
      if (lease === null) return false;
      elected.set(name, lease);
      return true;
    },
  };
}
