import { assertPage, type Operation, type OperationsFor, type Statements, selectFrom } from '@avow/storage';
import type { KeyRing, Sealed } from '@avow/storage/sealing';
import { prepareSealedReads } from '@avow/storage/sealing';
import { decodeTenant, type OfTenant, selectTenant, tenantOf } from '../../keys/store/access-columns.ts';
import { prepareTenantCheck } from '../../keys/store/access-reads.ts';
import { emailKeyOf, type FoundUser, type PeopleStore, sameAddressMax, type User } from '../people-store.ts';
import {
  decodePasskey,
  decodeSession,
  decodeUser,
  type PasskeyColumns,
  passkeyColumns,
  type SealedSession,
  type SelectedUser,
  sealedPasskeys,
  sealedSessions,
  sealedUsers,
  selectUser,
} from './people-columns.ts';

const usersSql = `SELECT ${selectUser} FROM users WHERE users.tenant_id = ?`;
const foundSql = `SELECT ${selectUser}, ${selectTenant}`;

/** Columns that a row of `users` has as well, under other names. */
const renamed = (table: string, columns: readonly string[]) =>
  [...columns, 'seal'].map((column) => `${table}.${column} AS of_${column}`).join(', ');

type Renamed<Row> = {
  readonly [Column in keyof Sealed<Row> & string as `of_${Column}`]: Sealed<Row>[Column];
};

/** The row under its own names. */
function originalOf<Row>(found: Renamed<Row>, columns: ReadonlyArray<keyof Row & string>): Sealed<Row> {
  return Object.fromEntries(
    [...columns, 'seal'].map((column) => [column, Reflect.get(found, `of_${column}`)]),
  ) as unknown as Sealed<Row>;
}

type FoundRow = SelectedUser & OfTenant;
type FoundPasskeyRow = FoundRow & Renamed<PasskeyColumns>;
type FoundSessionRow = FoundRow & Renamed<SealedSession>;

function prepareStatements({ read, dialect }: Statements) {
  const getUser = read<SelectedUser>(`${usersSql} AND users.user_id = ?`);
  const listUsers = read<SelectedUser>(
    `${usersSql} AND users.user_id < ? ORDER BY users.user_id DESC LIMIT ?`,
  );
  const listOfRoles = read<SelectedUser>(
    `${usersSql} AND users.status = 'active'
     AND users.role IN (SELECT wanted.value FROM ${dialect.listedIn('?', 'wanted')})
     ORDER BY users.user_id DESC LIMIT ?`,
  );
  const byEmail = read<SelectedUser>(`${usersSql} AND users.email_key = ?`);
  const byIdentity = read<SelectedUser>(`${usersSql} AND users.issuer = ? AND users.subject = ?`);
  const fromUsers = 'FROM users JOIN tenants ON tenants.tenant_id = users.tenant_id';
  const findAnywhere = read<FoundRow>(
    `${foundSql} ${fromUsers} WHERE users.email_key = ? LIMIT ${sameAddressMax + 1}`,
  );
  const findInTenant = read<FoundRow>(
    `${foundSql} ${fromUsers} WHERE users.email_key = ?1 AND (tenants.tenant_id = ?2 OR tenants.name = ?2) LIMIT ${sameAddressMax + 1}`,
  );
  const joinUser = (table: string) =>
    `FROM ${table} JOIN users ON users.tenant_id = ${table}.tenant_id AND users.user_id = ${table}.user_id
     JOIN tenants ON tenants.tenant_id = users.tenant_id`;
  const findLink = read<FoundRow>(`${foundSql} ${fromUsers} WHERE users.link_hash = ?`);
  const findSession = read<FoundSessionRow>(
    `${foundSql}, ${renamed('sessions', sealedSessions.columns)} ${joinUser('sessions')} WHERE sessions.token_hash = ?`,
  );
  const findPasskey = read<FoundPasskeyRow>(
    `${foundSql}, ${renamed('passkeys', passkeyColumns)} ${joinUser('passkeys')}
     WHERE passkeys.credential_id = ? AND passkeys.user_id = ?`,
  );
  const listSessions = read<Sealed<SealedSession>>(
    `SELECT ${sealedSessions.columns.join(', ')}, seal FROM sessions
     WHERE tenant_id = ? AND user_id = ? AND ended_at_ms IS NULL ORDER BY session_id DESC`,
  );
  const listPasskeys = read<Sealed<PasskeyColumns>>(
    `SELECT ${selectFrom('passkeys', passkeyColumns)}, seal FROM passkeys
     WHERE tenant_id = ? AND user_id = ? ORDER BY passkey_id DESC`,
  );
  return {
    getUser,
    listUsers,
    listOfRoles,
    byEmail,
    byIdentity,
    findAnywhere,
    findInTenant,
    findLink,
    findSession,
    findPasskey,
    listSessions,
    listPasskeys,
  };
}

/**
 * The reader's operations on people, and on what they sign in with. A row that is not as the service wrote it is as
 * if it were not there.
 */
export function createPeopleReads(all: Statements, keys: KeyRing) {
  const statements = prepareStatements(all);
  const users = prepareSealedReads(keys, sealedUsers);
  const sessions = prepareSealedReads(keys, sealedSessions);
  const passkeys = prepareSealedReads(keys, sealedPasskeys);
  const checkTenant = prepareTenantCheck(keys);

  function* one(reading: Operation<SelectedUser | null>): Operation<User | null> {
    const row = yield* users.genuine(yield* reading);
    return row === null ? null : decodeUser(row);
  }

  function* found(row: FoundRow | null): Operation<FoundUser | null> {
    if (row === null || !(yield* users.isGenuine(row))) return null;
    return { user: decodeUser(row), tenant: decodeTenant(yield* checkTenant(tenantOf(row))) };
  }

  return {
    getUser: (tenantId, userId) => one(statements.getUser.first(tenantId, userId)),
    *listUsers(tenantId, { before, limit }) {
      assertPage(limit);
      const rows = yield* statements.listUsers.all(tenantId, before ?? 'usr_~', limit);
      return (yield* users.allGenuine(rows)).map(decodeUser);
    },
    *listUsersOfRoles(tenantId, { roles, limit }) {
      assertPage(limit);
      const rows = yield* statements.listOfRoles.all(tenantId, JSON.stringify(roles), limit);
      return (yield* users.allGenuine(rows)).map(decodeUser);
    },
    findUser: (tenantId, by) =>
      one(
        'email' in by
          ? statements.byEmail.first(tenantId, emailKeyOf(by.email))
          : statements.byIdentity.first(tenantId, by.issuer, by.subject),
      ),
    *findByEmail(email, tenant) {
      const emailKey = emailKeyOf(email);
      const rows =
        tenant === null
          ? yield* statements.findAnywhere.all(emailKey)
          : yield* statements.findInTenant.all(emailKey, tenant);
      const people: FoundUser[] = [];
      for (const row of rows) {
        const person = yield* found(row);
        if (person !== null) people.push(person);
      }
      return people;
    },
    *findLink(linkHash) {
      const row = yield* statements.findLink.first(linkHash);
      const person = yield* found(row);
      return person === null ? null : { ...person, linkHash, expiresAtMs: row?.link_expires_at_ms ?? 0 };
    },
    *findSession(tokenHash) {
      const row = yield* statements.findSession.first(tokenHash);
      const person = yield* found(row);
      if (row === null || person === null) return null;
      const session = yield* sessions.genuine(originalOf<SealedSession>(row, sealedSessions.columns));
      return session === null ? null : { ...person, session: decodeSession(session) };
    },
    *findPasskey(credentialId, userId) {
      const row = yield* statements.findPasskey.first(credentialId, userId);
      const person = yield* found(row);
      if (row === null || person === null) return null;
      const passkey = yield* passkeys.genuine(originalOf<PasskeyColumns>(row, passkeyColumns));
      return passkey === null ? null : { ...person, passkey: decodePasskey(passkey) };
    },
    *getPasswordHash(tenantId, userId) {
      const row = yield* users.genuine(yield* statements.getUser.first(tenantId, userId));
      return row?.password_hash ?? null;
    },
    *listSessions(tenantId, userId) {
      const rows = yield* statements.listSessions.all(tenantId, userId);
      return (yield* sessions.allGenuine(rows)).map(decodeSession);
    },
    *listPasskeys(tenantId, userId) {
      const rows = yield* statements.listPasskeys.all(tenantId, userId);
      return (yield* passkeys.allGenuine(rows)).map(decodePasskey);
    },
  } satisfies OperationsFor<PeopleStore>;
}
