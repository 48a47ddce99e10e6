import { signInLimits } from '@avow/contract/access';
import { AppError, type Clock, type PasskeyId, type SessionId } from '@avow/foundation';
import type { RateLimiter } from '../../limits/gcra.ts';
import type { Passwords } from './passwords.ts';
import {
  emailKeyOf,
  type FoundSession,
  type FoundUser,
  type Passkey,
  type PeopleStore,
  type Session,
  type User,
} from './people-store.ts';
import { hashName } from './secrets.ts';
import { signInFailed, signsInWithProvider } from './sessions.ts';

/** What a person who is signed in does with their own account. */
export interface Account {
  setPassword(
    person: FoundSession,
    given: { readonly password: string; readonly currentPassword: string | null },
  ): Promise<void>;
  /** Throws unless the person signed in a short time ago. */
  requireRecent(person: FoundSession): void;
  listPasskeys(person: FoundSession): Promise<Passkey[]>;
  deletePasskey(person: FoundSession, passkeyId: PasskeyId): Promise<void>;
  listSessions(person: FoundSession): Promise<Session[]>;
  endSession(person: FoundSession, sessionId: SessionId): Promise<void>;
  endOtherSessions(person: FoundSession): Promise<void>;
  signOut(person: FoundSession): Promise<void>;
}

export interface AccountOptions {
  readonly store: PeopleStore;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly accounts: RateLimiter;
  /** Whether only the OpenID provider decides if the person may sign in. */
  readonly isManaged: (user: User) => boolean;
  /** Called if the current password was wrong. */
  readonly onFailure: (found: FoundUser) => Promise<void>;
}

const minuteMs = 60_000;

export function createAccount(parts: AccountOptions): Account {
  const { store, passwords, clock } = parts;
  const isRecent = ({ session }: FoundSession) =>
    clock.nowMs() - session.createdAtMs <= signInLimits.recentMinutes * minuteMs;

  function requireRecent(person: FoundSession): void {
    if (!isRecent(person)) throw new AppError('recent_sign_in_required');
  }

  async function requireCurrent(person: FoundSession, currentPassword: string): Promise<void> {
    const { user } = person;
    const decision = parts.accounts.take(hashName(emailKeyOf(user.email)), clock.nowMs());
    if (!decision.allowed)
      throw new AppError('rate_limited', { retryAfterSeconds: Math.ceil(decision.retryAfterMs / 1000) });
    const storedHash = await store.getPasswordHash(user.tenantId, user.userId);
    if (await passwords.matches(storedHash, currentPassword)) return;
    await parts.onFailure(person);
    throw signInFailed();
  }

  async function end(
    { user, session }: FoundSession,
    sessions: { readonly only: SessionId | null; readonly keep: SessionId | null },
  ): Promise<number> {
    const state = sessions.only === session.sessionId ? 'signed_out' : 'revoked';
    const options = { atMs: clock.nowMs(), actor: user.userId, state, ...sessions } as const;
    return await store.endSessions(user.tenantId, user.userId, options);
  }

  return {
    requireRecent,
    setPassword: async (person, { password, currentPassword }) => {
      const { user, session } = person;
      if (parts.isManaged(user)) throw signsInWithProvider();
      if (currentPassword !== null) await requireCurrent(person, currentPassword);
      else if (!isRecent(person) || (user.hasPassword && session.method === 'password'))
        throw new AppError('recent_sign_in_required', {
          detail: 'Send the current password, or sign in by other means first.',
        });
      const passwordHash = await passwords.hash(password);
      const options = { atMs: clock.nowMs(), passwordHash, keep: session.sessionId };
      await store.setPassword(user.tenantId, user.userId, options);
    },
    listPasskeys: ({ user }) => store.listPasskeys(user.tenantId, user.userId),
    deletePasskey: async (person, passkeyId) => {
      requireRecent(person);
      const { tenantId, userId } = person.user;
      if (!(await store.deletePasskey(tenantId, userId, { passkeyId, atMs: clock.nowMs() })))
        throw new AppError('not_found');
    },
    listSessions: ({ user }) => store.listSessions(user.tenantId, user.userId),
    endSession: async (person, sessionId) => {
      if ((await end(person, { only: sessionId, keep: null })) === 0) throw new AppError('not_found');
    },
    endOtherSessions: async (person) => {
      await end(person, { only: null, keep: person.session.sessionId });
    },
    signOut: async (person) => {
      await end(person, { only: person.session.sessionId, keep: null });
    },
  };
}
