import type { DatabaseSync } from 'node:sqlite';
import { drawSecret, wrapSecret } from '../../sealing/record-secret.ts';
import { sealBytes } from '../../sealing/seal-bytes.ts';
import type { KeyRing } from './key-ring.ts';

/** A record's secret, and its row. */
export interface KeptSecret {
  readonly secret: Buffer;
  readonly secretNo: number;
}

/** The secrets of messages and the content sealed under them: the writer stores and destroys both here. */
export interface RecordSecrets {
  newSecret(tenantId: string, messageId: string): KeptSecret;
  secretOf(tenantId: string, messageId: string, secretNo: number): KeptSecret;
  /** Null: there is no such message, or its content is gone. */
  findSecret(tenantId: string, messageId: string): Buffer | null;
  /** Returns the number of its row. */
  putContent(secret: Uint8Array, packed: string): number;
  /** Overwrites in place with zeros of the same length: a row that changes its length would be moved and leave a copy. */
  wipeContent(contentNo: number): void;
  wipeSecret(secretNo: number): void;
  /**
   * Deletes wiped rows from the oldest end, except for a margin before the live rows. Returns how many: if `rowsMax`, there
   * may be more.
   */
  dropWiped(rowsMax: number): number;
}

/**
 * The number of wiped rows to keep between deleted and live rows. When a page becomes nearly empty, SQLite moves rows of the
 * next two pages and leaves copies: those must be zeros. A page has room for 209 secrets.
 */
const rowsApart = 1000;

export const findSecretSql = `SELECT kept.secret FROM messages JOIN record_secrets AS kept USING (secret_no)
  WHERE messages.tenant_id = ? AND messages.message_id = ?`;

/** The rows of a table that are wiped eventually. */
function prepareRows(
  database: DatabaseSync,
  { table, no, isLive }: { readonly table: string; readonly no: string; readonly isLive: string },
) {
  const newest = database.prepare(`SELECT coalesce(max(${no}), 0) AS no FROM ${table}`);
  const firstLive = database.prepare(
    `SELECT ${no} AS no FROM (SELECT * FROM ${table} ORDER BY ${no} LIMIT ?) WHERE ${isLive} ORDER BY ${no} LIMIT 1`,
  );
  const drop = database.prepare(
    `DELETE FROM ${table} WHERE ${no} IN (SELECT ${no} FROM ${table} WHERE ${no} < ? ORDER BY ${no} LIMIT ?)`,
  );
  return {
    dropWiped(rowsMax: number): number {
      // If none of these is live, `rowsMax` rows are far enough from the first live one. Numbers have no gaps.
      const end = firstLive.get(rowsMax + rowsApart) ?? newest.get();
      return Number(drop.run(Number(end?.['no']) - rowsApart, rowsMax).changes);
    },
  };
}

function prepareStatements(database: DatabaseSync) {
  return {
    insertSecret: database.prepare('INSERT INTO record_secrets (secret) VALUES (?)'),
    readSecret: database.prepare('SELECT secret FROM record_secrets WHERE secret_no = ?'),
    findSecret: database.prepare(findSecretSql),
    insertContent: database.prepare('INSERT INTO record_contents (content) VALUES (?)'),
    wipeContent: database.prepare(
      'UPDATE record_contents SET content = zeroblob(length(content)) WHERE content_no = ?',
    ),
    wipeSecret: database.prepare('UPDATE record_secrets SET secret = zeroblob(32) WHERE secret_no = ?'),
    // A sealed text begins with a random nonce of twelve bytes.
    contents: prepareRows(database, {
      ...{ table: 'record_contents', no: 'content_no' },
      isLive: 'substr(content, 1, 12) <> zeroblob(12)',
    }),
    secrets: prepareRows(database, {
      ...{ table: 'record_secrets', no: 'secret_no' },
      isLive: 'secret <> zeroblob(32)',
    }),
  };
}

export function openRecordSecrets(database: DatabaseSync, keys: KeyRing): RecordSecrets {
  const statements = prepareStatements(database);
  const unwrap = (tenantId: string, messageId: string, wrapped: unknown) =>
    wrapSecret(keys.get(tenantId), messageId, wrapped as Uint8Array);
  return {
    newSecret(tenantId, messageId) {
      const secret = drawSecret();
      const wrapped = wrapSecret(keys.getOrMake(tenantId), messageId, secret);
      return { secret, secretNo: Number(statements.insertSecret.run(wrapped).lastInsertRowid) };
    },
    secretOf(tenantId, messageId, secretNo) {
      const wrapped = statements.readSecret.get(secretNo)?.['secret'];
      if (wrapped === undefined) throw new Error('a message has lost its secret');
      return { secret: unwrap(tenantId, messageId, wrapped), secretNo };
    },
    findSecret(tenantId, messageId) {
      const wrapped = statements.findSecret.get(tenantId, messageId)?.['secret'];
      return wrapped === undefined ? null : unwrap(tenantId, messageId, wrapped);
    },
    putContent: (secret, packed) =>
      Number(statements.insertContent.run(sealBytes(secret, 'content', packed)).lastInsertRowid),
    wipeContent: (contentNo) => void statements.wipeContent.run(contentNo),
    wipeSecret: (secretNo) => void statements.wipeSecret.run(secretNo),
    dropWiped: (rowsMax) =>
      Math.max(statements.contents.dropWiped(rowsMax), statements.secrets.dropWiped(rowsMax)),
  };
}
