import type { LogEntry } from '../entry.ts';
import { parseLeafRanges } from '../leaf-ranges.ts';
import { LogError } from '../log-error.ts';
import type { BundledContentState } from './bundle-line.ts';

/** What remains of a record, from everything to nothing: a later event may remove more but never restores anything. */
const ranks: Readonly<Record<BundledContentState, number>> = {
  present: 0,
  redacted: 0,
  expired: 1,
  erased: 2,
  dropped: 3,
};

interface RecordPlace {
  readonly line: number;
  readonly leafIndex: number;
  readonly subject: string;
}

/** Compares the states of the records of a bundle with its events. */
export interface RecordStates {
  addRecord(record: RecordPlace & { readonly contentState: BundledContentState }): void;
  addEvent(event: { readonly leafIndex: number; readonly entry: LogEntry }): void;
  /** The first record whose content was destroyed without an event that says so. */
  findUnexplained(): RecordPlace | null;
}

/** Leaf indexes ascend, so records are found by binary search. It keeps four numbers and the id of each record. */
export function createRecordStates(): RecordStates {
  const positions = new Map<string, number>();
  const lines: number[] = [];
  const leafIndexes: number[] = [];
  const claimed: number[] = [];
  const said: number[] = [];

  const firstFrom = (leafIndex: number): number => {
    let low = 0;
    let high = leafIndexes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((leafIndexes[middle] ?? 0) < leafIndex) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const say = (position: number, rank: number): void => {
    if (rank > (claimed[position] ?? 0)) {
      throw new LogError(
        'state_contradicted',
        `this event destroyed more of the record at leaf ${leafIndexes[position]} than the record states`,
      );
    }
    said[position] = Math.max(said[position] ?? 0, rank);
  };

  return {
    addRecord: ({ line, leafIndex, subject, contentState }) => {
      if (positions.has(subject)) throw new LogError('message_repeated', 'this message already has a record');
      positions.set(subject, leafIndexes.length);
      lines.push(line);
      leafIndexes.push(leafIndex);
      claimed.push(ranks[contentState]);
      said.push(0);
    },
    addEvent: ({ leafIndex, entry }) => {
      if (entry.kind === 'erasure') {
        if (entry.state !== 'erased')
          throw new LogError('entry_invalid', 'an erasure must have the state erased');
        const position = positions.get(entry.subject);
        if (position !== undefined) say(position, ranks.erased);
      }
      if (entry.kind !== 'expiry') return;
      const rank = rankOfExpiry(entry);
      const ranges = rangesOf(entry);
      if ((ranges.at(-1)?.end ?? 0) > leafIndex) {
        throw new LogError('entry_invalid', 'an expiry may only name leaves before its own');
      }
      for (const { start, end } of ranges) {
        for (let at = firstFrom(start); (leafIndexes[at] ?? end) < end; at++) say(at, rank);
      }
    },
    findUnexplained: () => {
      for (const [subject, at] of positions) {
        const isExplained = (claimed[at] ?? 0) <= (said[at] ?? 0);
        if (!isExplained) return { line: lines[at] ?? 0, leafIndex: leafIndexes[at] ?? 0, subject };
      }
      return null;
    },
  };
}

function rankOfExpiry({ state }: LogEntry): number {
  if (state === 'content_expired') return ranks.expired;
  if (state === 'record_dropped') return ranks.dropped;
  throw new LogError('entry_invalid', 'an expiry must have the state content_expired or record_dropped');
}

function rangesOf({ details }: LogEntry) {
  const [, leaves = ''] = details.find(([name]) => name === 'leaves') ?? [];
  return parseLeafRanges(leaves);
}
