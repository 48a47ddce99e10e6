import type { KeyObject } from 'node:crypto';
import { emailSchema, personNameSchema, userLimits } from '@avow/contract/access';
import { type Role, roles } from '@avow/contract/roles';
import { AppError, type Clock, newId, type TenantId } from '@avow/foundation';
import type { IdentityProviderSettings } from '../../config/identity-settings.ts';
import type { AccessStore, Tenant } from '../keys/access-store.ts';
import { groupsOfClaim } from './end-user-tokens.ts';
import type { BeginSession, FoundUser, PeopleStore, User, UserChanges } from './people-store.ts';
import type { PublicAddress } from './public-address.ts';
import { createTokenHash, createVouchers } from './secrets.ts';
import { signInFailed } from './sessions.ts';

/** Whom the provider vouches for, and what the session that begins with it uses up. */
export interface ProviderSignIn {
  readonly found: FoundUser;
  readonly evidence: Pick<BeginSession, 'challengeHash'>;
}

/** Signs people in with an OpenID provider: authorization code with PKCE, state and nonce, and a signed ID token. */
export interface Provider {
  readonly name: string;
  /** Where the browser continues, and what it must bring back in a cookie. */
  begin(address: PublicAddress): Promise<{ readonly url: string; readonly voucher: string }>;
  /** Who came back, with the query string that they came with. Throws `sign_in_failed`. */
  end(returned: { readonly search: string; readonly voucher: string }): Promise<ProviderSignIn>;
}

export interface ProviderOptions {
  readonly settings: IdentityProviderSettings;
  readonly store: PeopleStore;
  readonly access: Pick<AccessStore, 'getTenant' | 'findTenantByName' | 'listTenants'>;
  readonly clock: Clock;
  readonly pepper: KeyObject;
  /** Called if somebody who is known could not sign in. */
  readonly onFailure: (found: FoundUser) => Promise<void>;
}

const callbackPath = '/v1/sign-in/provider/callback';
export const voucherMs = 10 * 60_000;
const timeoutSeconds = 10;

/** What is kept in the browser between the two steps. */
interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

/** Loaded when it is first needed. */
const loadOpenId = () => import('openid-client');

export function createProvider(parts: ProviderOptions): Provider {
  const { settings, clock, pepper } = parts;
  const vouchers = createVouchers(pepper, 'provider sign-ins');
  const hashToken = createTokenHash(pepper, 'challenges');
  const discover = createDiscovery(settings);

  return {
    name: settings.name,
    begin: async (address) => {
      const openId = await loadOpenId();
      const configuration = await discover();
      const begun: Begun = {
        ...{ state: openId.randomState(), nonce: openId.randomNonce() },
        ...{ verifier: openId.randomPKCECodeVerifier(), redirectUri: `${address.url}${callbackPath}` },
      };
      const url = openId.buildAuthorizationUrl(configuration, {
        ...{ redirect_uri: begun.redirectUri, scope: settings.scopes },
        ...{ state: begun.state, nonce: begun.nonce, code_challenge_method: 'S256' },
        code_challenge: await openId.calculatePKCECodeChallenge(begun.verifier),
      });
      return { url: url.href, voucher: vouchers.issue(begun, clock.nowMs() + voucherMs) };
    },
    end: async ({ search, voucher }) => {
      const begun = vouchers.read(voucher, clock.nowMs()) as Begun | null;
      if (begun === null) throw signInFailed();
      const claims = await exchange(await discover(), begun, search);
      if (claims === null) throw signInFailed();
      // A nonce begins one session.
      return { found: await findPerson(parts, claims), evidence: { challengeHash: hashToken(begun.nonce) } };
    },
  };
}

type Configuration = Awaited<ReturnType<Awaited<ReturnType<typeof loadOpenId>>['discovery']>>;
type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

/** Reads the configuration of the provider once; after a failure, the next sign-in tries again. */
function createDiscovery(settings: IdentityProviderSettings): () => Promise<Configuration> {
  let found: Promise<Configuration> | null = null;
  const discover = async () => {
    const openId = await loadOpenId();
    const { issuer, clientId, clientSecret } = settings;
    const client = clientSecret === null ? openId.None() : openId.ClientSecretPost(clientSecret);
    // By default the connection to the provider would vouch for its tokens: a proxy in between could name anybody.
    const execute = [openId.enableNonRepudiationChecks];
    // The operator has named the issuer, and the settings allow plain http only on this machine.
    if (issuer.startsWith('http:')) execute.push(openId.allowInsecureRequests);
    const options = { timeout: timeoutSeconds, execute };
    return await openId.discovery(new URL(issuer), clientId, undefined, client, options);
  };
  return async () => {
    found ??= discover();
    return await found.catch((error: unknown) => {
      found = null;
      throw new AppError('provider_error', {
        detail: 'The OpenID provider could not be reached.',
        cause: error,
      });
    });
  };
}

/** The claims of the ID token; null: the provider refused, something does not match, or a key of it has not signed. */
async function exchange(
  configuration: Configuration,
  { state, nonce, verifier, redirectUri }: Begun,
  search: string,
): Promise<Claims | null> {
  const { authorizationCodeGrant } = await loadOpenId();
  const checks = {
    ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
  };
  const tokens = await authorizationCodeGrant(configuration, new URL(redirectUri + search), checks).catch(
    () => null,
  );
  return tokens?.claims() ?? null;
}

/** By the subject that is bound to a person or, if none is, by an e-mail address that the provider has verified. */
async function findPerson(parts: ProviderOptions, claims: Claims): Promise<FoundUser> {
  const { store, settings } = parts;
  const tenant = await findTenant(parts);
  const identity = { issuer: claims.iss, subject: claims.sub };
  const role = settings.roleClaim === null ? null : roleOf(settings, claims[settings.roleClaim]);
  const bound = await store.findUser(tenant.tenantId, identity);
  const email = emailOf(claims);
  const byEmail = bound === null && email !== null ? await store.findUser(tenant.tenantId, { email }) : null;
  const user = bound ?? byEmail;
  const hasNoRole = settings.roleClaim !== null && role === null;
  // Whose address belongs to another subject is somebody else with a recycled address.
  const isSomebodyElse = bound === null && user !== null && user.identity !== null;
  if (hasNoRole || isSomebodyElse) {
    if (user !== null) await parts.onFailure({ user, tenant });
    throw signInFailed();
  }
  if (user === null) return { tenant, user: await createPerson(parts, tenant, { claims, email, role }) };
  // Of a claim that cannot be read nothing is known, so the groups of an earlier one do not stay.
  const groups =
    settings.groupsClaim === null ? user.groups : (groupsOfClaim(claims[settings.groupsClaim]) ?? []);
  const changes: UserChanges = {
    ...(user.identity === null ? { identity } : {}),
    ...(role === null || role === user.role ? {} : { role }),
    ...(JSON.stringify(groups) === JSON.stringify(user.groups) ? {} : { groups }),
  };
  return { tenant, user: await changePerson(parts, user, changes) };
}

async function changePerson(
  parts: Pick<ProviderOptions, 'store' | 'clock'>,
  user: User,
  changes: UserChanges,
): Promise<User> {
  if (Object.keys(changes).length === 0) return user;
  const by = { atMs: parts.clock.nowMs(), actor: '' } as const;
  const changed = await parts.store.updateUser(user.tenantId, user.userId, { ...by, changes });
  // The provider must not leave a tenant without an owner either.
  if (changed === 'last_owner') {
    const { role: _role, ...others } = changes;
    return await changePerson(parts, user, others);
  }
  if (changed === 'unknown') throw signInFailed();
  return changed;
}

/** Only if the provider says what they may do; otherwise people are invited first. */
async function createPerson(
  { store, settings, clock }: ProviderOptions,
  tenant: Tenant,
  {
    claims,
    email,
    role,
  }: { readonly claims: Claims; readonly email: string | null; readonly role: Role | null },
): Promise<User> {
  if (role === null || email === null) throw signInFailed();
  const atMs = clock.nowMs();
  const name = personNameSchema.safeParse(claims['name']);
  const groups = settings.groupsClaim === null ? [] : (groupsOfClaim(claims[settings.groupsClaim]) ?? []);
  const user = {
    ...{ userId: newId('usr', atMs), email, role, groups },
    name: name.success ? name.data : email.slice(0, userLimits.nameCodePointsMax),
    identity: { issuer: claims.iss, subject: claims.sub },
  };
  const { usersMax } = userLimits;
  const created = await store.createUser(tenant.tenantId, user, { atMs, actor: '', link: null, usersMax });
  if (typeof created === 'string') throw signInFailed();
  return created;
}

async function findTenant({ access, settings: { tenant: wanted } }: ProviderOptions): Promise<Tenant> {
  const found =
    wanted === null
      ? await findOnlyTenant(access)
      : ((await access.getTenant(wanted as TenantId)) ?? (await access.findTenantByName(wanted)));
  if (found !== null) return found;
  throw new AppError('invalid_state', {
    detail: 'The tenant that people sign in to is not known: name it in the identity file.',
  });
}

async function findOnlyTenant(access: ProviderOptions['access']): Promise<Tenant | null> {
  const [only = null, another] = await access.listTenants();
  return another === undefined ? only : null;
}

/** Null unless the provider has verified it. */
function emailOf({ email, email_verified: isVerified }: Claims): string | null {
  const parsed = emailSchema.safeParse(email);
  return parsed.success && isVerified === true ? parsed.data : null;
}

/** The first role in the order of the table that a value of the claim stands for. */
function roleOf({ roles: mapped }: IdentityProviderSettings, claim: unknown): Role | null {
  const values: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  const given = values.map((value) =>
    typeof value === 'string' ? (mapped.get(value) ?? (mapped.size === 0 ? value : null)) : null,
  );
  return roles.find((role) => given.includes(role)) ?? null;
}
