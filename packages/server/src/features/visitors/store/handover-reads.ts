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

const listSql = (state: string, readable: string) => `${handoverSql} ${state} AND message_id < ?
  AND EXISTS (SELECT 1 FROM messages
    WHERE messages.tenant_id = handovers.tenant_id AND messages.message_id = handovers.message_id AND ${readable})
  ORDER BY message_id DESC LIMIT ?`;

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
    getHandoverSettings: (tenantId) => getSettings.first(tenantId),
  } satisfies OperationsFor<HandoverStore>;
}
