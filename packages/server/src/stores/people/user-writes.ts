import { allGroups } from '@avow/contract/plain';
import type { NamedText } from '@avow/ledger';
import type { Actor } from '../../access/attribution.ts';
import { emailKeyOf } from '../../people/email-key.ts';
import type { UserChanges, UserLink } from '../../people/people-store.ts';
import type { LogAppends } from '../log/log-appends.ts';
import { intoTable, setColumns } from '../sql/columns.ts';
import type { Operation } from '../sql/operation.ts';
import type { Statements } from '../sql/statements.ts';
import { type ReadUser, type UserColumns, userColumns } from './people-columns.ts';
import { usersSql } from './people-reads.ts';

export interface UserCall {
  readonly tenantId: string;
  readonly userId: string;
  readonly atMs: number;
  readonly actor: Actor | '';
}

export interface CreateUserCall {
  readonly user: UserColumns;
  readonly link: UserLink | null;
  readonly usersMax: number;
}

const changedColumns = [
  'email',
  'email_key',
  'name',
  'role',
  'status',
  'groups',
  'issuer',
  'subject',
] as const;
type ChangedUser = Pick<
  UserColumns,
  'tenant_id' | 'user_id' | 'updated_at_ms' | (typeof changedColumns)[number]
>;

function prepareStatements({ read, change, write }: Statements) {
  return {
    get: read<ReadUser>(`${usersSql} AND users.user_id = ?`),
    byEmail: read<{ readonly user_id: string }>(
      'SELECT user_id FROM users WHERE tenant_id = ? AND email_key = ?',
    ),
    count: read<{ readonly count: number }>('SELECT count(*) AS count FROM users WHERE tenant_id = ?'),
    countOtherOwners: read<{ readonly count: number }>(
      `SELECT count(*) AS count FROM users
       WHERE tenant_id = ? AND role = 'owner' AND status = 'active' AND user_id <> ?`,
    ),
    insert: write<UserColumns>(`INSERT ${intoTable('users', userColumns)}`),
    update: write<ChangedUser>(
      `UPDATE users SET ${setColumns([...changedColumns, 'updated_at_ms'])}
       WHERE tenant_id = :tenant_id AND user_id = :user_id`,
    ),
    remove: change('DELETE FROM users WHERE tenant_id = ? AND user_id = ?'),
    endSessions: change(
      'UPDATE sessions SET ended_at_ms = ? WHERE tenant_id = ? AND user_id = ? AND ended_at_ms IS NULL',
    ),
    dropLinks: change('DELETE FROM user_links WHERE tenant_id = ? AND user_id = ?'),
    insertLink: change(
      'INSERT INTO user_links (tenant_id, user_id, link_hash, expires_at_ms) VALUES (?, ?, ?, ?)',
    ),
  };
}

const isActiveOwner = ({ role, status }: Pick<UserColumns, 'role' | 'status'>) =>
  role === 'owner' && status === 'active';

/** That somebody may see what was answered for any group is on the log. */
function groupsDetail(groups: readonly string[]): NamedText[] {
  return groups.includes(allGroups) ? [['groups', allGroups]] : [];
}

/** What the log says of a change: the new role and status, and that other things changed. */
function detailsOf({ role, status, ...others }: UserChanges): NamedText[] {
  const names = Object.keys(others);
  return [
    ...(role === undefined ? [] : [['role', role] as const]),
    ...(status === undefined ? [] : [['status', status] as const]),
    ...(names.length === 0 ? [] : [['changed', names.join(' ')] as const]),
    ...groupsDetail(others.groups ?? []),
  ];
}

function changed(before: ReadUser, changes: UserChanges, atMs: number): ChangedUser {
  const { email = before.email, name = before.name, role = before.role, status = before.status } = changes;
  const { identity } = changes;
  return {
    ...{ tenant_id: before.tenant_id, user_id: before.user_id, updated_at_ms: atMs },
    ...{ email, email_key: emailKeyOf(email), name, role, status },
    groups: changes.groups === undefined ? before.groups : JSON.stringify(changes.groups),
    issuer: identity === undefined ? before.issuer : (identity?.issuer ?? null),
    subject: identity === undefined ? before.subject : (identity?.subject ?? null),
  };
}

/** The writer's operations on people. All checks come before the first write. */
export function createUserWrites(all: Statements, log: LogAppends) {
  const statements = prepareStatements(all);

  function* note(call: UserCall, state: string, details: readonly NamedText[] = []): Operation<void> {
    const { tenantId, userId: subject, atMs, actor } = call;
    yield* log.appendEvent(tenantId, { kind: 'user', subject, state, atMs, actor, details });
  }

  function* isLastOwner(before: ReadUser): Operation<boolean> {
    if (!isActiveOwner(before)) return false;
    const others = yield* statements.countOtherOwners.first(before.tenant_id, before.user_id);
    return (others?.count ?? 0) === 0;
  }

  return {
    *createUser({ user, link, usersMax }: CreateUserCall): Operation<ReadUser | 'email_taken' | 'too_many'> {
      const { tenant_id: tenantId, user_id: userId, created_at_ms: atMs, created_by: actor } = user;
      if ((yield* statements.byEmail.first(tenantId, user.email_key)) !== null) return 'email_taken';
      if (((yield* statements.count.first(tenantId))?.count ?? 0) >= usersMax) return 'too_many';
      yield* statements.insert.put(user);
      const by = { tenantId, userId, atMs, actor };
      yield* note(by, 'created', [
        ['name', user.name],
        ['role', user.role],
        ...groupsDetail(JSON.parse(user.groups)),
      ]);
      if (link !== null) {
        yield* statements.insertLink.put(tenantId, userId, link.linkHash, link.expiresAtMs);
        yield* note(by, 'link_created');
      }
      return { ...user, has_password: 0, passkeys: 0 };
    },
    *updateUser(
      call: UserCall & { readonly changes: UserChanges },
    ): Operation<ReadUser | 'unknown' | 'last_owner'> {
      const { tenantId, userId, changes, atMs } = call;
      const before = yield* statements.get.first(tenantId, userId);
      if (before === null) return 'unknown';
      const after = changed(before, changes, atMs);
      if (!isActiveOwner(after) && (yield* isLastOwner(before))) return 'last_owner';
      yield* statements.update.put(after);
      if (after.status === 'disabled') {
        yield* statements.endSessions.put(atMs, tenantId, userId);
        yield* statements.dropLinks.put(tenantId, userId);
      }
      yield* note(call, 'changed', detailsOf(changes));
      return { ...before, ...after };
    },
    *deleteUser(call: UserCall): Operation<'deleted' | 'unknown' | 'last_owner'> {
      const { tenantId, userId } = call;
      const before = yield* statements.get.first(tenantId, userId);
      if (before === null) return 'unknown';
      if (yield* isLastOwner(before)) return 'last_owner';
      // First, because the name of somebody who deletes themselves is looked up.
      yield* note(call, 'deleted', [['name', before.name]]);
      yield* statements.remove.put(tenantId, userId);
      return 'deleted';
    },
    *putUserLink(call: UserCall & UserLink): Operation<boolean> {
      const { tenantId, userId, linkHash, expiresAtMs } = call;
      const user = yield* statements.get.first(tenantId, userId);
      if (user?.status !== 'active') return false;
      yield* statements.dropLinks.put(tenantId, userId);
      yield* statements.insertLink.put(tenantId, userId, linkHash, expiresAtMs);
      yield* note(call, 'link_created');
      return true;
    },
  };
}
