import { drawSecret, wrapSecret } from '../sealing/record-secret.ts';
import { sealBytes } from '../sealing/seal-bytes.ts';
import { done, type Operation, type SqlValue } from '../sql/operation.ts';
import type { Statements } from '../sql/statements.ts';
import type { KeyRing } from './key-ring.ts';

/** A record's secret, and its row. */
export interface KeptSecret {
  readonly secret: Buffer;
  readonly secretNo: number;
}

/** A packed envelope, and the column of who may see it. */
interface PackedContent {
  readonly packed: string;
  readonly audience: string | null;
}

/** The secrets of messages and the content sealed under them: the writer stores and destroys both here. */
export interface RecordSecrets {
  newSecret(tenantId: string, messageId: string): Operation<KeptSecret>;
  /** Returns the number of its row. */
  putSecret(tenantId: string, wrapped: Uint8Array): Operation<number>;
  /** Null: there is no such message, or its content is gone. */
  findSecret(tenantId: string, messageId: string): Operation<Buffer | null>;
  /** Returns the number of its row. It opens only with the audience that it was stored with. */
  putContent(tenantId: string, secret: Uint8Array, content: PackedContent): Operation<number>;
  /**
   * In SQLite, overwrites in place with zeros of the same length: a row that changes its length would be moved and leave a
   * copy.
   */
  wipeContent(contentNo: number): Operation<void>;
  wipeSecret(secretNo: number): Operation<void>;
  /**
   * Deletes wiped rows from the oldest end, except for a margin before the live rows. Returns how many: if `rowsMax`, there
   * may be more.
   */
  dropWiped(rowsMax: number): Operation<number>;
}

/**
 * The number of wiped rows to keep between deleted and live rows. When a page becomes nearly empty, SQLite moves rows of the
 * next two pages and leaves copies: those must be zeros. A page has room for 209 secrets.
 */
const rowsApart = 1000;

/** Takes the tenant and the message. */
export function findSecretSql({ dialect }: Statements): string {
  return `SELECT kept.secret FROM messages JOIN record_secrets AS kept USING (${dialect.joinBy('secret_no')})
    WHERE messages.tenant_id = ? AND messages.message_id = ?`;
}

interface NumberedRows {
  readonly table: string;
  readonly no: string;
  readonly column: string;
  /** Of SQLite: whether the row is not zeros. */
  readonly isLive: string;
}

interface OwnedRow {
  readonly tenant_id: string;
}

/** The rows of a table that are wiped eventually. */
function prepareRows<Row extends OwnedRow & Record<keyof Row, SqlValue>>(
  statements: Statements,
  { table, no, column, isLive }: NumberedRows,
) {
  const { ownerColumns, overwritesInPlace } = statements.dialect;
  const insert = statements.insertNumbered<Row>({ table, number: no, columns: [...ownerColumns, column] });
  if (!overwritesInPlace) {
    const remove = statements.change(`DELETE FROM ${table} WHERE ${no} = ?`);
    return { insert, wipe: remove, dropWiped: (_: number): Operation<number> => done(0) };
  }
  const wipe = statements.change(
    `UPDATE ${table} SET ${column} = zeroblob(length(${column})) WHERE ${no} = ?`,
  );
  return { insert, wipe, dropWiped: prepareDropping(statements, { table, no, isLive }) };
}

function prepareDropping(
  { read, change }: Statements,
  { table, no, isLive }: Pick<NumberedRows, 'table' | 'no' | 'isLive'>,
) {
  const newest = read<{ readonly no: number }>(`SELECT coalesce(max(${no}), 0) AS no FROM ${table}`);
  const firstLive = read<{ readonly no: number }>(
    `SELECT ${no} AS no FROM (SELECT * FROM ${table} ORDER BY ${no} LIMIT ?) WHERE ${isLive} ORDER BY ${no} LIMIT 1`,
  );
  const drop = change(
    `DELETE FROM ${table} WHERE ${no} IN (SELECT ${no} FROM ${table} WHERE ${no} < ? ORDER BY ${no} LIMIT ?)`,
  );
  return function* dropWiped(rowsMax: number): Operation<number> {
    // If none of these is live, `rowsMax` rows are far enough from the first live one. Numbers have no gaps.
    const end = (yield* firstLive.first(rowsMax + rowsApart)) ?? (yield* newest.first());
    return yield* drop.run((end?.no ?? 0) - rowsApart, rowsMax);
  };
}

export function openRecordSecrets(statements: Statements, keys: KeyRing): RecordSecrets {
  const secrets = prepareRows<OwnedRow & { readonly secret: Uint8Array }>(statements, {
    ...{ table: 'record_secrets', no: 'secret_no', column: 'secret' },
    isLive: 'secret <> zeroblob(32)',
  });
  const contents = prepareRows<OwnedRow & { readonly content: Uint8Array }>(statements, {
    ...{ table: 'record_contents', no: 'content_no', column: 'content' },
    // A sealed text begins with a random nonce of twelve bytes.
    isLive: 'substr(content, 1, 12) <> zeroblob(12)',
  });
  const findSecret = statements.read<{ readonly secret: Uint8Array }>(findSecretSql(statements));
  return {
    *newSecret(tenantId, messageId) {
      const secret = drawSecret();
      const wrapped = wrapSecret(yield* keys.getOrMake(tenantId), messageId, secret);
      return { secret, secretNo: yield* secrets.insert.put({ tenant_id: tenantId, secret: wrapped }) };
    },
    putSecret: (tenantId, wrapped) => secrets.insert.put({ tenant_id: tenantId, secret: wrapped }),
    *findSecret(tenantId, messageId) {
      const found = yield* findSecret.first(tenantId, messageId);
      return found === null ? null : wrapSecret(yield* keys.get(tenantId), messageId, found.secret);
    },
    putContent: (tenantId, secret, { packed, audience }) =>
      contents.insert.put({
        tenant_id: tenantId,
        content: sealBytes(secret, 'content', packed, audience),
      }),
    wipeContent: (contentNo) => contents.wipe.put(contentNo),
    wipeSecret: (secretNo) => secrets.wipe.put(secretNo),
    *dropWiped(rowsMax) {
      return Math.max(yield* contents.dropWiped(rowsMax), yield* secrets.dropWiped(rowsMax));
    },
  };
}
