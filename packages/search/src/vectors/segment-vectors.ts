import { statSync } from 'node:fs';
import type { BestCandidates } from '../best-candidates.ts';
import { segmentPath } from '../segments/pack-folder.ts';
import type { Segment } from '../segments/segment.ts';
import type { UnitFilter } from '../segments/unit-filter.ts';
import { noList, readClusters } from './clusters-file.ts';
import type { QuantisedVector } from './quantise-vector.ts';
import { RowStore } from './row-store.ts';
import type { VectorArena } from './vector-arena.ts';
import { type UnitVector, type VectorLogHeader, VectorLogReader } from './vector-log.ts';

/** With no more than these to compare, all are: it takes a millisecond, and misses none. */
export const exactScanMax = 20_000;
/**
 * How many lists are looked through: this many times the root of their number, so it grows more slowly than the vectors.
 * Among the vectors of 200,000 real passages that is 64 lists of 447, a seventh of all vectors, and 0.98 of the best ten
 * and 0.97 of the best fifty are in them.
 */
const probesPerRoot = 3;
/** A filter may leave little in the nearest lists: more are looked through until there was this much to choose from. */
const comparedMin = 2_000;
const rowsPerPiece = 4_096;

const cosines = new Float32Array(rowsPerPiece);

interface Lists {
  readonly centroids: RowStore;
  /** Rows of each list, from `starts[list]` to `starts[list + 1]`; those from the last on are in none. */
  readonly starts: Uint32Array;
}

/** The vectors of a segment, in memory, as many as there are by now. */
export class SegmentVectors {
  readonly #arena: VectorArena;
  readonly #segment: Segment;
  readonly #log: VectorLogReader;
  #rows: RowStore | null = null;
  #rowOfUnit = new Int32Array(0);
  #unitOfRow = new Uint32Array(0);
  #lists: Lists | null = null;
  #count = 0;
  /** Tells the clusters that the rows are arranged by from those that take their place. */
  #clustersStamp = '';

  constructor(arena: VectorArena, segment: Segment) {
    this.#arena = arena;
    this.#segment = segment;
    this.#log = new VectorLogReader(segmentPath(segment.folder, segment.id, 'vec'));
  }

  get header(): VectorLogHeader | null {
    return this.#log.header;
  }

  get bytes(): number {
    const tables = this.#rowOfUnit.byteLength + this.#unitOfRow.byteLength;
    return tables + (this.#rows?.bytes ?? 0) + (this.#lists?.centroids.bytes ?? 0);
  }

  /** Reads what has come since, from whichever process. */
  refresh(): void {
    const change = this.#log.look();
    if (change === 'replaced' || this.#hasNewClusters()) this.#reload();
    else if (change === 'grown') this.#log.read((vector) => this.#keep(vector));
  }

  /** The cosine with the query set by `setQuery`; null where the unit has no vector. */
  score(query: QuantisedVector, unit: number): number | null {
    const row = this.#rowOfUnit[unit] ?? -1;
    if (row === -1 || this.#rows === null) return null;
    this.#rows.setQuery(query);
    this.#rows.compare({ start: row, end: row + 1, into: cosines });
    return (cosines[0] ?? 0) * query.scale;
  }

  /** Offers the best by their cosine with the query. */
  rank(
    query: QuantisedVector,
    filter: UnitFilter,
    best: { readonly candidates: BestCandidates; readonly part: number },
  ): void {
    const rows = this.#rows;
    if (rows === null) return;
    rows.setQuery(query);
    const compare = (start: number, end: number) =>
      this.#compareRange({ rows, query, start, end, filter }, best);
    const { passing, passingCount } = filter;
    const few = this.#lists === null ? rows.count / 8 : exactScanMax;
    if (passing !== null && passingCount <= few) {
      for (let unit = 0; unit < passing.length; unit += 1) {
        const row = passing[unit] === 0 ? -1 : (this.#rowOfUnit[unit] ?? -1);
        if (row !== -1) compare(row, row + 1);
      }
    } else if (this.#lists === null) {
      compare(0, rows.count);
    } else {
      this.#probe(this.#lists, compare);
    }
  }

  free(): void {
    this.#rows?.free();
    this.#lists?.centroids.free();
    this.#rows = null;
    this.#lists = null;
    this.#count = 0;
  }

  #probe({ centroids, starts }: Lists, compare: (start: number, end: number) => number): void {
    const nearness = new Float32Array(centroids.count);
    centroids.compare({ start: 0, end: centroids.count, into: nearness });
    const order = Array.from(nearness.keys()).sort((a, b) => (nearness[b] ?? 0) - (nearness[a] ?? 0));
    const probes = Math.ceil(probesPerRoot * Math.sqrt(centroids.count));
    let compared = compare(starts.at(-1) ?? 0, this.#rows?.count ?? 0);
    for (const [position, list] of order.entries()) {
      if (position >= probes && compared >= comparedMin) break;
      compared += compare(starts[list] ?? 0, starts[list + 1] ?? 0);
    }
  }

  /** How many passed the filter. */
  #compareRange(
    given: {
      readonly rows: RowStore;
      readonly query: QuantisedVector;
      readonly start: number;
      readonly end: number;
      readonly filter: UnitFilter;
    },
    { candidates, part }: { readonly candidates: BestCandidates; readonly part: number },
  ): number {
    const { passing } = given.filter;
    const unitOfRow = this.#unitOfRow;
    const { scale } = given.query;
    let { threshold } = candidates;
    let passed = 0;
    for (let start = given.start; start < given.end; start += rowsPerPiece) {
      const end = Math.min(start + rowsPerPiece, given.end);
      given.rows.compare({ start, end, into: cosines });
      for (let row = start; row < end; row += 1) {
        const unit = unitOfRow[row] ?? noUnit;
        if (unit === noUnit || (passing !== null && passing[unit] === 0)) continue;
        passed += 1;
        const cosine = (cosines[row - start] ?? 0) * scale;
        if (cosine <= threshold) continue;
        candidates.offer(cosine, part, unit);
        threshold = candidates.threshold;
      }
    }
    return passed;
  }

  /** Clusters are made when the vectors have been there for a while, and again when there are many more. */
  #hasNewClusters(): boolean {
    return this.#count >= exactScanMax && this.#findClustersStamp() !== this.#clustersStamp;
  }

  #findClustersStamp(): string {
    const found = statSync(this.#clustersPath, { throwIfNoEntry: false });
    return found === undefined ? '' : `${found.ino} ${found.mtimeMs}`;
  }

  get #clustersPath(): string {
    return segmentPath(this.#segment.folder, this.#segment.id, 'ivf');
  }

  #reload(): void {
    this.free();
    const { unitCount } = this.#segment;
    this.#rowOfUnit = new Int32Array(unitCount).fill(-1);
    this.#unitOfRow = new Uint32Array(unitCount).fill(noUnit);
    this.#log.rewind();
    let planned: Int32Array | null = null;
    this.#log.read((vector) => {
      if (this.#rows === null) {
        this.#rows = new RowStore(this.#arena, vector.values.length);
        planned = this.#planRows(this.#rows);
      }
      this.#keep(vector, planned);
    });
  }

  /** With clusters, where each unit belongs so that the members of a list lie side by side. */
  #planRows(rows: RowStore): Int32Array | null {
    this.#clustersStamp = this.#findClustersStamp();
    const logId = this.header?.logId;
    const clusters = logId === undefined ? null : readClusters(this.#clustersPath, logId);
    if (clusters === null || clusters.listOfUnit.length !== this.#segment.unitCount) return null;
    const { centroids, listOfUnit } = clusters;
    const starts = new Uint32Array(centroids.length + 1);
    for (const list of listOfUnit) if (list !== noList) starts[list + 1] = (starts[list + 1] ?? 0) + 1;
    for (let list = 0; list < centroids.length; list += 1)
      starts[list + 1] = (starts[list + 1] ?? 0) + (starts[list] ?? 0);
    const next = starts.slice();
    const planned = new Int32Array(listOfUnit.length).fill(-1);
    for (const [unit, list] of listOfUnit.entries()) {
      if (list === noList) continue;
      planned[unit] = next[list] ?? 0;
      next[list] = (next[list] ?? 0) + 1;
    }
    rows.reserve(starts.at(-1) ?? 0);
    const middles = new RowStore(this.#arena, centroids[0]?.values.length ?? 0);
    for (const centroid of centroids) middles.add(centroid);
    this.#lists = { centroids: middles, starts };
    return planned;
  }

  #keep(vector: UnitVector, planned: Int32Array | null = null): void {
    const { unit } = vector;
    this.#rows ??= new RowStore(this.#arena, vector.values.length);
    const rows = this.#rows;
    if (unit >= this.#segment.unitCount) return;
    let row = this.#rowOfUnit[unit] ?? -1;
    if (row === -1) {
      this.#count += 1;
      row = planned?.[unit] ?? -1;
      if (row === -1) row = rows.add(vector);
      else rows.set(row, vector);
      this.#rowOfUnit[unit] = row;
      this.#unitOfRow[row] = unit;
    } else {
      rows.set(row, vector);
    }
  }
}

const noUnit = 0xffffffff;
