import type { LogEntry } from '../entry.ts';
import { parseLeafRanges } from '../leaf-ranges.ts';
import { LogError } from '../log-error.ts';
import type { BundledContentState } from './bundle-line.ts';

/** What is left of a record, from all to nothing: a later deed may take more, and never gives back. */
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

/** What the records of a bundle say of themselves, held against what its deeds say of them. */
export interface RecordStates {
  addRecord(record: RecordPlace & { readonly contentState: BundledContentState }): void;
  addDeed(deed: { readonly leafIndex: number; readonly entry: LogEntry }): void;
  /** The first record whose content is gone without a deed that says so. */
  findUnexplained(): RecordPlace | null;
}

/** Leaf indexes ascend, so that a record is found by halving. In memory for four numbers and the id of each record. */
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
        `this deed says more is gone of the record at leaf ${leafIndexes[position]} than the record itself says`,
      );
    }
    said[position] = Math.max(said[position] ?? 0, rank);
  };

  return {
    addRecord: ({ line, leafIndex, subject, contentState }) => {
      if (positions.has(subject)) throw new LogError('message_repeated', 'this message had a record before');
      positions.set(subject, leafIndexes.length);
      lines.push(line);
      leafIndexes.push(leafIndex);
      claimed.push(ranks[contentState]);
      said.push(0);
    },
    addDeed: ({ leafIndex, entry }) => {
      if (entry.kind === 'erasure') {
        if (entry.state !== 'erased') throw new LogError('entry_invalid', 'an erasure has the state erased');
        const position = positions.get(entry.subject);
        if (position !== undefined) say(position, ranks.erased);
      }
      if (entry.kind !== 'expiry') return;
      const rank = rankOfExpiry(entry);
      const ranges = rangesOf(entry);
      if ((ranges.at(-1)?.end ?? 0) > leafIndex) {
        throw new LogError('entry_invalid', 'an expiry names leaves before its own alone');
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
  throw new LogError('entry_invalid', 'an expiry has the state content_expired or record_dropped');
}

function rangesOf({ details }: LogEntry) {
  const [, leaves = ''] = details.find(([name]) => name === 'leaves') ?? [];
  return parseLeafRanges(leaves);
}
