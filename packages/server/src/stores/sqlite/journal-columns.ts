import { AppError } from '../../errors/app-error.ts';
import type { JournalEvent } from '../../interfaces/record-store.ts';

/** One event as both threads pass it. */
export type JournalColumns = readonly [seq: number, type: string, body: string];

export interface JournalLimits {
  /** The number that the last event may have. */
  readonly seqMax: number;
  readonly bodyBytesMax: number;
}

/** While a message is answered its events are steps, citations and pieces of text. */
export const journalLimits: JournalLimits = { seqMax: 10_000, bodyBytesMax: 64 * 1024 };

/** The last event holds the whole response; and a journal that is full must still have room for its end. */
export const journalEndLimits: JournalLimits = { seqMax: 11_000, bodyBytesMax: 1024 * 1024 };

const typeLengthMax = 64;
const utf8BytesPerUnitMax = 3;

/** Most texts are so short that nobody needs to count. */
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

/** Asserts the limits, and that the events follow each other; the writer sees whether the first follows the last stored. */
export function encodeJournal(events: readonly JournalEvent[], limits: JournalLimits): JournalColumns[] {
  const fault = findFault(events, limits);
  if (fault !== null) throw new AppError('internal', { cause: new Error(fault) });
  return events.map(({ seq, type, body }) => [seq, type, body]);
}

export function decodeJournalEvent([seq, type, body]: JournalColumns): JournalEvent {
  return { seq, type, body };
}
