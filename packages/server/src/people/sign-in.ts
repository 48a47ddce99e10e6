import { setTimeout as sleep } from 'node:timers/promises';
import type { SignInMethod } from '@avow/contract';
import type { Clock } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { LogStore } from '@avow/ledger';
import type { RateLimiter } from '../access/gcra.ts';
import type { PasskeySignIn } from './passkeys.ts';
import type { Passwords } from './passwords.ts';
import type { FoundUser, PeopleStore } from './people-store.ts';
import { hashToken } from './secrets.ts';
import type { BegunSession, Origin, Sessions } from './sessions.ts';
import { signInFailed } from './sign-in-failed.ts';

export interface SignIn {
  withPassword(
    given: { readonly email: string; readonly password: string; readonly tenant: string | null },
    origin: Origin,
  ): Promise<BegunSession>;
  withLink(token: string, origin: Origin): Promise<BegunSession>;
  /** With a passkey that was verified. */
  withPasskey(used: PasskeySignIn, origin: Origin): Promise<BegunSession>;
  /** As somebody whom the provider vouches for. */
  withProvider(found: FoundUser, origin: Origin): Promise<BegunSession>;
  /** Notes that somebody who is known could not sign in. */
  noteFailure(found: FoundUser, method: SignInMethod): Promise<void>;
}

export interface SignInParts {
  readonly store: PeopleStore;
  readonly log: Pick<LogStore, 'append'>;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly clock: Clock;
  /** For each person, whether they exist or not. */
  readonly accounts: RateLimiter;
  /** How long a refusal takes at least: longer than finding out whether the person exists. */
  readonly refusalMs: number;
}

export function createSignIn(parts: SignInParts): SignIn {
  const { store, sessions, passwords, clock } = parts;

  async function noteFailure({ user, tenant }: FoundUser, method: SignInMethod): Promise<void> {
    await parts.log.append(tenant.tenantId, [
      {
        ...{ kind: 'session', subject: user.userId, state: 'sign_in_failed', atMs: clock.nowMs(), actor: '' },
        details: [['method', method]],
      },
    ]);
  }

  async function begin(...begun: Parameters<Sessions['begin']>): Promise<BegunSession> {
    const session = await sessions.begin(...begun);
    if (session !== null) return session;
    await noteFailure(begun[0], begun[1].method);
    throw signInFailed();
  }

  /** The person whom the address names, if it is one. */
  async function findPerson(email: string, tenant: string | null): Promise<FoundUser | null> {
    const [found = null, another] = await store.findByEmail(email, tenant);
    return another === undefined ? found : null;
  }

  async function tryPassword(...[given, origin]: Parameters<SignIn['withPassword']>): Promise<BegunSession> {
    const found = await findPerson(given.email, given.tenant);
    const user = found?.user;
    const storedHash = user === undefined ? null : await store.getPasswordHash(user.tenantId, user.userId);
    const matches = await passwords.matches(storedHash, given.password);
    if (found !== null && matches && found.user.status === 'active')
      return await begin(found, { ...origin, method: 'password' });
    if (found !== null) await noteFailure(found, 'password');
    throw signInFailed();
  }

  return {
    noteFailure,
    withPassword: async (given, origin) => {
      takeAttempt(parts, given.email.toLowerCase());
      // A failure takes the same time for everybody, although only those of people who exist are on a log.
      const earliest = sleep(parts.refusalMs);
      try {
        return await tryPassword(given, origin);
      } catch (error) {
        await earliest;
        throw error;
      }
    },
    withLink: async (token, origin) => {
      const linkHash = hashToken(token);
      const found = await store.findLink(linkHash);
      if (found === null) throw signInFailed();
      return await begin(found, { ...origin, method: 'link', evidence: { linkHash } });
    },
    withPasskey: ({ found, evidence }, origin) => begin(found, { ...origin, method: 'passkey', evidence }),
    withProvider: (found, origin) => begin(found, { ...origin, method: 'provider' }),
  };
}

function takeAttempt({ accounts, clock }: SignInParts, account: string): void {
  const decision = accounts.take(hashToken(account), clock.nowMs());
  if (decision.allowed) return;
  throw new AppError('rate_limited', {
    detail: 'There were too many attempts to sign in as this person.',
    retryAfterSeconds: Math.ceil(decision.retryAfterMs / 1000),
  });
}
