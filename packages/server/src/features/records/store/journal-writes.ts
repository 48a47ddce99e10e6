import type { MessageId, TenantId } from '@avow/foundation';
import type { Operation, Row, Statements } from '@avow/storage';
import { intoTable } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { sealBytes, wrapSecret } from '@avow/storage/sealing';
import type { JournalEvent } from '../record-store.ts';
import { messageJournal } from './message-tables.ts';

/** Any outcome but `appended` means that nothing was written. */
type AppendOutcome = 'appended' | 'not_open' | 'gap';

type MessageKey = readonly [tenantId: string, messageId: string];

/** Writes a journal within the transactions that admit, continue and end a message, sealed under the message's secret. */
export interface JournalWrites {
  write(key: MessageKey, secret: Uint8Array, events: readonly JournalEvent[]): Operation<void>;
  /** Writes the last events. If none are added, the end is recorded on the last one so far. */
  end(key: MessageKey, secret: Uint8Array, events: readonly JournalEvent[], end: JournalEnd): Operation<void>;
}

interface JournalEnd {
  readonly lastSeq: number;
  readonly nowMs: number;
}

type JournalColumns = Row<typeof messageJournal>;

const keySql = 'tenant_id = ? AND message_id = ?';

export function goesOn(events: readonly JournalEvent[], lastSeq: number): boolean {
  const first = events[0];
  return first === undefined || first.seq === lastSeq + 1;
}

export function prepareJournal({ change, write }: Statements): JournalWrites {
  const insert = write<JournalColumns>(`INSERT ${intoTable('message_journal', messageJournal.columns)}`);
  const insertEvent = (
    [tenantId, messageId]: MessageKey,
    secret: Uint8Array,
    { seq, type, body }: JournalEvent,
    endedAtMs: number | null,
  ) =>
    insert.put({
      tenant_id: tenantId,
      message_id: messageId,
      seq,
      type,
      body: sealBytes(secret, 'journal', body),
      ended_at_ms: endedAtMs,
    });
  const noteEnd = change(`UPDATE message_journal SET ended_at_ms = ? WHERE ${keySql} AND seq = ?`);
  return {
    *write(key, secret, events) {
      for (const event of events) yield* insertEvent(key, secret, event, null);
    },
    *end(key, secret, events, { lastSeq, nowMs }) {
      for (const [index, event] of events.entries()) {
        yield* insertEvent(key, secret, event, index === events.length - 1 ? nowMs : null);
      }
      if (events.length === 0 && lastSeq > 0) yield* noteEnd.put(nowMs, ...key, lastSeq);
    },
  };
}

/** A message that has not ended and that no other node answers, and the number of its last event. */
interface OpenJournal {
  readonly secret: Uint8Array;
  readonly last_seq: number;
}

const findOpenSql = ({ dialect }: Statements) => `SELECT record_secrets.secret,
    coalesce((SELECT max(seq) FROM message_journal WHERE tenant_id = ?1 AND message_id = ?2), 0) AS last_seq
  FROM messages JOIN record_secrets USING (${dialect.joinBy('secret_no')})
  WHERE messages.tenant_id = ?1 AND messages.message_id = ?2 AND messages.leaf_index IS NULL
    AND (messages.node_id IS NULL OR messages.node_id = ?3)`;

/** The writer's operations on journals alone. */
export function createJournalWrites(
  statements: Statements,
  { keys, nodeId }: { readonly keys: KeyRing; readonly nodeId: string | null },
) {
  const { read, change } = statements;
  const journal = prepareJournal(statements);
  // One look-up for all that is asked: over a connection each has to be waited for.
  const findOpen = read<OpenJournal>(findOpenSql(statements));
  const findEnded = read<Pick<JournalColumns, 'tenant_id' | 'message_id'>>(
    `SELECT tenant_id, message_id FROM message_journal
     WHERE ended_at_ms IS NOT NULL AND ended_at_ms < ? ORDER BY ended_at_ms LIMIT 1`,
  );
  const remove = change(`DELETE FROM message_journal WHERE ${keySql}`);
  return {
    *appendJournal(
      tenantId: TenantId,
      messageId: MessageId,
      events: readonly JournalEvent[],
    ): Operation<AppendOutcome> {
      const key = [tenantId, messageId] as const;
      const found = yield* findOpen.first(...key, nodeId);
      if (found === null) return 'not_open';
      if (!goesOn(events, found.last_seq)) return 'gap';
      const secret = wrapSecret(yield* keys.get(tenantId), messageId, found.secret);
      yield* journal.write(key, secret, events);
      return 'appended';
    },
    /**
     * How many rows were removed: fewer than `rowsMax` means that none is left. A journal is removed as a whole,
     * because a follower must not see half of it, so the count may exceed `rowsMax` by one journal.
     */
    *sweepJournals(endedBeforeMs: number, rowsMax: number): Operation<number> {
      let removed = 0;
      while (removed < rowsMax) {
        const ended = yield* findEnded.first(endedBeforeMs);
        if (ended === null) break;
        removed += yield* remove.run(ended.tenant_id, ended.message_id);
      }
      return removed;
    },
  };
}
