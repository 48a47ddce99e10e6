import type { CallerId } from '@avow/foundation';
import type { Attribution } from '../../access/attribution.ts';
import type { BeginSession } from '../../people/people-store.ts';
import type { LogAppends } from '../log/log-appends.ts';
import { intoTable } from '../sql/columns.ts';
import type { Operation } from '../sql/operation.ts';
import type { Statements } from '../sql/statements.ts';
import { type SessionColumns, sessionColumns } from './people-columns.ts';

interface OpenedSession extends SessionColumns {
  readonly token_hash: string;
  readonly challenge_hash: string | null;
}

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

function prepareStatements({ read, change, write }: Statements) {
  return {
    isActive: read<{ readonly user_id: string }>(
      "SELECT user_id FROM users WHERE tenant_id = ? AND user_id = ? AND status = 'active'",
    ),
    findChallenge: read<{ readonly session_id: string }>(
      'SELECT session_id FROM sessions WHERE tenant_id = ? AND challenge_hash = ?',
    ),
    useLink: change(
      'DELETE FROM user_links WHERE tenant_id = ? AND link_hash = ? AND user_id = ? AND expires_at_ms > ?',
    ),
    usePasskey: change(
      `UPDATE passkeys SET counter = ?, last_used_at_ms = ?
       WHERE tenant_id = ? AND passkey_id = ? AND user_id = ?`,
    ),
    listOpen: read<{ readonly session_id: string }>(
      `SELECT session_id FROM sessions
       WHERE tenant_id = ? AND user_id = ? AND ended_at_ms IS NULL ORDER BY session_id DESC`,
    ),
    end: change('UPDATE sessions SET ended_at_ms = ? WHERE tenant_id = ? AND session_id = ?'),
    insert: write<OpenedSession>(
      `INSERT ${intoTable('sessions', [...sessionColumns, 'token_hash', 'challenge_hash'])}`,
    ),
    noteSignIn: change('UPDATE users SET last_sign_in_at_ms = ? WHERE tenant_id = ? AND user_id = ?'),
    touch: change(
      'UPDATE sessions SET last_used_at_ms = ? WHERE tenant_id = ? AND session_id = ? AND ended_at_ms IS NULL',
    ),
    setPassword: change(
      'UPDATE users SET password_hash = ?, updated_at_ms = ? WHERE tenant_id = ? AND user_id = ?',
    ),
    dropLinks: change('DELETE FROM user_links WHERE tenant_id = ? AND user_id = ?'),
    sweepLinks: change('DELETE FROM user_links WHERE expires_at_ms <= ?'),
    sweepSessions: change('DELETE FROM sessions WHERE expires_at_ms <= ?'),
  };
}

/** The writer's operations on sessions. All checks come before the first write. */
export function createSessionWrites(all: Statements, log: LogAppends) {
  const statements = prepareStatements(all);

  function* endAll(call: EndSessionsCall, ids: readonly string[]): Operation<void> {
    const { tenantId, atMs, actor, state } = call;
    for (const subject of ids) {
      yield* statements.end.put(atMs, tenantId, subject);
      yield* log.appendEvent(tenantId, { kind: 'session', subject, state, atMs, actor, details: [] });
    }
  }

  function* listOpen(tenantId: string, userId: string): Operation<string[]> {
    return (yield* statements.listOpen.all(tenantId, userId)).map(({ session_id }) => session_id);
  }

  /** Whether what the session begins with may still be used; it is used up then. */
  function* useEvidence({ session, ...evidence }: BeginSessionCall): Operation<boolean> {
    const { tenant_id: tenantId, user_id: userId, created_at_ms: atMs } = session;
    const { challengeHash, linkHash, passkey } = evidence;
    if ((yield* statements.isActive.first(tenantId, userId)) === null) return false;
    if (challengeHash !== null && (yield* statements.findChallenge.first(tenantId, challengeHash)) !== null)
      return false;
    if (linkHash !== null && (yield* statements.useLink.run(tenantId, linkHash, userId, atMs)) !== 1)
      return false;
    if (passkey === null) return true;
    const { counter, passkeyId } = passkey;
    return (yield* statements.usePasskey.run(counter, atMs, tenantId, passkeyId, userId)) === 1;
  }

  return {
    *beginSession(call: BeginSessionCall): Operation<boolean> {
      if (!(yield* useEvidence(call))) return false;
      const { session, tokenHash, challengeHash, sessionsMax } = call;
      const { tenant_id: tenantId, user_id: userId, session_id: subject, created_at_ms: atMs } = session;
      const by = { tenantId, userId, atMs, actor: userId };
      const tooMany = (yield* listOpen(tenantId, userId)).slice(sessionsMax - 1);
      yield* endAll({ ...by, only: null, keep: null, state: 'revoked' }, tooMany);
      yield* statements.insert.put({ ...session, token_hash: tokenHash, challenge_hash: challengeHash });
      yield* statements.noteSignIn.put(atMs, tenantId, userId);
      yield* log.appendEvent(tenantId, {
        ...{ kind: 'session', subject, state: 'signed_in', atMs, actor: userId },
        details: [['method', session.method]],
      });
      return true;
    },
    touchSession: ([tenantId, sessionId, atMs]: readonly [
      tenantId: string,
      sessionId: string,
      atMs: number,
    ]) => statements.touch.put(atMs, tenantId, sessionId),
    *endSessions(call: EndSessionsCall): Operation<number> {
      const { tenantId, userId, only, keep } = call;
      const open = yield* listOpen(tenantId, userId);
      const ending = open.filter((id) => (only === null || id === only) && id !== keep);
      yield* endAll(call, ending);
      return ending.length;
    },
    *setPassword(call: SetPasswordCall): Operation<void> {
      const { tenantId, userId, passwordHash, atMs, keep } = call;
      yield* statements.setPassword.put(passwordHash, atMs, tenantId, userId);
      yield* statements.dropLinks.put(tenantId, userId);
      yield* log.appendEvent(tenantId, {
        ...{ kind: 'user', subject: userId, state: 'password_set', atMs, actor: userId, details: [] },
      });
      const others = (yield* listOpen(tenantId, userId)).filter((id) => id !== keep);
      yield* endAll({ tenantId, userId, atMs, actor: userId, only: null, keep, state: 'revoked' }, others);
    },
    *sweepPeople(nowMs: number): Operation<void> {
      yield* statements.sweepLinks.put(nowMs);
      yield* statements.sweepSessions.put(nowMs);
    },
  };
}
