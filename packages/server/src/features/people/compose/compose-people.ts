import type { Clock } from '@avow/foundation';
import { repeat } from '@avow/foundation/concurrency';
import type { Log } from '@avow/foundation/log';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import { type IdentitySettings, noIdentity } from '../../../config/identity-settings.ts';
import type { Config } from '../../../config/load-config.ts';
import type { HttpDependencies } from '../../../http/http-dependencies.ts';
import { createRateLimiter, type RateLimiter } from '../../../limits/gcra.ts';
import { composeAccess } from '../../keys/compose/compose-access.ts';
import { createWidgets } from '../../widgets/widgets.ts';
import { createAccessTokens } from '../access-tokens.ts';
import { createAccount } from '../account.ts';
import { createEndUserTokens } from '../end-user-tokens.ts';
import { createPasskeys } from '../passkeys.ts';
import { createPasswords } from '../passwords.ts';
import type { User } from '../people-store.ts';
import { createProvider, voucherMs } from '../provider.ts';
import { createSessions } from '../sessions.ts';
import { createSignIn } from '../sign-in.ts';

export interface PeopleDependencies {
  readonly config: Config;
  readonly data: Pick<DataFolder, 'store' | 'pepper'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly identity?: IdentitySettings;
}

type ServedPeople = Pick<
  HttpDependencies,
  | 'sessions'
  | 'signIn'
  | 'account'
  | 'passkeys'
  | 'provider'
  | 'users'
  | 'apiKeys'
  | 'tenants'
  | 'endUserTokens'
  | 'accessTokens'
  | 'widgets'
>;

export interface ComposedPeople {
  readonly people: ServedPeople;
  /** Attempts to sign in by person, which other nodes count too. */
  readonly accounts: RateLimiter;
  start(): void;
  close(): Promise<void>;
}

/** Longer than any check of a password and what it writes usually take. */
const attemptMs = 400;
const sweepEveryMs = 600_000;

/** People and how they sign in, keys and tenants. */
export function composePeople(parts: PeopleDependencies): ComposedPeople {
  const { config, data, clock, log, identity = noIdentity } = parts;
  const { people: store, access, log: events } = data.store;
  const { pepper } = data;
  const { accountSignInsPerMinute: perMinute, databaseUrl } = config;
  const accounts = createRateLimiter({ perMinute, burst: perMinute }, { isShared: databaseUrl !== null });
  const limits = { idleMs: config.sessionIdleMs, absoluteMs: config.sessionAbsoluteMs };
  const sessions = createSessions({ store, clock, pepper, limits });
  const passwords = createPasswords();
  // Whose role the provider names is no longer let in once the provider does not.
  const isManaged = (user: User) => identity.provider?.roleClaim != null && user.identity !== null;
  const shared = { store, passwords, clock, accounts, isManaged };
  const signIn = createSignIn({ ...shared, pepper, log: events, sessions, attemptMs });
  const keys = composeAccess(data, clock);
  const endUserTokens = createEndUserTokens({ issuers: identity.tokenIssuers, access });
  let stopSweeping: () => Promise<void> = async () => undefined;
  return {
    accounts,
    people: {
      ...{ sessions, signIn },
      account: createAccount({ ...shared, onFailure: (found) => signIn.noteFailure(found, 'password') }),
      passkeys: createPasskeys({
        ...{ store, clock, pepper, isManaged },
        onFailure: (found) => signIn.noteFailure(found, 'passkey'),
      }),
      provider:
        identity.provider === null
          ? null
          : createProvider({
              ...{ settings: identity.provider, store, access, clock, pepper },
              onFailure: (found) => signIn.noteFailure(found, 'provider'),
            }),
      ...keys,
      widgets: createWidgets({ store: data.store.widgets, apiKeys: keys.apiKeys, clock }),
      endUserTokens,
      accessTokens: createAccessTokens({ issuers: identity.tokenIssuers, access, endUserTokens }),
    },
    start: () => {
      stopSweeping = repeat(sweepEveryMs, () =>
        store
          // A challenge must not outlive the session that it began.
          .sweep(clock.nowMs() - voucherMs)
          .catch((error: unknown) => log.error({ err: error }, 'sessions could not be swept')),
      );
    },
    close: () => stopSweeping(),
  };
}
