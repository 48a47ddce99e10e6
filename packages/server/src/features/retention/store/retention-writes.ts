import type { TenantId } from '@avow/foundation';
import { expiredLeavesMax, formatLeafRanges } from '@avow/ledger-log/entries';
import type { Statements as AllStatements, Operation, OperationsFor } from '@avow/storage';
import { firstIdAt } from '../../records/store/list-conditions.ts';
import type { MessageColumns } from '../../records/store/message-columns.ts';
import type { RetentionStore } from '../retention-store.ts';
import type { ErasureParts } from './erasure-writes.ts';

type SweptMessage = Pick<MessageColumns, 'message_id' | 'thread_id' | 'end_user_id' | 'leaf_index'> & {
  readonly [no in 'secret_no' | 'content_no']: number | null;
};

type EndedMessage = SweptMessage & { readonly leaf_index: number };

type SweepOptions = Parameters<RetentionStore['expireContent']>[1];

interface Place {
  readonly tenantId: TenantId;
  readonly sweep: Sweep;
}

/** What a sweep looks for, and its progress. */
interface Sweep {
  readonly sweptTo: 'content_swept_to' | 'records_swept_to';
  readonly state: 'content_expired' | 'record_dropped';
  isDue(message: SweptMessage): boolean;
  take(tenantId: string, message: EndedMessage): Operation<void>;
}

const setSql = `INSERT INTO retentions (tenant_id, content_days, record_days, content_swept_to, records_swept_to)
  VALUES (?, ?, ?, '', '') ON CONFLICT (tenant_id) DO UPDATE SET content_days = excluded.content_days,
  record_days = excluded.record_days, content_swept_to = '', records_swept_to = ''`;

function prepareStatements({ read, change }: AllStatements) {
  const noteSweptTo = (column: Sweep['sweptTo']) =>
    change(`UPDATE retentions SET ${column} = ? WHERE tenant_id = ?`);
  return {
    set: change(setSql),
    // A tenant without its own retention needs a row for its progress too.
    begin: change(
      "INSERT INTO retentions (tenant_id, content_swept_to, records_swept_to) VALUES (?, '', '') ON CONFLICT DO NOTHING",
    ),
    findSweptTo: read<{ readonly [swept in Sweep['sweptTo']]: string }>(
      'SELECT content_swept_to, records_swept_to FROM retentions WHERE tenant_id = ?',
    ),
    note: {
      content_swept_to: noteSweptTo('content_swept_to'),
      records_swept_to: noteSweptTo('records_swept_to'),
    },
    list: read<SweptMessage>(
      `SELECT message_id, thread_id, end_user_id, leaf_index, secret_no, content_no FROM messages
       WHERE tenant_id = ? AND message_id >= ? AND message_id < ? ORDER BY message_id LIMIT ?`,
    ),
    noteDropped: change('INSERT INTO dropped_records (tenant_id, message_id, leaf_index) VALUES (?, ?, ?)'),
    drop: change('DELETE FROM messages WHERE tenant_id = ? AND message_id = ?'),
    dropThread: change(
      `DELETE FROM threads WHERE tenant_id = ?1 AND thread_id = ?2
       AND NOT EXISTS (SELECT 1 FROM messages WHERE tenant_id = ?1 AND thread_id = ?2)`,
    ),
  };
}

type Statements = ReturnType<typeof prepareStatements>;

function isEnded(message: SweptMessage): message is EndedMessage {
  return message.leaf_index !== null;
}

/** The text right after an id: ids have one length, so no other sorts between. */
function behind(messageId: string): string {
  return `${messageId}0`;
}

/** Examines up to `rowsMax` messages from where it stopped. It skips what is under hold or has not ended: lifting a hold and ending a message set the progress back. */
function* sweepOnce(
  { activeHolds, log, onTextRemoved }: ErasureParts,
  statements: Statements,
  { tenantId, sweep, askedBeforeMs, atMs, rowsMax }: SweepOptions & Place,
): Operation<{ readonly count: number; readonly isDone: boolean }> {
  if (rowsMax > expiredLeavesMax) throw new RangeError(`at most ${expiredLeavesMax} rows at once`);
  const snapshot = yield* activeHolds.read(tenantId);
  if (snapshot.coversTenant) return { count: 0, isDone: true };
  const from = (yield* statements.findSweptTo.first(tenantId))?.[sweep.sweptTo] ?? '';
  const rows = yield* statements.list.all(tenantId, from, firstIdAt(askedBeforeMs), rowsMax);
  const last = rows.at(-1);
  if (last === undefined) return { count: 0, isDone: true };
  const due: EndedMessage[] = [];
  for (const message of rows.filter(isEnded).filter((ended) => sweep.isDue(ended))) {
    const { message_id: messageId, thread_id: threadId, end_user_id: person } = message;
    if (!(yield* snapshot.covers({ messageId, threadId, person }))) due.push(message);
  }
  for (const message of due) yield* sweep.take(tenantId, message);
  yield* statements.begin.put(tenantId);
  yield* statements.note[sweep.sweptTo].put(behind(last.message_id), tenantId);
  if (due.length > 0) {
    const leaves = formatLeafRanges(
      due.map((message) => message.leaf_index).sort((one, other) => one - other),
    );
    const event = { kind: 'expiry', subject: '', actor: '', details: [['leaves', leaves]] } as const;
    yield* log.appendEvent(tenantId, { ...event, state: sweep.state, atMs });
    onTextRemoved();
  }
  return { count: due.length, isDone: rows.length < rowsMax };
}

/** The writer's operations on retention. */
export function createRetentionWrites(all: AllStatements, parts: ErasureParts) {
  const statements = prepareStatements(all);
  const contents: Sweep = {
    sweptTo: 'content_swept_to',
    state: 'content_expired',
    isDue: (message) => message.secret_no !== null,
    *take(tenantId, { message_id: messageId, secret_no: secretNo, content_no: contentNo }) {
      yield* parts.destruction.destroy({ tenantId, messageId, secretNo, contentNo, state: 'expired' });
      yield* parts.sweepProgress.noteEmptied(tenantId, messageId);
    },
  };
  const records: Sweep = {
    sweptTo: 'records_swept_to',
    state: 'record_dropped',
    isDue: (message) => message.secret_no === null,
    *take(tenantId, message) {
      const { message_id: messageId, thread_id: threadId } = message;
      yield* statements.noteDropped.put(tenantId, messageId, message.leaf_index);
      yield* statements.drop.put(tenantId, messageId);
      yield* statements.dropThread.put(tenantId, threadId);
      if (message.end_user_id !== null) yield* parts.destruction.anonymizeThread(tenantId, threadId);
    },
  };
  return {
    *setRetention(tenantId, { contentDays, recordDays }, { atMs, actor }) {
      yield* statements.set.put(tenantId, contentDays, recordDays);
      const details = [
        ['content_days', `${contentDays}`],
        ['record_days', recordDays === null ? '' : `${recordDays}`],
      ] as const;
      return yield* parts.log.appendEvent(tenantId, {
        ...{ kind: 'retention', subject: '', state: 'set', atMs, actor, details },
      });
    },
    *expireContent(tenantId, options) {
      const swept = yield* sweepOnce(parts, statements, { ...options, tenantId, sweep: contents });
      return { expired: swept.count, isDone: swept.isDone };
    },
    *dropRecords(tenantId, options) {
      const swept = yield* sweepOnce(parts, statements, { ...options, tenantId, sweep: records });
      return { dropped: swept.count, isDone: swept.isDone };
    },
  } satisfies OperationsFor<RetentionStore>;
}
