import { UserError } from '@avow/foundation';
import { repeat } from '@avow/foundation/concurrency';
import { type Lease, type Leases, serverNowMs } from '@avow/storage/nodes';
import type { Nodes } from '../nodes.ts';
import { type AnnouncementsParts, createAnnouncements } from './announcements.ts';
import { aliveMs, type BeatParts, createBeat } from './create-beat.ts';
import { createExchangeLimits } from './exchange-limits.ts';

const beatEveryMs = 2000;
const logForked = 'log forked';
const forkedElsewhere =
  'A log is forked, and another node has stopped writing because of it. Stop all nodes; the log of that node names the tenant. See "When a log is forked" in the guide to operations.';
/** Rows of nodes that ended without leaving. */
const forgetMs = 86_400_000;

const leaveSql = `DELETE FROM nodes WHERE node_id = $1 OR until_ms < ${serverNowMs} - $2`;
const listSql = `SELECT node_id FROM nodes WHERE until_ms > ${serverNowMs} ORDER BY node_id`;

export interface NodesParts extends BeatParts, Pick<AnnouncementsParts, 'answersMsMax'> {
  readonly leases: Leases;
  /** Writes of this process that were not answered yet. */
  readonly writes: () => { readonly count: number; readonly oldestMs: number };
}

/** The nodes that share a database. */
export function createNodes(parts: NodesParts): Omit<Nodes, 'settingsVersion'> {
  const { coordination, nodeId, leases, answersMsMax } = parts;
  const elected = new Map<string, Lease>();
  const beat = createBeat(parts);
  let stop: (() => Promise<void>) | null = null;
  let isForked = false;
  let forked: () => void = () => undefined;
  /** Another node that is alive knows of a fork. */
  const checkFork = async () => {
    if (!(await beat.send(isForked)) || isForked) return;
    isForked = true;
    forked();
    await beat.send(isForked);
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
    clock: parts.clock,
    mayJudge: () =>
      performance.now() - beat.steadySinceMs > aliveMs && performance.now() - beat.answeredAtMs < aliveMs / 2,
    state: () => ({
      ...{ isDatabaseThere: beat.isDatabaseThere, alive: beat.alive },
      ...{ clockApartMs: parts.clock.apartMs, writes: parts.writes() },
    }),
    onEvent: beat.onEvent,
    async noteFork() {
      isForked = true;
      if (stop === null) return;
      await beat.send(isForked);
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
      try {
        // Twice: of two that join at the same time, neither may be there yet when the other looks first.
        await beat.send(isForked);
        if (await beat.send(isForked)) throw new UserError(forkedElsewhere);
        beat.refuseUnfit();
      } catch (error) {
        await depart();
        throw error;
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
