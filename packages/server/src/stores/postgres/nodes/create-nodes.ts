import { repeat } from '@avow/foundation';
import type { Nodes } from '../../nodes.ts';
import { type AnnouncementsParts, createAnnouncements } from './announcements.ts';
import { serverNowMs } from './coordination.ts';
import { createExchangeLimits } from './exchange-limits.ts';
import type { Lease, Leases } from './leases.ts';

/** After this time without a sign of life a node is taken for dead. */
const aliveMs = 10_000;
const beatEveryMs = 2000;
/** Rows of nodes that ended without leaving. */
const forgetMs = 86_400_000;

const joinSql = `INSERT INTO nodes (node_id, started_at_ms, until_ms) VALUES ($1, ${serverNowMs}, ${serverNowMs} + $2)
  ON CONFLICT (node_id) DO UPDATE SET until_ms = excluded.until_ms`;
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
}): Nodes {
  const elected = new Map<string, Lease>();
  let stop: (() => Promise<void>) | null = null;
  const beat = () => coordination.run(joinSql, nodeId, aliveMs);
  const listAlive = async () => {
    const { rows } = await coordination.run(listSql);
    return (rows as ReadonlyArray<{ readonly node_id: string }>).map((row) => row.node_id);
  };
  const announcements = createAnnouncements({
    ...{ coordination, nodeId, listAlive },
    ...(answersMsMax === undefined ? {} : { answersMsMax }),
  });
  return {
    nodeId,
    listAlive,
    on: announcements.on,
    onMissed: announcements.onMissed,
    announce: announcements.announce,
    consult: announcements.consult,
    exchangeLimits: createExchangeLimits(coordination, nodeId),
    async join() {
      await announcements.start();
      await beat();
      // A beat that fails is made up for by the next; others decide by the time that they see.
      stop ??= repeat(beatEveryMs, async () => {
        // Who counts as alive must hear of an erasure.
        if (announcements.isHearing()) await beat().catch(() => undefined);
      });
    },
    async leave() {
      if (stop === null) return;
      await stop();
      stop = null;
      for (const task of elected.keys()) await leases.giveBack(task);
      elected.clear();
      await coordination.run(leaveSql, nodeId, forgetMs).catch(() => undefined);
      await announcements.stop();
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
