import type { DatabaseSync } from 'node:sqlite';
import { sealBytes } from '../sealing/seal-bytes.ts';
import type { JournalColumns } from './journal-columns.ts';
import type { Vault } from './vault.ts';

export interface AppendCall {
  readonly tenantId: string;
  readonly messageId: string;
  readonly events: readonly JournalColumns[];
}

/** Whatever is not `appended` has written nothing. */
export type AppendOutcome = 'appended' | 'not_open' | 'gap';

export interface JournalSweepCall {
  readonly endedBeforeMs: number;
  readonly rowsMax: number;
}

type MessageKey = readonly [tenantId: string, messageId: string];

/** A journal as the transactions that admit, go on with and end a message write it; its texts under the message's secret. */
export interface Journal {
  /** The number of the last event; 0: there is none. */
  lastSeq(key: MessageKey): number;
  write(key: MessageKey, secret: Uint8Array, events: readonly JournalColumns[]): void;
  /** Writes the last events. A journal to which none are added is told its end by its last one so far. */
  end(key: MessageKey, secret: Uint8Array, events: readonly JournalColumns[], end: JournalEnd): void;
}

interface JournalEnd {
  readonly lastSeq: number;
  readonly nowMs: number;
}

const keySql = 'tenant_id = ? AND message_id = ?';

export function goesOn(events: readonly JournalColumns[], lastSeq: number): boolean {
  const first = events[0];
  return first === undefined || first[0] === lastSeq + 1;
}

export function prepareJournal(database: DatabaseSync): Journal {
  const findLast = database.prepare(
    `SELECT seq FROM message_journal WHERE ${keySql} ORDER BY seq DESC LIMIT 1`,
  );
  findLast.setReturnArrays(true);
  const insert = database.prepare(
    'INSERT INTO message_journal (tenant_id, message_id, seq, type, body, ended_at_ms) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const insertEvent = (
    key: MessageKey,
    secret: Uint8Array,
    [seq, type, body]: JournalColumns,
    endedAtMs: number | null,
  ) => insert.run(...key, seq, type, sealBytes(secret, 'journal', body), endedAtMs);
  const noteEnd = database.prepare(`UPDATE message_journal SET ended_at_ms = ? WHERE ${keySql} AND seq = ?`);
  return {
    lastSeq(key) {
      const found = findLast.get(...key) as unknown as readonly [seq: number] | undefined;
      return found?.[0] ?? 0;
    },
    write(key, secret, events) {
      for (const event of events) insertEvent(key, secret, event, null);
    },
    end(key, secret, events, { lastSeq, nowMs }) {
      for (const [index, event] of events.entries()) {
        insertEvent(key, secret, event, index === events.length - 1 ? nowMs : null);
      }
      if (events.length === 0 && lastSeq > 0) noteEnd.run(nowMs, ...key, lastSeq);
    },
  };
}

/** The writer's operations on journals alone. */
export function createJournalWrites(database: DatabaseSync, vault: Vault) {
  const journal = prepareJournal(database);
  const findOpen = database.prepare(`SELECT 1 FROM messages WHERE ${keySql} AND leaf_index IS NULL`);
  const findEnded = database.prepare(
    `SELECT tenant_id, message_id FROM message_journal
     WHERE ended_at_ms IS NOT NULL AND ended_at_ms < ? ORDER BY ended_at_ms LIMIT 1`,
  );
  findEnded.setReturnArrays(true);
  const remove = database.prepare(`DELETE FROM message_journal WHERE ${keySql}`);
  return {
    appendJournal({ tenantId, messageId, events }: AppendCall): AppendOutcome {
      const key = [tenantId, messageId] as const;
      if (findOpen.get(...key) === undefined) return 'not_open';
      if (!goesOn(events, journal.lastSeq(key))) return 'gap';
      const secret = vault.findSecret(...key);
      if (secret === null) throw new Error('a message that has not ended has no secret');
      journal.write(key, secret, events);
      return 'appended';
    },
    /**
     * How many rows were removed: fewer than `rowsMax` means that none is left. A journal goes as a whole, as whoever is
     * reading it must not meet half of it; so there may be more, by what one journal may hold.
     */
    sweepJournals({ endedBeforeMs, rowsMax }: JournalSweepCall): number {
      let removed = 0;
      while (removed < rowsMax) {
        const key = findEnded.get(endedBeforeMs) as unknown as MessageKey | undefined;
        if (key === undefined) break;
        removed += Number(remove.run(...key).changes);
      }
      return removed;
    },
  };
}
