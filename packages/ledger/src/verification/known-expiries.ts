import { type LogEntry, parseLeafRanges } from '@avow/ledger-log/entries';
import type { Archive } from './archive.ts';
import { readLogEvents } from './read-log-events.ts';

const expiredFlag = 1;
const droppedFlag = 2;

/** Which leaves have expired or were dropped, in one byte of memory per leaf. More expiries can be read as the log grows. */
export class KnownExpiries {
  readonly #archive: Archive;
  readonly #tenantId: string;
  readonly #before: number;
  #flags = new Uint8Array(1024);
  #readTo = 0;

  /** `before`: only expiries before this leaf are taken into account. */
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

  /** Reads the expiries that were appended since the last call. */
  readNew(): void {
    const range = { kind: 'expiry', start: this.#readTo, end: this.#before };
    for (const { leafIndex, entry } of readLogEvents(this.#archive, this.#tenantId, range)) {
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

/** Null: not a valid expiry. An expiry may only name leaves before its own. */
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
