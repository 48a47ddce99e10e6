import { formatTime } from '@avow/contract/plain';
import type { CallerId } from '@avow/foundation';
import type { NamedText } from '@avow/ledger-log';
import type { Operation, Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { prepareSealedRows } from '@avow/storage/sealing';
import type { Attribution } from '../../keys/access-store.ts';
import type { LogAppends } from '../../log/store/log-appends.ts';
import type { BeginSession } from '../people-store.ts';
import {
  type SealedUser,
  type SessionColumns,
  sealedPasskeys,
  sealedSessions,
  sealedUsers,
} from './people-columns.ts';
import { prepareSessionEnds } from './session-ends.ts';

export interface BeginSessionCall extends Omit<BeginSession, 'session'> {
  readonly session: SessionColumns;
}

export interface EndSessionsCall extends Attribution {
  readonly tenantId: string;
  readonly userId: string;
  readonly only: string | null;
  readonly keep: string | null;
  readonly state: 'signed_out' | 'revoked';
}

export interface SetPasswordCall {
  readonly tenantId: string;
  readonly userId: CallerId;
  readonly passwordHash: string;
  readonly atMs: number;
  readonly keep: string;
}

function prepareStatements({ read, change }: Statements) {
  return {
    findChallenge: read<{ readonly session_id: string }>(
      'SELECT session_id FROM sessions WHERE tenant_id = ? AND challenge_hash = ?',
    ),
    noteSignIn: change('UPDATE users SET last_sign_in_at_ms = ? WHERE tenant_id = ? AND user_id = ?'),
    sweepSessions: change('DELETE FROM sessions WHERE expires_at_ms <= ?'),
  };
}

/** The writer's operations on sessions. All checks come before the first write. */
export function createSessionWrites(
  all: Statements,
  { keys, log }: { readonly keys: KeyRing; readonly log: LogAppends },
) {
  const statements = prepareStatements(all);
  const users = prepareSealedRows(all, keys, sealedUsers);
  const sessions = prepareSealedRows(all, keys, sealedSessions);
  const passkeys = prepareSealedRows(all, keys, sealedPasskeys);
  const ends = prepareSessionEnds(all, { keys, log });

  /** What the person signs in with is another from now on. */
  function* changeUser(before: SealedUser, state: string, changes: Partial<SealedUser>): Operation<void> {
    const user = { ...before, ...changes, revision: before.revision + 1 };
    yield* users.update(user);
    const { tenant_id: tenantId, user_id: subject, updated_at_ms: atMs, revision } = user;
    yield* log.appendRights(tenantId, {
      ...{ kind: 'user', subject, state, atMs, actor: subject, details: [] },
      ...{ revision, commitments: [yield* users.rightsOf(user)] },
    });
  }

  /** Whether what the session begins with may still be used; it is used up then. */
  function* useEvidence({ session, ...evidence }: BeginSessionCall): Operation<boolean> {
    const { tenant_id: tenantId, user_id: userId, created_at_ms: atMs } = session;
    const { challengeHash, linkHash, passkey } = evidence;
    const user = yield* users.find(tenantId, userId);
    if (user?.status !== 'active') return false;
    if (challengeHash !== null && (yield* statements.findChallenge.first(tenantId, challengeHash)) !== null)
      return false;
    if (linkHash !== null) {
      if (user.link_hash !== linkHash || (user.link_expires_at_ms ?? 0) <= atMs) return false;
      const used = { link_hash: null, link_expires_at_ms: null, updated_at_ms: atMs };
      yield* changeUser(user, 'link_used', used);
    }
    if (passkey === null) return true;
    const found = yield* passkeys.find(tenantId, passkey.passkeyId);
    if (found?.user_id !== userId) return false;
    yield* passkeys.update({ ...found, counter: passkey.counter, last_used_at_ms: atMs });
    return true;
  }

  return {
    *beginSession(call: BeginSessionCall): Operation<boolean> {
      if (!(yield* useEvidence(call))) return false;
      const { tokenHash, challengeHash, sessionsMax } = call;
      const session = { ...call.session, token_hash: tokenHash, challenge_hash: challengeHash };
      const { tenant_id: tenantId, user_id: userId, session_id: subject, created_at_ms: atMs } = session;
      const tooMany = (yield* ends.listOpen(tenantId, userId)).slice(sessionsMax - 1);
      yield* ends.end(tooMany, { tenantId, atMs, actor: userId, state: 'revoked' });
      yield* sessions.insert(session);
      yield* statements.noteSignIn.put(atMs, tenantId, userId);
      const details: NamedText[] = [
        ['method', session.method],
        ['expires_at', formatTime(session.expires_at_ms)],
      ];
      yield* log.appendRights(tenantId, {
        ...{ kind: 'session', subject, state: 'signed_in', atMs, actor: userId, details },
        ...{ revision: session.revision, commitments: [yield* sessions.rightsOf(session)] },
      });
      return true;
    },
    *touchSession([tenantId, sessionId, atMs]: readonly [
      tenantId: string,
      sessionId: string,
      atMs: number,
    ]): Operation<void> {
      const session = yield* sessions.find(tenantId, sessionId);
      if (session === null || session.ended_at_ms !== null) return;
      yield* sessions.update({ ...session, last_used_at_ms: atMs });
    },
    *endSessions(call: EndSessionsCall): Operation<number> {
      const { tenantId, userId, only, keep } = call;
      const open = yield* ends.listOpen(tenantId, userId);
      const ending = open.filter((id) => (only === null || id === only) && id !== keep);
      yield* ends.end(ending, call);
      return ending.length;
    },
    *setPassword(call: SetPasswordCall): Operation<void> {
      const { tenantId, userId, passwordHash, atMs, keep } = call;
      const user = yield* users.find(tenantId, userId);
      if (user === null) return;
      const changes = { link_hash: null, link_expires_at_ms: null, updated_at_ms: atMs };
      yield* changeUser(user, 'password_set', { ...changes, password_hash: passwordHash });
      const others = (yield* ends.listOpen(tenantId, userId)).filter((id) => id !== keep);
      yield* ends.end(others, { tenantId, atMs, actor: userId, state: 'revoked' });
    },
    sweepPeople: (nowMs: number) => statements.sweepSessions.put(nowMs),
  };
}
