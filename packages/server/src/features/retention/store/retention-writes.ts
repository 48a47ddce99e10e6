import type { TenantId } from '@avow/foundation';
import { expiredLeavesMax, formatLeafRanges } from '@avow/ledger-log/entries';
import type { Statements as AllStatements, Operation, OperationsFor } from '@avow/storage';
import { firstIdAt } from '../../records/store/list-conditions.ts';
import type { MessageColumns } from '../../records/store/message-columns.ts';
import type { RetentionStore } from '../retention-store.ts';
import type { ErasureParts } from './erasure-writes.ts';

type SweptMessage = Pick<MessageColumns, 'message_id' | 'thread_id' | 'end_user_id' | 'leaf_index'> & {
  readonly [no in 'secret_no' | 'content_no']: number | null;
} & { readonly has_findings: number };

type EndedMessage = SweptMessage & { readonly leaf_index: number };

type SweepOptions = Parameters<RetentionStore['dropRecords']>[1];

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
      `SELECT message_id, thread_id, end_user_id, leaf_index, secret_no, content_no,
         CASE WHEN findings IS NULL THEN 0 ELSE 1 END AS has_findings FROM messages
       WHERE tenant_id = ? AND message_id >= ? AND message_id < ? ORDER BY message_id LIMIT ?`,
    ),
    findPlace: read<{ readonly next_leaf: number }>(
      'SELECT next_leaf FROM stream_places WHERE tenant_id = ? AND stream = ?',
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
  { tenantId, sweep, askedBeforeMs, atMs, rowsMax, waitFor }: SweepOptions & Place,
): Operation<{ readonly count: number; readonly isDone: boolean; readonly waitsFor: string | null }> {
  if (rowsMax > expiredLeavesMax) throw new RangeError(`at most ${expiredLeavesMax} rows at once`);
  const snapshot = yield* activeHolds.read(tenantId);
  const nothing = { count: 0, isDone: true, waitsFor: null };
  if (snapshot.coversTenant) return nothing;
  const from = (yield* statements.findSweptTo.first(tenantId))?.[sweep.sweptTo] ?? '';
  const found = yield* statements.list.all(tenantId, from, firstIdAt(askedBeforeMs), rowsMax);
  const unread =
    waitFor === undefined ? null : yield* findUnread(statements, tenantId, { ...waitFor, found });
  const rows = unread === null ? found : found.slice(0, unread.at);
  const waitsFor = unread?.stream ?? null;
  const last = rows.at(-1);
  if (last === undefined) return { ...nothing, waitsFor };
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
  return { count: due.length, isDone: rows.length < rowsMax, waitsFor };
}

/** The first record with findings that a stream has not read yet: without the record they could not be sent any more. */
function* findUnread(
  statements: Statements,
  tenantId: TenantId,
  {
    streams,
    askedFromMs,
    found,
  }: NonNullable<SweepOptions['waitFor']> & { readonly found: readonly SweptMessage[] },
): Operation<{ readonly at: number; readonly stream: string } | null> {
  const fromId = firstIdAt(askedFromMs);
  let first: { readonly at: number; readonly stream: string } | null = null;
  for (const stream of streams) {
    const next = (yield* statements.findPlace.first(tenantId, stream))?.next_leaf ?? 0;
    const at = found.findIndex(
      ({ has_findings: hasFindings, leaf_index: leaf, message_id: id }) =>
        hasFindings === 1 && leaf !== null && leaf >= next && id >= fromId,
    );
    if (at !== -1 && (first === null || at < first.at)) first = { at, stream };
  }
  return first;
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
      return { dropped: swept.count, isDone: swept.isDone, waitsFor: swept.waitsFor };
    },
  } satisfies OperationsFor<RetentionStore>;
}
