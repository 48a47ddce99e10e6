import type { DatabaseSync } from 'node:sqlite';
import type { JournalEvent } from '../../../records/record-store.ts';
import { sealBytes } from '../../sealing/seal-bytes.ts';
import { columnsOf, intoTable } from '../../sql/columns.ts';
import type { RecordSecrets } from '../keys/record-secrets.ts';
import { prepareReads } from '../prepare-reads.ts';
import { prepareWrite } from '../prepare-write.ts';

export interface AppendCall {
  readonly tenantId: string;
  readonly messageId: string;
  readonly events: readonly JournalEvent[];
}

/** Any outcome but `appended` means that nothing was written. */
export type AppendOutcome = 'appended' | 'not_open' | 'gap';

export interface JournalSweepCall {
  readonly endedBeforeMs: number;
  readonly rowsMax: number;
}

type MessageKey = readonly [tenantId: string, messageId: string];

/** Writes a journal within the transactions that admit, continue and end a message, sealed under the message's secret. */
export interface Journal {
  /** The number of the last event; 0: there is none. */
  lastSeq(key: MessageKey): number;
  write(key: MessageKey, secret: Uint8Array, events: readonly JournalEvent[]): void;
  /** Writes the last events. If none are added, the end is recorded on the last one so far. */
  end(key: MessageKey, secret: Uint8Array, events: readonly JournalEvent[], end: JournalEnd): void;
}

interface JournalEnd {
  readonly lastSeq: number;
  readonly nowMs: number;
}

/** A row of `message_journal`. */
interface JournalColumns {
  readonly tenant_id: string;
  readonly message_id: string;
  readonly seq: number;
  readonly type: string;
  readonly body: Uint8Array;
  readonly ended_at_ms: number | null;
}

const journalColumns = columnsOf<JournalColumns>()([
  'tenant_id',
  'message_id',
  'seq',
  'type',
  'body',
  'ended_at_ms',
]);

const keySql = 'tenant_id = ? AND message_id = ?';

export function goesOn(events: readonly JournalEvent[], lastSeq: number): boolean {
  const first = events[0];
  return first === undefined || first.seq === lastSeq + 1;
}

export function prepareJournal(database: DatabaseSync): Journal {
  const findLast = prepareReads(database)<{ readonly seq: number }>(
    `SELECT seq FROM message_journal WHERE ${keySql} ORDER BY seq DESC LIMIT 1`,
  );
  const insert = prepareWrite<JournalColumns>(
    database,
    `INSERT ${intoTable('message_journal', journalColumns)}`,
  );
  const insertEvent = (
    [tenantId, messageId]: MessageKey,
    secret: Uint8Array,
    { seq, type, body }: JournalEvent,
    endedAtMs: number | null,
  ) =>
    insert.run({
      tenant_id: tenantId,
      message_id: messageId,
      seq,
      type,
      body: sealBytes(secret, 'journal', body),
      ended_at_ms: endedAtMs,
    });
  const noteEnd = database.prepare(`UPDATE message_journal SET ended_at_ms = ? WHERE ${keySql} AND seq = ?`);
  return {
    lastSeq: (key) => findLast.first(...key)?.seq ?? 0,
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
export function createJournalWrites(database: DatabaseSync, recordSecrets: RecordSecrets) {
  const journal = prepareJournal(database);
  const findOpen = database.prepare(`SELECT 1 FROM messages WHERE ${keySql} AND leaf_index IS NULL`);
  const findEnded = prepareReads(database)<Pick<JournalColumns, 'tenant_id' | 'message_id'>>(
    `SELECT tenant_id, message_id FROM message_journal
     WHERE ended_at_ms IS NOT NULL AND ended_at_ms < ? ORDER BY ended_at_ms LIMIT 1`,
  );
  const remove = database.prepare(`DELETE FROM message_journal WHERE ${keySql}`);
  return {
    appendJournal({ tenantId, messageId, events }: AppendCall): AppendOutcome {
      const key = [tenantId, messageId] as const;
      if (findOpen.get(...key) === undefined) return 'not_open';
      if (!goesOn(events, journal.lastSeq(key))) return 'gap';
      const secret = recordSecrets.findSecret(...key);
      if (secret === null) throw new Error('a message that has not ended has no secret');
      journal.write(key, secret, events);
      return 'appended';
    },
    /**
     * How many rows were removed: fewer than `rowsMax` means that none is left. A journal is removed as a whole,
     * because a follower must not see half of it, so the count may exceed `rowsMax` by one journal.
     */
    sweepJournals({ endedBeforeMs, rowsMax }: JournalSweepCall): number {
      let removed = 0;
      while (removed < rowsMax) {
        const ended = findEnded.first(endedBeforeMs);
        if (ended === null) break;
        removed += Number(remove.run(ended.tenant_id, ended.message_id).changes);
      }
      return removed;
    },
  };
}
