import { AppError } from '@avow/foundation';
import type { JournalEvent } from '../record-store.ts';

export interface JournalLimits {
  /** The number that the last event may have. */
  readonly seqMax: number;
  readonly bodyBytesMax: number;
}

/** While a message is answered its events are steps, citations and pieces of text. */
export const journalLimits: JournalLimits = { seqMax: 10_000, bodyBytesMax: 64 * 1024 };

/** The last event contains the whole response, and a full journal must still have room for it. */
export const journalEndLimits: JournalLimits = { seqMax: 11_000, bodyBytesMax: 1024 * 1024 };

const typeLengthMax = 64;
const utf8BytesPerUnitMax = 3;

/** Most texts are so short that counting is unnecessary. */
function isWithin(text: string, bytesMax: number): boolean {
  return text.length * utf8BytesPerUnitMax <= bytesMax || Buffer.byteLength(text) <= bytesMax;
}

function findFault(events: readonly JournalEvent[], limits: JournalLimits): string | null {
  const first = events[0]?.seq ?? 1;
  if (!Number.isSafeInteger(first) || first < 1) return 'the events of a journal are counted from 1';
  for (const [index, { seq, type, body }] of events.entries()) {
    if (seq !== first + index) return 'the events of a journal have a gap';
    if (seq > limits.seqMax) return `a journal has ${limits.seqMax} events at most`;
    if (type === '' || type.length > typeLengthMax) {
      return `the type of an event has 1 to ${typeLengthMax} characters`;
    }
    if (!isWithin(body, limits.bodyBytesMax)) return `an event has ${limits.bodyBytesMax} bytes at most`;
  }
  return null;
}

/** Checks the limits and that the events are consecutive; the writer checks that the first follows the last stored. */
export function assertJournal(events: readonly JournalEvent[], limits: JournalLimits): void {
  const fault = findFault(events, limits);
  if (fault !== null) throw new AppError('internal', { cause: new Error(fault) });
}
