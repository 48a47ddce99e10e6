import { isTerminal, isTerminalEvent, type StreamEvent } from '@avow/contract';
import { responseOf } from '../audit/envelope.ts';
import type { MessageId, TenantId } from '../interfaces/identity.ts';
import type { JournalEvent, RecordStore, StoredMessage } from '../interfaces/record-store.ts';
import { type Bell, createBell } from './create-bell.ts';
import type { Followed, FollowFrom } from './streaming.ts';

/** The events of one message, written by whoever answers it. */
export interface Journal {
  /** Numbers the events that are committed with the admission. Called before any are added. */
  first(events: readonly StreamEvent[]): JournalEvent[];
  /**
   * Commits events, then wakes those who follow. Several calls at once are written in the order in which they were made.
   * What comes after the end is passed over: work that was given up may still have something to say.
   */
  add(events: readonly StreamEvent[]): Promise<void>;
  /** Closes the journal, lets what is being written end, and numbers the events that are committed with the end. */
  last(events: readonly StreamEvent[]): Promise<JournalEvent[]>;
  /** Wakes those who follow. Called when the end is committed. */
  ended(): void;
}

/** The journals of all messages. What is written to one in this process is seen by its followers at once. */
export interface Journals {
  open(tenantId: TenantId, messageId: MessageId, firstSeq?: number): Journal;
  /** Goes on where the process before this one stopped. */
  reopen(tenantId: TenantId, messageId: MessageId): Promise<Journal>;
  /** The events of a message that is known to exist, until the terminal one. */
  events(tenantId: TenantId, messageId: MessageId, from: FollowFrom): AsyncGenerator<JournalEvent, void>;
  follow(tenantId: TenantId, messageId: MessageId, from: FollowFrom): Promise<Followed>;
}

interface JournalsParts {
  readonly records: Pick<RecordStore, 'appendJournal' | 'readJournal' | 'getMessage'>;
  /** How often a follower looks for what another process has written. */
  readonly pollMs?: number;
}

/** As many events as a follower holds in memory. */
const pageMax = 64;

export function createJournals({ records, pollMs = 1000 }: JournalsParts): Journals {
  const followers = new Map<MessageId, Set<Bell>>();

  function wake(messageId: MessageId): void {
    for (const bell of followers.get(messageId) ?? []) bell.ring();
  }

  const open = (tenantId: TenantId, messageId: MessageId, firstSeq = 1): Journal =>
    openJournal(firstSeq, {
      append: (events) => records.appendJournal(tenantId, messageId, events),
      wake: () => wake(messageId),
    });

  async function* events(
    tenantId: TenantId,
    messageId: MessageId,
    { after, signal }: FollowFrom,
  ): AsyncGenerator<JournalEvent, void> {
    const bell = createBell();
    const leave = enter(followers, messageId, bell);
    let seen = after;
    let ended: StoredMessage | null = null;
    try {
      while (!signal.aborted) {
        const page = await records.readJournal(tenantId, messageId, { after: seen, limit: pageMax });
        for (const event of page) {
          yield event;
          seen = event.seq;
          if (signal.aborted || isTerminalEvent(event.type)) return;
        }
        if (page.length === pageMax) continue;
        // Read once more after it was known to have ended: nothing can have come since.
        if (page.length === 0 && ended !== null) {
          if (!(await isTerminalSeq(tenantId, messageId, seen))) yield terminalEvent(ended, seen + 1);
          return;
        }
        if (page.length === 0) {
          const message = await records.getMessage(tenantId, messageId);
          if (message === null) return;
          if (isTerminal(message.status)) ended = message;
        }
        if (ended === null) await bell.wait(pollMs, signal);
      }
    } finally {
      leave();
    }
  }

  /** Whether whoever has seen the event of this number has seen them all. */
  async function isTerminalSeq(tenantId: TenantId, messageId: MessageId, seq: number): Promise<boolean> {
    if (seq === 0) return false;
    const [event] = await records.readJournal(tenantId, messageId, { after: seq - 1, limit: 1 });
    return event?.seq === seq && isTerminalEvent(event.type);
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
      const isOver = isTerminal(message.status) && (await isTerminalSeq(tenantId, messageId, from.after));
      if (isOver) return { kind: 'over' };
      return { kind: 'following', events: events(tenantId, messageId, from) };
    },
  };
}

interface JournalAccess {
  /** False where the message has ended: nothing was written then. */
  readonly append: (events: readonly JournalEvent[]) => Promise<boolean>;
  /** Wakes those who follow. */
  readonly wake: () => void;
}

function openJournal(firstSeq: number, { append, wake }: JournalAccess): Journal {
  let nextSeq = firstSeq;
  let isClosed = false;
  let written = Promise.resolve();

  async function write(events: readonly StreamEvent[]): Promise<void> {
    // Numbered only now: where the one before it failed, its numbers are free.
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
    add: (events) => {
      if (events.length === 0) return written;
      const writing = written.then(() => write(events));
      written = writing.catch(() => undefined);
      return writing;
    },
    last: async (events) => {
      isClosed = true;
      await written;
      return numbered(events, nextSeq);
    },
    ended: wake,
  };
}

function enter(followers: Map<MessageId, Set<Bell>>, messageId: MessageId, bell: Bell): () => void {
  const bells = followers.get(messageId) ?? new Set<Bell>();
  followers.set(messageId, bells.add(bell));
  return () => {
    bells.delete(bell);
    if (bells.size === 0) followers.delete(messageId);
  };
}

function numbered(events: readonly StreamEvent[], firstSeq: number): JournalEvent[] {
  return events.map(({ type, data }, index) => ({ seq: firstSeq + index, type, body: JSON.stringify(data) }));
}

/** For a message whose journal does not tell of its end: there was none, or it is kept no longer. */
function terminalEvent(message: StoredMessage, seq: number): JournalEvent {
  return { seq, type: `message.${message.status}`, body: JSON.stringify(responseOf(message)) };
}
