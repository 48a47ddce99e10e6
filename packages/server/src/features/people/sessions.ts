import type { KeyObject } from 'node:crypto';
import { signInLimits } from '@avow/contract/access';
import { roleScopes, type SignInMethod } from '@avow/contract/roles';
import { AppError, type Clock, isFresh, newId } from '@avow/foundation';
import type { Principal } from '../keys/keys.ts';
import { nameableGroups } from './people.ts';
import type { BeginSession, FoundSession, FoundUser, PeopleStore, Session, User } from './people-store.ts';
import { createSigner, createTokenHash, newToken } from './secrets.ts';

/** A person who is signed in. */
export interface PersonPrincipal extends Principal {
  readonly person: FoundSession;
}

/** Where a request came from, as shown in the list of sessions. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string;
}

export interface BegunSession {
  /** The only time that it is available. */
  readonly token: string;
  readonly principal: PersonPrincipal;
}

export interface Sessions {
  /** Throws `unauthenticated` for an unknown token, and `session_ended` for one that no longer works. */
  authenticate(token: string): Promise<PersonPrincipal>;
  /** Null: what it should begin with does not hold any more. */
  begin(
    found: FoundUser,
    options: Origin & {
      readonly method: SignInMethod;
      readonly evidence?: Partial<Pick<BeginSession, 'challengeHash' | 'linkHash' | 'passkey'>>;
    },
  ): Promise<BegunSession | null>;
  csrfToken(session: Pick<Session, 'sessionId'>): string;
  /** Throws unless this is the token of the session. */
  checkCsrf(session: Pick<Session, 'sessionId'>, given: string | undefined): void;
  /** Whether the session has neither ended nor reached a limit. */
  isOpen(session: Session): boolean;
}

export interface SessionOptions {
  readonly store: PeopleStore;
  readonly clock: Clock;
  readonly pepper: KeyObject;
  readonly limits: { readonly idleMs: number; readonly absoluteMs: number };
}

/** As long as rows of keys: an ended session stops working within a second. */
const rowKeptMs = 500;
const rowsKeptMax = 10_000;
/** When a session was last used is known to the minute. */
const touchEveryMs = 60_000;
const tokenPattern = /^[\w-]{43}$/;
const userAgentLengthMax = 256;

interface KeptRow {
  readonly found: Promise<FoundSession | null>;
  readonly readAtMs: number;
  isTouched: boolean;
}

/** Looks sessions up, and keeps them for a moment. */
function createSessionRows(store: PeopleStore) {
  const rows = new Map<string, KeptRow>();
  return (tokenHash: string, nowMs: number): KeptRow => {
    const kept = rows.get(tokenHash);
    if (kept !== undefined && isFresh({ ...kept, keptMs: rowKeptMs }, nowMs)) return kept;
    if (rows.size >= rowsKeptMax) rows.clear();
    const row: KeptRow = { found: store.findSession(tokenHash), readAtMs: nowMs, isTouched: false };
    rows.set(tokenHash, row);
    const discard = () => {
      if (rows.get(tokenHash) === row) rows.delete(tokenHash);
    };
    row.found.then((found) => found ?? discard(), discard);
    return row;
  };
}

export function createSessions({ store, clock, pepper, limits }: SessionOptions): Sessions {
  const findSession = createSessionRows(store);
  const csrf = createSigner(pepper, 'CSRF tokens');
  const hashToken = createTokenHash(pepper, 'sessions');

  function isOpen(session: Session): boolean {
    const nowMs = clock.nowMs();
    const isIdle = nowMs - session.lastUsedAtMs > limits.idleMs;
    return session.endedAtMs === null && session.expiresAtMs > nowMs && !isIdle;
  }

  /** Not awaited: if it fails, a later request does it. */
  function touch(row: KeptRow, { tenantId, sessionId, lastUsedAtMs }: Session, nowMs: number): void {
    if (row.isTouched || nowMs - lastUsedAtMs < touchEveryMs) return;
    row.isTouched = true;
    store.touchSession(tenantId, sessionId, nowMs).catch(() => {
      row.isTouched = false;
    });
  }

  return {
    isOpen,
    authenticate: async (token) => {
      const nowMs = clock.nowMs();
      if (!tokenPattern.test(token)) throw unknownSession();
      const row = findSession(hashToken(token), nowMs);
      const found = await row.found;
      if (found === null) throw unknownSession();
      if (!isOpen(found.session) || found.user.status !== 'active') throw new AppError('session_ended');
      if (found.tenant.status === 'suspended') throw suspended();
      touch(row, found.session, nowMs);
      return principalOf(found);
    },
    begin: async ({ user, tenant }, { method, address, userAgent, evidence = {} }) => {
      if (tenant.status === 'suspended') throw suspended();
      const token = newToken();
      const nowMs = clock.nowMs();
      const session = {
        ...{ sessionId: newId('ses', nowMs), userId: user.userId, method, address },
        userAgent: userAgent.slice(0, userAgentLengthMax).toWellFormed(),
        ...{ createdAtMs: nowMs, expiresAtMs: nowMs + limits.absoluteMs },
      };
      const { sessionsMax } = signInLimits;
      const begin = { session, tokenHash: hashToken(token), sessionsMax };
      const unused = { challengeHash: null, linkHash: null, passkey: null };
      if (!(await store.beginSession(user.tenantId, { ...begin, ...unused, ...evidence }))) return null;
      const { tenantId } = user;
      const begun = { ...session, tenantId, lastUsedAtMs: nowMs, endedAtMs: null };
      const signedIn: User = { ...user, lastSignInAtMs: nowMs };
      return { token, principal: principalOf({ session: begun, user: signedIn, tenant }) };
    },
    csrfToken: ({ sessionId }) => csrf.sign(sessionId),
    checkCsrf: ({ sessionId }, given) => {
      if (given === undefined || !csrf.isSigned(sessionId, given)) throw new AppError('csrf_failed');
    },
  };
}

function unknownSession(): AppError {
  return new AppError('unauthenticated', { detail: 'The session is not known: sign in.' });
}

function suspended(): AppError {
  return new AppError('tenant_suspended', { detail: 'This tenant is suspended.' });
}

function principalOf(person: FoundSession): PersonPrincipal {
  const { tenantId, userId, role } = person.user;
  const scopes = new Set(roleScopes[role]);
  const groups = nameableGroups(person.user);
  return { tenantId, callerId: userId, scopes, groups, origins: null, packIds: null, person };
}

/** The person, if the caller is one. */
export function signedInPerson(principal: Principal): FoundSession | null {
  return 'person' in principal ? (principal as PersonPrincipal).person : null;
}

/** One error for everybody who cannot be signed in: it must not reveal whether they exist. */
export function signInFailed(): AppError {
  return new AppError('sign_in_failed');
}

export function signsInWithProvider(): AppError {
  return new AppError('invalid_state', { detail: 'You sign in with the OpenID provider alone.' });
}
