import { selectFrom } from '../sql/columns.ts';
import type { Statements } from '../sql/statements.ts';
import {
  type OfTenant,
  type PasskeyColumns,
  passkeyColumns,
  type ReadUser,
  type SessionColumns,
  selectTenant,
  selectUser,
  sessionColumns,
} from './people-columns.ts';

export const usersSql = `SELECT ${selectUser} FROM users WHERE users.tenant_id = ?`;
const foundSql = `SELECT ${selectUser}, ${selectTenant}`;

/** Columns that a row of `users` has as well, under other names. */
const renamed = (table: string, columns: readonly string[]) =>
  columns.map((column) => `${table}.${column} AS of_${column}`).join(', ');

type Renamed<Row> = { readonly [Column in keyof Row & string as `of_${Column}`]: Row[Column] };

/** The row under its own names. */
export function originalOf<Row>(found: Renamed<Row>, columns: ReadonlyArray<keyof Row & string>): Row {
  return Object.fromEntries(
    columns.map((column) => [column, Reflect.get(found, `of_${column}`)]),
  ) as unknown as Row;
}

type FoundPasskeyRow = ReadUser & OfTenant & Renamed<PasskeyColumns>;
type FoundSessionRow = ReadUser & OfTenant & Renamed<SessionColumns>;
type FoundLinkRow = ReadUser & OfTenant & { readonly link_hash: string; readonly link_expires_at_ms: number };

type OfUser = readonly [tenantId: string, userId: string];

function prepareStatements({ read }: Statements) {
  const getUser = read<ReadUser>(`${usersSql} AND users.user_id = ?`);
  const listUsers = read<ReadUser>(`${usersSql} AND users.user_id < ? ORDER BY users.user_id DESC LIMIT ?`);
  const byEmail = read<ReadUser>(`${usersSql} AND users.email_key = ?`);
  const byIdentity = read<ReadUser>(`${usersSql} AND users.issuer = ? AND users.subject = ?`);
  const fromUsers = 'FROM users JOIN tenants ON tenants.tenant_id = users.tenant_id';
  const findAnywhere = read<ReadUser & OfTenant>(
    `${foundSql} ${fromUsers} WHERE users.email_key = ? LIMIT 2`,
  );
  const findInTenant = read<ReadUser & OfTenant>(
    `${foundSql} ${fromUsers} WHERE users.email_key = ?1 AND (tenants.tenant_id = ?2 OR tenants.name = ?2) LIMIT 2`,
  );
  const joinUser = (table: string) =>
    `FROM ${table} JOIN users ON users.tenant_id = ${table}.tenant_id AND users.user_id = ${table}.user_id
     JOIN tenants ON tenants.tenant_id = users.tenant_id`;
  const findLink = read<FoundLinkRow>(
    `${foundSql}, user_links.link_hash, user_links.expires_at_ms AS link_expires_at_ms
     ${joinUser('user_links')} WHERE user_links.link_hash = ?`,
  );
  const findSession = read<FoundSessionRow>(
    `${foundSql}, ${renamed('sessions', sessionColumns)} ${joinUser('sessions')} WHERE sessions.token_hash = ?`,
  );
  const findPasskey = read<FoundPasskeyRow>(
    `${foundSql}, ${renamed('passkeys', passkeyColumns)} ${joinUser('passkeys')}
     WHERE passkeys.credential_id = ? AND passkeys.user_id = ?`,
  );
  const getPassword = read<{ readonly password_hash: string | null }>(
    'SELECT password_hash FROM users WHERE tenant_id = ? AND user_id = ?',
  );
  const listSessions = read<SessionColumns>(
    `SELECT ${sessionColumns.join(', ')} FROM sessions
     WHERE tenant_id = ? AND user_id = ? AND ended_at_ms IS NULL ORDER BY session_id DESC`,
  );
  const listPasskeys = read<PasskeyColumns>(
    `SELECT ${selectFrom('passkeys', passkeyColumns)} FROM passkeys
     WHERE tenant_id = ? AND user_id = ? ORDER BY passkey_id DESC`,
  );
  return {
    getUser,
    listUsers,
    byEmail,
    byIdentity,
    findAnywhere,
    findInTenant,
    findLink,
    findSession,
    findPasskey,
    getPassword,
    listSessions,
    listPasskeys,
  };
}

/** The reader's operations on people, and on what they sign in with. */
export function createPeopleReads(all: Statements) {
  const statements = prepareStatements(all);
  return {
    getUser: (key: OfUser) => statements.getUser.first(...key),
    listUsers: ([tenantId, before, limit]: readonly [
      tenantId: string,
      before: string | null,
      limit: number,
    ]) => statements.listUsers.all(tenantId, before ?? 'usr_~', limit),
    findUserByEmail: (key: readonly [tenantId: string, emailKey: string]) => statements.byEmail.first(...key),
    findUserByIdentity: (key: readonly [tenantId: string, issuer: string, subject: string]) =>
      statements.byIdentity.first(...key),
    findUsersByEmail: ([emailKey, tenant]: readonly [emailKey: string, tenant: string | null]) =>
      tenant === null ? statements.findAnywhere.all(emailKey) : statements.findInTenant.all(emailKey, tenant),
    findUserLink: (linkHash: string) => statements.findLink.first(linkHash),
    findSession: (tokenHash: string) => statements.findSession.first(tokenHash),
    findPasskey: (key: readonly [credentialId: string, userId: string]) =>
      statements.findPasskey.first(...key),
    getPasswordHash: (key: OfUser) => statements.getPassword.first(...key),
    listSessions: (key: OfUser) => statements.listSessions.all(...key),
    listPasskeys: (key: OfUser) => statements.listPasskeys.all(...key),
  };
}
