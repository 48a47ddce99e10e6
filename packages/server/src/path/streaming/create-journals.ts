import {
  type GuardrailResult,
  isTerminal,
  isTerminalEventType,
  type ProcessingStep,
  type StreamEvent,
} from '@avow/contract';
import type { Clock, MessageId, Notifier, TenantId } from '@avow/foundation';
import { createMutex, createNotifier } from '@avow/foundation';
import type { JournalEvent, RecordStore, StoredMessage } from '../../features/records/record-store.ts';
import { responseOf } from '../../features/records/records.ts';
import type { Followed, FollowFrom } from './streaming.ts';

/** The events of one message, written by the process that answers it. */
export interface MessageJournal {
  /** Numbers the events that are committed with the admission. Called before any are added. */
  first(events: readonly StreamEvent[]): JournalEvent[];
  /**
   * Commits events, then wakes the followers. Concurrent calls are written in order. Events after the end are ignored:
   * abandoned work may still emit some.
   */
  add(events: readonly StreamEvent[]): Promise<void>;
  /** Closes the journal, waits for pending writes, and numbers the events that are committed with the end. */
  last(events: readonly StreamEvent[]): Promise<JournalEvent[]>;
  /** Wakes the followers. Called when the end is committed. */
  ended(): void;
}

/** The journals of all messages. What is written to one in this process is seen by its followers at once. */
export interface Journals {
  open(tenantId: TenantId, messageId: MessageId, firstSeq?: number): MessageJournal;
  /** Continues where the previous process stopped. */
  reopen(tenantId: TenantId, messageId: MessageId): Promise<MessageJournal>;
  /** The events of a message that is known to exist, until the terminal one. */
  events(tenantId: TenantId, messageId: MessageId, from: FollowFrom): AsyncGenerator<JournalEvent, void>;
  follow(tenantId: TenantId, messageId: MessageId, from: FollowFrom): Promise<Followed>;
}

interface JournalsDependencies {
  readonly records: Pick<RecordStore, 'appendJournal' | 'readJournal' | 'getMessage'>;
  readonly clock: Clock;
  /** How often a follower polls for events of another process. */
  readonly pollMs?: number;
}

/** As many events as a follower holds in memory. */
const pageMax = 64;

/** A client that lost its connection can resume within this time after the end; afterwards the record has the answer. */
export const journalsKeptMs = 15 * 60_000;

export function createJournals({ records, clock, pollMs = 1000 }: JournalsDependencies): Journals {
  const followers = new Map<MessageId, Set<Notifier>>();

  function wake(messageId: MessageId): void {
    for (const notifier of followers.get(messageId) ?? []) notifier.notify();
  }

  const open = (tenantId: TenantId, messageId: MessageId, firstSeq = 1): MessageJournal =>
    openJournal(firstSeq, {
      append: (events) => records.appendJournal(tenantId, messageId, events),
      wake: () => wake(messageId),
    });

  async function* events(
    tenantId: TenantId,
    messageId: MessageId,
    { after, signal }: FollowFrom,
  ): AsyncGenerator<JournalEvent, void> {
    const notifier = createNotifier();
    const leave = enter(followers, messageId, notifier);
    let seen = after;
    let ended: StoredMessage | null = null;
    try {
      while (!signal.aborted) {
        const page = await records.readJournal(tenantId, messageId, { after: seen, limit: pageMax });
        for (const event of page) {
          yield event;
          seen = event.seq;
          if (signal.aborted || isTerminalEventType(event.type)) return;
        }
        if (page.length === pageMax) continue;
        // Read once more after the message was known to have ended: nothing can follow.
        if (page.length === 0 && ended !== null) {
          if (!(await isTerminalSeq(tenantId, messageId, seen))) yield terminalEvent(ended, seen + 1);
          return;
        }
        if (page.length === 0) {
          const message = await records.getMessage(tenantId, messageId);
          if (message === null) return;
          if (isTerminal(message.status)) ended = message;
        }
        if (ended === null) await notifier.wait(pollMs, signal);
      }
    } finally {
      leave();
    }
  }

  async function readEvent(
    tenantId: TenantId,
    messageId: MessageId,
    seq: number,
  ): Promise<JournalEvent | null> {
    const [event] = await records.readJournal(tenantId, messageId, { after: seq - 1, limit: 1 });
    return event?.seq === seq ? event : null;
  }

  /** Whether the event of this number is the last. */
  async function isTerminalSeq(tenantId: TenantId, messageId: MessageId, seq: number): Promise<boolean> {
    const event = seq === 0 ? null : await readEvent(tenantId, messageId, seq);
    return event !== null && isTerminalEventType(event.type);
  }

  /** What a follower can have seen who names the event of this number. */
  async function locate(
    tenantId: TenantId,
    message: StoredMessage,
    seq: number,
  ): Promise<'within' | 'over' | 'beyond'> {
    if (seq === 0) return 'within';
    const { messageId, status, createdAtMs } = message;
    const event = await readEvent(tenantId, messageId, seq);
    if (event !== null) return isTerminalEventType(event.type) ? 'over' : 'within';
    // If the journal lacks the terminal event, that has the next number.
    const before = seq === 1 ? null : await readEvent(tenantId, messageId, seq - 1);
    if (before !== null && !isTerminalEventType(before.type) && isTerminal(status)) return 'over';
    if ((await readEvent(tenantId, messageId, 1)) !== null) return 'beyond';
    // Its events may have been deleted, and how many there were is not known.
    if (clock.nowMs() - createdAtMs >= journalsKeptMs) return 'within';
    // It never had any but the terminal one.
    return seq === 1 && isTerminal(status) ? 'over' : 'beyond';
  }

  return {
    open,
    events,
    reopen: async (tenantId, messageId) => {
      let seq = 0;
      for (;;) {
        const page = await records.readJournal(tenantId, messageId, { after: seq, limit: pageMax });
        seq = page.at(-1)?.seq ?? seq;
        if (page.length < pageMax) return open(tenantId, messageId, seq + 1);
      }
    },
    follow: async (tenantId, messageId, from) => {
      const message = await records.getMessage(tenantId, messageId);
      if (message === null) return { kind: 'not_found' };
      const place = await locate(tenantId, message, from.after);
      if (place !== 'within') return { kind: place };
      return { kind: 'following', events: events(tenantId, messageId, from) };
    },
  };
}

interface JournalAccess {
  /** False if the message has ended: nothing was written then. */
  readonly append: (events: readonly JournalEvent[]) => Promise<boolean>;
  /** Wakes the followers. */
  readonly wake: () => void;
}

function openJournal(firstSeq: number, { append, wake }: JournalAccess): MessageJournal {
  let nextSeq = firstSeq;
  let isClosed = false;
  const writes = createMutex();

  async function write(events: readonly StreamEvent[]): Promise<void> {
    // Numbered only now: if the previous write failed, its numbers are free.
    if (isClosed || !(await append(numbered(events, nextSeq)))) return;
    nextSeq += events.length;
    wake();
  }

  return {
    first: (events) => {
      const given = numbered(events, nextSeq);
      nextSeq += given.length;
      return given;
    },
    add: (events) => (events.length === 0 ? writes.idle() : writes.run(() => write(events))),
    last: async (events) => {
      isClosed = true;
      await writes.idle();
      return numbered(events, nextSeq);
    },
    ended: wake,
  };
}

function enter(
  followers: Map<MessageId, Set<Notifier>>,
  messageId: MessageId,
  notifier: Notifier,
): () => void {
  const notifiers = followers.get(messageId) ?? new Set<Notifier>();
  followers.set(messageId, notifiers.add(notifier));
  return () => {
    notifiers.delete(notifier);
    if (notifiers.size === 0) followers.delete(messageId);
  };
}

function numbered(events: readonly StreamEvent[], firstSeq: number): JournalEvent[] {
  return events.map(({ type, data }, index) => ({ seq: firstSeq + index, type, body: JSON.stringify(data) }));
}

/** For a message whose journal lacks the end: it had no journal, or it is no longer stored. */
function terminalEvent(message: StoredMessage, seq: number): JournalEvent {
  return { seq, type: `message.${message.status}`, body: JSON.stringify(responseOf(message)) };
}

/** Reports the progress of a message to its followers. Nothing waits for it: events arrive in order, or not at all. */
export interface ProgressReporter {
  step(step: ProcessingStep): void;
  guardrails(results: readonly GuardrailResult[]): void;
}

/** Reports nothing if there is no journal. */
export function createProgressReporter(journal: MessageJournal | null): ProgressReporter {
  // If this cannot be written, the end of the message cannot be either, and that failure is the one reported.
  const add = (events: readonly StreamEvent[]) => void journal?.add(events).catch(() => undefined);
  return {
    step: (step) => add([{ type: 'message.processing', data: { step } }]),
    guardrails: (results) => add(results.map((data) => ({ type: 'message.guardrail', data }))),
  };
}
