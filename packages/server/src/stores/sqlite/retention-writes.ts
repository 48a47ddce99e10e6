import type { DatabaseSync } from 'node:sqlite';
import { expiredLeavesMax, formatLeafRanges } from '@avow/audit';
import type { Doing } from '../../interfaces/forgetting-store.ts';
import type { ForgettingParts } from './forgetting-writes.ts';
import type { Leaf } from './log-appends.ts';
import { prepareReads } from './prepare-reads.ts';

export interface SetRetentionCall extends Doing {
  readonly tenantId: string;
  readonly contentDays: number;
  readonly recordDays: number | null;
}

export interface SweepRecordsCall {
  readonly tenantId: string;
  /** Ids before this one. */
  readonly before: string;
  readonly atMs: number;
  readonly rowsMax: number;
}

export interface SweptRecords {
  readonly count: number;
  readonly isDone: boolean;
}

type MessageColumns = readonly [
  messageId: string,
  threadId: string,
  person: string | null,
  leafIndex: number | null,
  secretNo: number | null,
  contentNo: number | null,
];

type EndedColumns = readonly [string, string, string | null, leafIndex: number, number | null, number | null];

/** What a sweep looks for, and how far it has come. */
interface Sweep {
  readonly sweptTo: 'content_swept_to' | 'records_swept_to';
  readonly state: 'content_expired' | 'record_dropped';
  isDue(columns: MessageColumns): boolean;
  take(tenantId: string, columns: EndedColumns): void;
}

const setSql = `INSERT INTO retentions (tenant_id, content_days, record_days, content_swept_to, records_swept_to)
  VALUES (?, ?, ?, '', '') ON CONFLICT DO UPDATE SET content_days = excluded.content_days,
  record_days = excluded.record_days, content_swept_to = '', records_swept_to = ''`;

function prepareStatements(database: DatabaseSync) {
  const prepare = prepareReads(database);
  const noteSweptTo = (column: Sweep['sweptTo']) =>
    database.prepare(`UPDATE retentions SET ${column} = ? WHERE tenant_id = ?`);
  return {
    set: database.prepare(setSql),
    // A tenant that has set nothing has its marks all the same.
    begin: database.prepare(
      "INSERT INTO retentions (tenant_id, content_swept_to, records_swept_to) VALUES (?, '', '') ON CONFLICT DO NOTHING",
    ),
    findSweptTo: prepare<readonly [content: string, records: string]>(
      'SELECT content_swept_to, records_swept_to FROM retentions WHERE tenant_id = ?',
    ),
    note: {
      content_swept_to: noteSweptTo('content_swept_to'),
      records_swept_to: noteSweptTo('records_swept_to'),
    },
    list: prepare<MessageColumns>(
      `SELECT message_id, thread_id, end_user_id, leaf_index, secret_no, content_no FROM messages
       WHERE tenant_id = ? AND message_id >= ? AND message_id < ? ORDER BY message_id LIMIT ?`,
    ),
    noteDropped: database.prepare(
      'INSERT INTO dropped_records (tenant_id, message_id, leaf_index) VALUES (?, ?, ?)',
    ),
    drop: database.prepare('DELETE FROM messages WHERE tenant_id = ? AND message_id = ?'),
    dropThread: database.prepare(
      `DELETE FROM threads WHERE tenant_id = ?1 AND thread_id = ?2
       AND NOT EXISTS (SELECT 1 FROM messages WHERE tenant_id = ?1 AND thread_id = ?2)`,
    ),
  };
}

type Statements = ReturnType<typeof prepareStatements>;

function isEnded(columns: MessageColumns): columns is EndedColumns {
  return columns[3] !== null;
}

/** The text right behind an id: ids have one length, so that no other lies between. */
function behind(messageId: string): string {
  return `${messageId}0`;
}

/** Looks at so many messages from where it stopped. What is held or has not ended is passed: lifting and ending bring it back. */
function sweepOnce(
  { standing, log, onTextRemoved }: ForgettingParts,
  statements: Statements,
  { tenantId, before, atMs, rowsMax, sweep }: SweepRecordsCall & { readonly sweep: Sweep },
): SweptRecords {
  if (rowsMax > expiredLeavesMax) throw new RangeError(`at most ${expiredLeavesMax} rows at once`);
  const held = standing.read(tenantId);
  if (held.isTenantHeld) return { count: 0, isDone: true };
  const [content = '', records = ''] = statements.findSweptTo.first(tenantId) ?? [];
  const from = sweep.sweptTo === 'content_swept_to' ? content : records;
  const rows = statements.list.all(tenantId, from, before, rowsMax);
  const last = rows.at(-1);
  if (last === undefined) return { count: 0, isDone: true };
  const due = rows
    .filter(isEnded)
    .filter((columns) => sweep.isDue(columns))
    .filter(([messageId, threadId, person]) => !held.holds({ messageId, threadId, person }));
  for (const columns of due) sweep.take(tenantId, columns);
  statements.begin.run(tenantId);
  statements.note[sweep.sweptTo].run(behind(last[0]), tenantId);
  if (due.length > 0) {
    const leaves = formatLeafRanges(
      due.map(([, , , leafIndex]) => leafIndex).sort((one, other) => one - other),
    );
    const deed = { kind: 'expiry', subject: '', actor: '', details: [['leaves', leaves]] } as const;
    log.appendDeed(tenantId, { ...deed, state: sweep.state, atMs });
    onTextRemoved();
  }
  return { count: due.length, isDone: rows.length < rowsMax };
}

/** The writer's operations on how long records are kept. */
export function createRetentionWrites(database: DatabaseSync, parts: ForgettingParts) {
  const statements = prepareStatements(database);
  const contents: Sweep = {
    sweptTo: 'content_swept_to',
    state: 'content_expired',
    isDue: ([, , , , secretNo]) => secretNo !== null,
    take(tenantId, [messageId, , , , secretNo, contentNo]) {
      parts.destruction.destroy({ tenantId, messageId, secretNo, contentNo, state: 'expired' });
      parts.marks.noteEmptied(tenantId, messageId);
    },
  };
  const records: Sweep = {
    sweptTo: 'records_swept_to',
    state: 'record_dropped',
    isDue: ([, , , , secretNo]) => secretNo === null,
    take(tenantId, [messageId, threadId, person, leafIndex]) {
      statements.noteDropped.run(tenantId, messageId, leafIndex);
      statements.drop.run(tenantId, messageId);
      statements.dropThread.run(tenantId, threadId);
      if (person !== null) parts.destruction.forgetThread(tenantId, threadId);
    },
  };
  return {
    setRetention({ tenantId, contentDays, recordDays, atMs, actor }: SetRetentionCall): Leaf {
      statements.set.run(tenantId, contentDays, recordDays);
      const details = [
        ['content_days', `${contentDays}`],
        ['record_days', recordDays === null ? '' : `${recordDays}`],
      ] as const;
      return parts.log.appendDeed(tenantId, {
        ...{ kind: 'retention', subject: '', state: 'set', atMs, actor, details },
      });
    },
    expireContent: (call: SweepRecordsCall) => sweepOnce(parts, statements, { ...call, sweep: contents }),
    dropRecords: (call: SweepRecordsCall) => sweepOnce(parts, statements, { ...call, sweep: records }),
  };
}
