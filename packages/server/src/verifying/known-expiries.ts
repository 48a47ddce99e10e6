import { type LogEntry, parseLeafRanges } from '@avow/audit';
import type { Archive } from '../interfaces/archive.ts';
import { listDeeds } from './list-deeds.ts';

const expiredFlag = 1;
const droppedFlag = 2;

/** What expiries say of which leaves, in memory for one byte a leaf. They are read on, as there may come more. */
export class KnownExpiries {
  readonly #archive: Archive;
  readonly #tenantId: string;
  readonly #before: number;
  #flags = new Uint8Array(1024);
  #readTo = 0;

  /** `before`: only those are known that stand before this leaf. */
  constructor(archive: Archive, tenantId: string, before = Infinity) {
    this.#archive = archive;
    this.#tenantId = tenantId;
    this.#before = before;
  }

  isExpired(leafIndex: number): boolean {
    return ((this.#flags[leafIndex] ?? 0) & expiredFlag) !== 0;
  }

  isDropped(leafIndex: number): boolean {
    return ((this.#flags[leafIndex] ?? 0) & droppedFlag) !== 0;
  }

  isNamed(leafIndex: number): boolean {
    return (this.#flags[leafIndex] ?? 0) !== 0;
  }

  /** Reads those that have come since. */
  readOn(): void {
    const range = { kind: 'expiry', start: this.#readTo, end: this.#before };
    for (const { leafIndex, entry } of listDeeds(this.#archive, this.#tenantId, range)) {
      this.#readTo = leafIndex + 1;
      const expiry = readExpiry(entry, leafIndex);
      if (expiry === null) continue;
      for (const { start, end } of expiry.ranges) {
        for (let index = start; index < end; index++) this.#mark(index, expiry.flag);
      }
    }
  }

  #mark(leafIndex: number, flag: number): void {
    if (leafIndex >= this.#flags.length) {
      const longer = new Uint8Array(Math.max(leafIndex + 1, this.#flags.length * 2));
      longer.set(this.#flags);
      this.#flags = longer;
    }
    this.#flags[leafIndex] = (this.#flags[leafIndex] ?? 0) | flag;
  }
}

const flags: Readonly<Record<string, number>> = { content_expired: expiredFlag, record_dropped: droppedFlag };

/** Null: it is none that could have been written. An expiry names leaves before its own alone. */
export function readExpiry({ details, state }: LogEntry, leafIndex: number) {
  try {
    const flag = flags[state];
    const ranges = parseLeafRanges(details.find(([name]) => name === 'leaves')?.[1] ?? '');
    const isBefore = ranges.every(({ end }) => end <= leafIndex);
    return flag !== undefined && isBefore ? { flag, ranges } : null;
  } catch {
    return null;
  }
}
