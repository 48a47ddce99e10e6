import { type QuantisedVector, quantiseVector } from './quantise-vector.ts';
import { RowStore } from './row-store.ts';
import type { VectorArena } from './vector-arena.ts';

/** Enough of each cluster to find its middle by; more takes longer and finds nothing better. */
const samplesPerList = 40;
const rounds = 8;
/** Rows that are assigned between two looks at whatever else there is to do. */
const rowsPerTurn = 512;

/**
 * Sorts vectors by their direction (k-means on the sphere) into about as many lists as each then has members.
 * `pause` is waited for every few milliseconds, and may reject to break it off.
 */
export async function clusterVectors(
  rows: RowStore,
  given: {
    readonly arena: VectorArena;
    readonly dimensions: number;
    readonly pause: () => Promise<void>;
  },
): Promise<{ readonly centroids: QuantisedVector[]; readonly listOfRow: Uint16Array }> {
  const listCount = Math.max(1, Math.round(Math.sqrt(rows.count)));
  const sampleCount = Math.min(rows.count, listCount * samplesPerList);
  const samples = Array.from({ length: sampleCount }, (_, n) => Math.trunc((n * rows.count) / sampleCount));
  // Spread evenly over the samples: documents that lie together are likely to speak of one thing.
  let centroids = Array.from({ length: listCount }, (_, list) =>
    copyOf(rows.get(samples[Math.trunc((list * sampleCount) / listCount)] ?? 0)),
  );
  for (let round = 0; round < rounds; round += 1) {
    const listOfSample = await assign(rows, { ...given, centroids, members: samples });
    centroids = moveCentroids(rows, { ...given, centroids, samples, listOfSample });
  }
  const members = Array.from({ length: rows.count }, (_, row) => row);
  return { centroids, listOfRow: await assign(rows, { ...given, centroids, members }) };
}

/** The nearest centroid of each member. */
async function assign(
  rows: RowStore,
  given: {
    readonly arena: VectorArena;
    readonly dimensions: number;
    readonly pause: () => Promise<void>;
    readonly centroids: readonly QuantisedVector[];
    readonly members: readonly number[];
  },
): Promise<Uint16Array> {
  const { arena, dimensions, centroids, members } = given;
  const middles = new RowStore(arena, dimensions);
  try {
    for (const centroid of centroids) middles.add(centroid);
    const cosines = new Float32Array(middles.count);
    const lists = new Uint16Array(members.length);
    for (const [index, row] of members.entries()) {
      if (index % rowsPerTurn === 0) await given.pause();
      middles.setQuery(rows.get(row));
      middles.compare({ start: 0, end: middles.count, into: cosines });
      let nearest = 0;
      for (let list = 1; list < cosines.length; list += 1)
        if ((cosines[list] ?? 0) > (cosines[nearest] ?? 0)) nearest = list;
      lists[index] = nearest;
    }
    return lists;
  } finally {
    middles.free();
  }
}

function moveCentroids(
  rows: RowStore,
  given: {
    readonly dimensions: number;
    readonly centroids: readonly QuantisedVector[];
    readonly samples: readonly number[];
    readonly listOfSample: Uint16Array;
  },
): QuantisedVector[] {
  const { dimensions, samples } = given;
  const sums = given.centroids.map(() => new Float32Array(dimensions));
  for (const [index, row] of samples.entries()) {
    const { values, scale } = rows.get(row);
    const sum = sums[given.listOfSample[index] ?? 0];
    if (sum === undefined) continue;
    for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] ?? 0) + (values[at] ?? 0) * scale;
  }
  return sums.map((sum, list) => {
    if (sum.some((value) => value !== 0)) return quantiseVector(sum);
    // A list without members starts anew at some vector.
    return copyOf(rows.get(samples[(list * 7919) % samples.length] ?? 0));
  });
}

function copyOf({ values, scale }: QuantisedVector): QuantisedVector {
  return { values: values.slice(), scale };
}
