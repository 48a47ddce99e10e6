import type { KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SignInMethod } from '@avow/contract/roles';
import { AppError, type Clock } from '@avow/foundation';
import type { LogStore } from '@avow/ledger';
import type { RateLimiter } from '../../limits/gcra.ts';
import type { PasskeySignIn } from './passkeys.ts';
import type { Passwords } from './passwords.ts';
import { emailKeyOf, type FoundUser, type PeopleStore, sameAddressMax, type User } from './people-store.ts';
import type { ProviderSignIn } from './provider.ts';
import { createTokenHash, hashName } from './secrets.ts';
import { type BegunSession, type Origin, type Sessions, signInFailed } from './sessions.ts';

export interface SignInFlows {
  withPassword(
    given: { readonly email: string; readonly password: string; readonly tenant: string | null },
    origin: Origin,
  ): Promise<BegunSession>;
  withLink(token: string, origin: Origin): Promise<BegunSession>;
  /** With a passkey that was verified. */
  withPasskey(used: PasskeySignIn, origin: Origin): Promise<BegunSession>;
  /** As somebody whom the provider vouches for. */
  withProvider(used: ProviderSignIn, origin: Origin): Promise<BegunSession>;
  /** Notes that somebody who is known could not sign in. */
  noteFailure(found: FoundUser, method: SignInMethod): Promise<void>;
}

export interface SignInOptions {
  readonly store: PeopleStore;
  readonly log: Pick<LogStore, 'append'>;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly pepper: KeyObject;
  /** For each person, whether they exist or not. */
  readonly accounts: RateLimiter;
  /** Every attempt with a password takes a multiple of this: longer than finding out whether the person exists. */
  readonly attemptMs: number;
  /** Whether only the OpenID provider decides if the person may sign in. */
  readonly isManaged: (user: User) => boolean;
}

export function createSignIn(parts: SignInOptions): SignInFlows {
  const { store, sessions, passwords, clock } = parts;
  const hashToken = createTokenHash(parts.pepper, 'links');

  async function noteFailure({ user, tenant }: FoundUser, method: SignInMethod): Promise<void> {
    await parts.log.append(tenant.tenantId, [
      {
        ...{ kind: 'session', subject: user.userId, state: 'sign_in_failed', atMs: clock.nowMs(), actor: '' },
        details: [['method', method]],
      },
    ]);
  }

  async function begin(...begun: Parameters<Sessions['begin']>): Promise<BegunSession> {
    const [{ user }, { method }] = begun;
    const isRefused = parts.isManaged(user) && (method === 'password' || method === 'passkey');
    const session = isRefused ? null : await sessions.begin(...begun);
    if (session !== null) return session;
    await noteFailure(begun[0], method);
    throw signInFailed();
  }

  async function hasPassword(user: User | null, password: string): Promise<boolean> {
    const storedHash = user === null ? null : await store.getPasswordHash(user.tenantId, user.userId);
    return (await passwords.matches(storedHash, password)) && user?.status === 'active';
  }

  /** People of several tenants may have one address: it is the one whose password it is. */
  async function tryPassword(
    ...[given, origin]: Parameters<SignInFlows['withPassword']>
  ): Promise<BegunSession> {
    const sameAddress = await store.findByEmail(given.email, given.tenant);
    const candidates = sameAddress.length > sameAddressMax ? [] : sameAddress;
    if (candidates.length === 0) await hasPassword(null, given.password);
    const matching: FoundUser[] = [];
    for (const candidate of candidates)
      if (await hasPassword(candidate.user, given.password)) matching.push(candidate);
    const [found, another] = matching;
    if (found !== undefined && another === undefined)
      return await begin(found, { ...origin, method: 'password' });
    for (const candidate of candidates) await noteFailure(candidate, 'password');
    throw signInFailed();
  }

  return {
    noteFailure,
    withPassword: async (given, origin) => {
      takeAttempt(parts, emailKeyOf(given.email));
      const startedAt = performance.now();
      try {
        return await tryPassword(given, origin);
      } finally {
        // It takes the same time for everybody, although only failures of people who exist are on a log.
        const tookMs = performance.now() - startedAt;
        await sleep(Math.ceil(tookMs / parts.attemptMs) * parts.attemptMs - tookMs);
      }
    },
    withLink: async (token, origin) => {
      const linkHash = hashToken(token);
      const found = await store.findLink(linkHash);
      if (found === null) throw signInFailed();
      return await begin(found, { ...origin, method: 'link', evidence: { linkHash } });
    },
    withPasskey: ({ found, evidence }, origin) => begin(found, { ...origin, method: 'passkey', evidence }),
    withProvider: ({ found, evidence }, origin) => begin(found, { ...origin, method: 'provider', evidence }),
  };
}

function takeAttempt({ accounts, clock }: SignInOptions, account: string): void {
  const decision = accounts.take(hashName(account), clock.nowMs());
  if (decision.allowed) return;
  throw new AppError('rate_limited', {
    detail: 'There were too many attempts to sign in as this person.',
    retryAfterSeconds: Math.ceil(decision.retryAfterMs / 1000),
  });
}
