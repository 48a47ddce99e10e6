import { clusterVectors } from '../vectors/cluster-vectors.ts';
import { noList, writeClusters } from '../vectors/clusters-file.ts';
import { RowStore } from '../vectors/row-store.ts';
import { exactScanMax } from '../vectors/segment-vectors.ts';
import { VectorArena } from '../vectors/vector-arena.ts';
import { VectorLogReader } from '../vectors/vector-log.ts';
import type { VectorState } from './vector-state.ts';

/** Clusters are worth their while once there are many vectors, and again whenever these have doubled, or are complete. */
export function needsClusters(state: VectorState): boolean {
  const { count, segment } = state;
  if (count < exactScanMax) return false;
  const clustered = state.countClustered();
  return clustered < (count === segment.unitCount ? count * 0.9 : count / 2);
}

/** Clusters the vectors that are in the log now. Those that come later are compared one by one. */
export async function buildClusters(state: VectorState, pause: () => Promise<void>): Promise<void> {
  const log = new VectorLogReader(state.path('vec'));
  log.look();
  const arena = new VectorArena();
  const vectors: { rows: RowStore | null; readonly units: number[] } = { rows: null, units: [] };
  const known = new Map<number, number>();
  log.read((vector) => {
    vectors.rows ??= new RowStore(arena, vector.values.length);
    const row = known.get(vector.unit);
    if (row !== undefined) {
      vectors.rows.set(row, vector);
    } else {
      known.set(vector.unit, vectors.rows.add(vector));
      vectors.units.push(vector.unit);
    }
  });
  const { header } = log;
  if (header === null || vectors.rows === null) return;
  const { dimensions, logId } = header;
  const { centroids, listOfRow } = await clusterVectors(vectors.rows, { arena, dimensions, pause });
  const listOfUnit = new Uint16Array(state.segment.unitCount).fill(noList);
  for (const [row, unit] of vectors.units.entries()) listOfUnit[unit] = listOfRow[row] ?? noList;
  await pause();
  writeClusters(state.path('ivf'), { logId, centroids, listOfUnit });
}
