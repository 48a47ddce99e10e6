import type { HandoverSettings } from '@avow/contract/visitors';
import {
  assertPage,
  type Operation,
  type OperationsFor,
  type Read,
  type Row,
  type Statements,
} from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { prepareMessageSecrets } from '../../records/store/message-secrets.ts';
import { readableSql } from '../../records/store/readable-sql.ts';
import type { Handover, HandoverStore } from '../handover-store.ts';
import { type HandoverColumns, openHandover } from './handover-columns.ts';
import { type handoverSettings, handovers } from './handover-tables.ts';

/** Sorts after every id. */
const lastId = '~';

const handoverSql = `SELECT ${handovers.columns.join(', ')} FROM handovers WHERE tenant_id = ?`;

const isReadable = (readable: string) => `EXISTS (SELECT 1 FROM messages
    WHERE messages.tenant_id = handovers.tenant_id AND messages.message_id = handovers.message_id AND ${readable})`;

const listSql = (state: string, readable: string) => `${handoverSql} ${state} AND message_id < ?
  AND ${isReadable(readable)} ORDER BY message_id DESC LIMIT ?`;

const countSql = (readable: string) => `SELECT count(*) AS waiting FROM handovers
  WHERE tenant_id = ? AND state = 'waiting' AND ${isReadable(readable)}`;

/** The reader's operations on handovers. */
export function createHandoverReads(statements: Statements, keys: KeyRing) {
  const { read } = statements;
  const secretOf = prepareMessageSecrets(statements, keys);
  const get = read<HandoverColumns>(`${handoverSql} AND message_id = ?`);
  const getSettings = read(
    'SELECT chat, link, link_text FROM handover_settings WHERE tenant_id = ?',
    (row: Pick<Row<typeof handoverSettings>, 'chat' | 'link' | 'link_text'>): HandoverSettings => ({
      ...row,
      chat: row.chat === 1,
    }),
  );
  const lists = new Map<string, Read<HandoverColumns>>();
  const counts = new Map<string, Read<{ readonly waiting: number }>>();
  function* open(row: HandoverColumns): Operation<Handover> {
    const secret = yield* secretOf(row.tenant_id, row.message_id);
    if (secret === null) throw new Error('a handover has outlasted its message');
    return openHandover(row, secret);
  }
  return {
    *getHandover(tenantId, messageId) {
      const row = yield* get.first(tenantId, messageId);
      return row === null ? null : yield* open(row);
    },
    *listHandovers(tenantId, { readableBy, state }, { before, limit }) {
      assertPage(limit);
      const readable = readableSql(statements.dialect, readableBy);
      const sql = listSql(state === undefined ? '' : 'AND state = ?', readable.sql);
      const list = lists.get(sql) ?? read<HandoverColumns>(sql);
      lists.set(sql, list);
      const ofState = state === undefined ? [] : [state];
      const opened: Handover[] = [];
      const page = [before ?? lastId, ...readable.parameters, limit];
      for (const row of yield* list.all(tenantId, ...ofState, ...page)) opened.push(yield* open(row));
      return opened;
    },
    *countWaitingHandovers(tenantId, readableBy) {
      const readable = readableSql(statements.dialect, readableBy);
      const sql = countSql(readable.sql);
      const count = counts.get(sql) ?? read<{ readonly waiting: number }>(sql);
      counts.set(sql, count);
      return (yield* count.first(tenantId, ...readable.parameters))?.waiting ?? 0;
    },
    getHandoverSettings: (tenantId) => getSettings.first(tenantId),
  } satisfies OperationsFor<HandoverStore>;
}
