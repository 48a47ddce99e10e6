import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageId } from '@avow/foundation';
import { loadConfig, openDataFolder, verifyInstallation } from '@avow/server';
import { openEnvelope } from '@avow/server/measurement';
import { type Cluster, startCluster } from './cluster.ts';
import { type FaultKind, makeFault } from './faults.ts';
import { type Promised, startLoad } from './load.ts';

export interface CampaignReport {
  readonly seed: number;
  readonly faults: number;
  readonly byKind: Readonly<Partial<Record<FaultKind, number>>>;
  readonly acknowledged: number;
  readonly streams: number;
  readonly records: number;
  readonly seconds: number;
  /** Whatever was lost, doubled, forked or left open; empty: nothing. */
  readonly problems: readonly string[];
}

const nodesCount = 3;
const clients = 6;
/** Between two faults, so that some work is done in any state. */
const answersBetween = 3;
/** Longer than the lease of the node that signs. */
const unsignedWaitMs = 30_000;
const unfinishedWaitMs = 60_000;

/** Small, fast and the same on every machine: mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Makes faults happen to three nodes and their database under load, and then looks for everything that was promised. */
export async function runNodesCampaign(options: {
  readonly faults: number;
  readonly seed: number;
  /** One of each, in this order, and nothing else; omitted: drawn at random. */
  readonly kinds?: readonly FaultKind[];
  readonly onFault?: (done: number, kind: FaultKind) => void;
}): Promise<CampaignReport> {
  const startedMs = performance.now();
  const random = createRandom(options.seed);
  const byKind: Partial<Record<FaultKind, number>> = {};
  const cluster = await startCluster(nodesCount);
  const load = startLoad({ ...cluster, clients });
  try {
    await load.more(clients);
    for (let done = 1; done <= options.faults; done += 1) {
      const only = options.kinds?.[done - 1];
      const kind = await makeFault(cluster, random, only === undefined ? undefined : [only]);
      byKind[kind] = (byKind[kind] ?? 0) + 1;
      options.onFault?.(done, kind);
      await load.more(answersBetween);
    }
    await load.stop();
    const records = await listRecords(cluster);
    return {
      ...{ seed: options.seed, faults: options.faults, byKind, records: records.length },
      ...{ acknowledged: load.acknowledged.size, streams: load.streams.ended },
      seconds: Math.round((performance.now() - startedMs) / 1000),
      problems: [...findProblems(load, records), ...(await checkLog(cluster, records.length))],
    };
  } finally {
    await cluster.close();
  }
}

interface Recorded {
  readonly key: string;
  readonly messageId: string;
  readonly status: string;
}

/** All of them, once every message has ended: those of a node that was killed are ended by others. */
async function listRecords({ env, tenantId }: Cluster): Promise<readonly Recorded[]> {
  const data = await openDataFolder(loadConfig(env));
  try {
    for (const untilMs = performance.now() + unfinishedWaitMs; ; ) {
      const found: Recorded[] = [];
      for (let before: MessageId | null = null; ; ) {
        const page = await data.store.records.listMessages(
          tenantId,
          { readableBy: null },
          { before, limit: 500 },
        );
        for (const { messageId, envelope, status } of page)
          found.push({ messageId, status, key: (openEnvelope(envelope).metadata as { key: string }).key });
        before = page.at(-1)?.messageId ?? null;
        if (page.length < 500) break;
      }
      const isOver = !found.some(({ status }) => status === 'queued' || status === 'processing');
      if (isOver || performance.now() > untilMs) return found;
      await sleep(500);
    }
  } finally {
    await data.close();
  }
}

function findProblems(promised: Promised, records: readonly Recorded[]): string[] {
  const { acknowledged, streams, faults } = promised;
  const byId = new Map(records.map((record) => [record.messageId, record]));
  const delivered = Map.groupBy(
    records.filter(({ status }) => status !== 'failed'),
    ({ key }) => key,
  );
  const lost = [...acknowledged].filter(([key, messageId]) => byId.get(messageId)?.key !== key);
  const doubled = [...delivered].filter(([, all]) => all.length > 1);
  const open = records.filter(({ status }) => status === 'queued' || status === 'processing');
  return [
    ...faults,
    ...lost.map(([key, messageId]) => `${key}: ${messageId} was acknowledged and is not on record`),
    ...doubled.map(([key, all]) => `${key}: ${all.map(({ messageId }) => messageId).join(', ')}`),
    ...open.map(({ key, messageId }) => `${key}: ${messageId} has not ended`),
    ...(streams.begun === streams.ended ? [] : [`${streams.begun - streams.ended} streams did not end`]),
  ];
}

/** The log verifies, has a leaf for every record, and no node has seen a fork. */
async function checkLog({ env, said }: Cluster, records: number): Promise<string[]> {
  const fatal = said().filter((line) => line.includes('"level":"fatal"'));
  const [log] = await verifyOnceSigned(env);
  return [...fatal, ...(log?.size === records ? [] : [`${records} records and ${log?.size} in the log`])];
}

/** Nodes that run sign in turns every few seconds, later if the one whose turn it is was killed: a real fault stays. */
async function verifyOnceSigned(env: Cluster['env']) {
  for (const untilMs = performance.now() + unsignedWaitMs; ; await sleep(500)) {
    try {
      return await verifyInstallation(loadConfig(env), { trustedKey: null, threads: 1 }, { tenant: null });
    } catch (error) {
      if (performance.now() > untilMs) throw error;
    }
  }
}
