import { allGroups } from '@avow/contract/plain';
import type { NamedText } from '@avow/ledger-log';
import type { Operation, Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { prepareSealedRows } from '@avow/storage/sealing';
import type { Actor } from '../../keys/access-store.ts';
import type { LogAppends } from '../../log/store/log-appends.ts';
import { emailKeyOf, type UserChanges, type UserLink } from '../people-store.ts';
import {
  type ReadUser,
  type SealedUser,
  sealedUsers,
  type UserColumns,
  withoutSecrets,
} from './people-columns.ts';
import { prepareSessionEnds } from './session-ends.ts';

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

function prepareStatements({ read, change }: Statements) {
  return {
    byEmail: read<{ readonly user_id: string }>(
      'SELECT user_id FROM users WHERE tenant_id = ? AND email_key = ?',
    ),
    count: read<{ readonly count: number }>('SELECT count(*) AS count FROM users WHERE tenant_id = ?'),
    countOtherOwners: read<{ readonly count: number }>(
      `SELECT count(*) AS count FROM users
       WHERE tenant_id = ? AND role = 'owner' AND status = 'active' AND user_id <> ?`,
    ),
    more: read<Pick<ReadUser, 'last_sign_in_at_ms' | 'passkeys'>>(
      `SELECT last_sign_in_at_ms, (SELECT count(*) FROM passkeys AS its
         WHERE its.tenant_id = users.tenant_id AND its.user_id = users.user_id) AS passkeys
       FROM users WHERE tenant_id = ? AND user_id = ?`,
    ),
    remove: change('DELETE FROM users WHERE tenant_id = ? AND user_id = ?'),
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

const noLink = { link_hash: null, link_expires_at_ms: null } as const;

function changed(before: SealedUser, changes: UserChanges, atMs: number): SealedUser {
  const { email = before.email, name = before.name, role = before.role, status = before.status } = changes;
  const { identity } = changes;
  return {
    ...before,
    ...{ updated_at_ms: atMs, revision: before.revision + 1 },
    ...{ email, email_key: emailKeyOf(email), name, role, status },
    ...(status === 'disabled' ? noLink : {}),
    groups: changes.groups === undefined ? before.groups : JSON.stringify(changes.groups),
    issuer: identity === undefined ? before.issuer : (identity?.issuer ?? null),
    subject: identity === undefined ? before.subject : (identity?.subject ?? null),
  };
}

/** The writer's operations on people. All checks come before the first write. */
export function createUserWrites(
  all: Statements,
  { keys, log }: { readonly keys: KeyRing; readonly log: LogAppends },
) {
  const statements = prepareStatements(all);
  const users = prepareSealedRows(all, keys, sealedUsers);
  const sessions = prepareSessionEnds(all, { keys, log });

  function* note(
    call: UserCall,
    state: string,
    { user, details = [] }: { user: SealedUser; details?: readonly NamedText[] },
  ): Operation<void> {
    const { tenantId, userId: subject, atMs, actor } = call;
    const { revision } = user;
    const commitments = [yield* users.rightsOf(user)];
    yield* log.appendRights(tenantId, {
      ...{ kind: 'user', subject, state, atMs, actor, details, revision, commitments },
    });
  }

  /** Nothing about their rights is new. */
  function* noteLink({ tenantId, userId: subject, atMs, actor }: UserCall): Operation<void> {
    yield* log.appendEvent(tenantId, {
      ...{ kind: 'user', subject, state: 'link_created', atMs, actor, details: [] },
    });
  }

  function* isLastOwner(before: SealedUser): Operation<boolean> {
    if (!isActiveOwner(before)) return false;
    const others = yield* statements.countOtherOwners.first(before.tenant_id, before.user_id);
    return (others?.count ?? 0) === 0;
  }

  return {
    *createUser(call: CreateUserCall): Operation<ReadUser | 'email_taken' | 'too_many'> {
      const { user: given, link, usersMax } = call;
      const { tenant_id: tenantId, user_id: userId, created_at_ms: atMs, created_by: actor } = given;
      if ((yield* statements.byEmail.first(tenantId, given.email_key)) !== null) return 'email_taken';
      if (((yield* statements.count.first(tenantId))?.count ?? 0) >= usersMax) return 'too_many';
      const ofLink =
        link === null ? noLink : { link_hash: link.linkHash, link_expires_at_ms: link.expiresAtMs };
      const user: SealedUser = { ...given, password_hash: null, ...ofLink };
      yield* users.insert(user);
      const by = { tenantId, userId, atMs, actor };
      const details: NamedText[] = [
        ['name', user.name],
        ['role', user.role],
        ...groupsDetail(JSON.parse(user.groups)),
      ];
      yield* note(by, 'created', { user, details });
      if (link !== null) yield* noteLink(by);
      return withoutSecrets({ ...user, seal: null, last_sign_in_at_ms: null, passkeys: 0 });
    },
    *updateUser(
      call: UserCall & { readonly changes: UserChanges },
    ): Operation<ReadUser | 'unknown' | 'last_owner'> {
      const { tenantId, userId, changes, atMs, actor } = call;
      const before = yield* users.find(tenantId, userId);
      const more = yield* statements.more.first(tenantId, userId);
      if (before === null || more === null) return 'unknown';
      const after = changed(before, changes, atMs);
      if (!isActiveOwner(after) && (yield* isLastOwner(before))) return 'last_owner';
      yield* users.update(after);
      yield* note(call, 'changed', { user: after, details: detailsOf(changes) });
      if (after.status === 'disabled') {
        const open = yield* sessions.listOpen(tenantId, userId);
        yield* sessions.end(open, { tenantId, atMs, actor, state: 'revoked' });
      }
      return withoutSecrets({ ...after, ...more, seal: null });
    },
    *deleteUser(call: UserCall): Operation<'deleted' | 'unknown' | 'last_owner'> {
      const { tenantId, userId } = call;
      const before = yield* users.find(tenantId, userId);
      if (before === null) return 'unknown';
      if (yield* isLastOwner(before)) return 'last_owner';
      // First, because the name of somebody who deletes themselves is looked up.
      const gone = { ...before, revision: before.revision + 1 };
      yield* note(call, 'deleted', { user: gone, details: [['name', before.name]] });
      yield* statements.remove.put(tenantId, userId);
      return 'deleted';
    },
    *putUserLink(call: UserCall & UserLink): Operation<boolean> {
      const { tenantId, userId, linkHash, expiresAtMs } = call;
      const before = yield* users.find(tenantId, userId);
      if (before?.status !== 'active') return false;
      const link = { link_hash: linkHash, link_expires_at_ms: expiresAtMs };
      const user = { ...before, ...link, revision: before.revision + 1 };
      yield* users.update(user);
      yield* note(call, 'link_created', { user });
      return true;
    },
  };
}
