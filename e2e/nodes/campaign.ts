import { checkLog, findProblems, listRecords } from './check-records.ts';
import { startCluster } from './cluster.ts';
import { type FaultKind, makeFault } from './faults.ts';
import { startLoad } from './load.ts';
import { type DumpPrograms, restoreDump } from './restore-dump.ts';

export interface CampaignReport {
  readonly seed: number;
  readonly faults: number;
  readonly byKind: Readonly<Partial<Record<FaultKind, number>>>;
  readonly acknowledged: number;
  readonly streams: number;
  readonly records: number;
  /** Records of a dump that was made under load and restored to another server; null: none was. */
  readonly restored: number | null;
  readonly seconds: number;
  /** Whatever was lost, doubled, forked or left open; empty: nothing. */
  readonly problems: readonly string[];
}

const nodesCount = 3;
const clients = 6;
/** Between two faults, so that some work is done in any state. */
const answersBetween = 3;

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
  /** Omitted: no dump is restored. */
  readonly dumpPrograms?: DumpPrograms | undefined;
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
    const dump =
      options.dumpPrograms === undefined
        ? null
        : await restoreDump(cluster, options.dumpPrograms, new Map(load.acknowledged));
    await load.stop();
    const records = await listRecords(cluster.env, cluster.tenantId);
    const fatal = cluster.said().filter((line) => line.includes('"level":"fatal"'));
    return {
      ...{ seed: options.seed, faults: options.faults, byKind, records: records.length },
      ...{ acknowledged: load.acknowledged.size, streams: load.streams.ended },
      restored: dump?.records ?? null,
      seconds: Math.round((performance.now() - startedMs) / 1000),
      problems: [
        ...findProblems(load, records),
        ...fatal,
        ...(await checkLog(cluster.env, records.length)),
        ...(dump?.problems.map((problem) => `after a restore, ${problem}`) ?? []),
      ],
    };
  } finally {
    await cluster.close();
  }
}
