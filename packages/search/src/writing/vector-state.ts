import { segmentPath } from '../segments/pack-folder.ts';
import { keyOfUnit, type Segment } from '../segments/segment.ts';
import { noList, readClusters } from '../vectors/clusters-file.ts';
import { type VectorLogHeader, VectorLogReader } from '../vectors/vector-log.ts';

/** Which units of a segment have a vector, as its log says, and which unit a key names. */
export class VectorState {
  readonly segment: Segment;
  readonly #log: VectorLogReader;
  #present: Uint8Array;
  #count = 0;
  #units: ReadonlyMap<string, number> | null = null;

  constructor(segment: Segment) {
    this.segment = segment;
    this.#log = new VectorLogReader(this.path('vec'));
    this.#present = new Uint8Array(segment.unitCount);
  }

  path(part: 'vec' | 'ivf'): string {
    return segmentPath(this.segment.folder, this.segment.id, part);
  }

  get header(): VectorLogHeader | null {
    return this.#log.header;
  }

  get count(): number {
    return this.#count;
  }

  has(unit: number, encoder: string): boolean {
    return this.header?.encoder === encoder && this.#present[unit] === 1;
  }

  findUnit(key: string): number | undefined {
    const { segment } = this;
    this.#units ??= new Map(
      Array.from({ length: segment.unitCount }, (_, unit) => [keyOfUnit(segment, unit), unit]),
    );
    return this.#units.get(key);
  }

  refresh(): void {
    const change = this.#log.look();
    if (change === 'same') return;
    if (change === 'replaced') {
      this.#present = new Uint8Array(this.segment.unitCount);
      this.#count = 0;
    }
    this.#log.read(({ unit }) => {
      if (this.#present[unit] !== 0) return;
      this.#present[unit] = 1;
      this.#count += 1;
    });
  }

  /** How many of the vectors are in clusters. */
  countClustered(): number {
    const clusters = this.header === null ? null : readClusters(this.path('ivf'), this.header.logId);
    return clusters?.listOfUnit.reduce((sum, list) => sum + (list === noList ? 0 : 1), 0) ?? 0;
  }
}
