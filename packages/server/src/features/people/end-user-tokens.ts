import { endUserTokenHeader } from '@avow/contract';
import { queryRequestLimits } from '@avow/contract/query';
import { allGroups } from '@avow/contract/roles';
import { AppError, type TenantId } from '@avow/foundation';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import type { TokenIssuer } from '../../config/identity-settings.ts';
import type { AccessStore } from '../keys/access-store.ts';

/** Who asks, as an issuer that the operator trusts has signed it. */
interface EndUser {
  readonly endUserId: string;
  readonly groups: readonly string[];
}

export interface EndUserTokens {
  /** Throws `invalid_header` for a token that is not valid for this tenant. */
  verify(tenantId: TenantId, token: string): Promise<EndUser>;
  /** The same for any tenant, of one of these issuers. */
  verifyFor(
    issuers: readonly TokenIssuer[],
    token: string,
  ): Promise<{ readonly issuer: TokenIssuer; readonly endUser: EndUser }>;
}

export interface EndUserTokenOptions {
  readonly issuers: readonly TokenIssuer[];
  readonly access: Pick<AccessStore, 'getTenant'>;
}

/** Loaded when it is first needed. */
const loadJose = () => import('jose');

/** Signatures that only the issuer can make. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const toleranceSeconds = 30;
const timeoutMs = 10_000;
const configurationBytesMax = 256 * 1024;

interface OpenedIssuer extends TokenIssuer {
  readonly settings: TokenIssuer;
  findKey(): Promise<JWTVerifyGetKey>;
}

export function createEndUserTokens({ issuers, access }: EndUserTokenOptions): EndUserTokens {
  const opened = issuers.map(openIssuer);

  async function isFor(issuer: TokenIssuer, tenantId: TenantId): Promise<boolean> {
    if (issuer.tenants === null || issuer.tenants.includes(tenantId)) return true;
    const tenant = await access.getTenant(tenantId);
    return tenant !== null && issuer.tenants.includes(tenant.name);
  }

  return {
    verify: async (tenantId, token) => {
      const found = findIssuer(opened, await decode(token));
      if (!(await isFor(found, tenantId))) throw refused('its issuer is not configured for this tenant');
      return await verifyBy(found, token);
    },
    verifyFor: async (issuers, token) => {
      const accepted = opened.filter(({ settings }) => issuers.includes(settings));
      const found = findIssuer(accepted, await decode(token));
      return { issuer: found.settings, endUser: await verifyBy(found, token) };
    },
  };
}

async function decode(token: string): Promise<JWTPayload> {
  return readUnverified((await loadJose()).decodeJwt, token);
}

function findIssuer(opened: readonly OpenedIssuer[], { iss, aud }: JWTPayload): OpenedIssuer {
  const ofIssuer = opened.filter(({ issuer }) => issuer === iss);
  if (ofIssuer.length === 0) throw refused('its issuer is not configured');
  const found = ofIssuer.find(({ audience }) => [aud].flat().includes(audience));
  if (found === undefined) throw refused('it is for another audience');
  return found;
}

async function verifyBy(found: OpenedIssuer, token: string): Promise<EndUser> {
  const { jwtVerify } = await loadJose();
  const verified = await jwtVerify(token, await found.findKey(), {
    ...{ issuer: found.issuer, audience: found.audience, algorithms, clockTolerance: toleranceSeconds },
    requiredClaims: ['exp', 'sub'],
  }).catch((error: unknown) => {
    throw explain(error);
  });
  return readEndUser(verified.payload, found);
}

function readUnverified(decode: Awaited<ReturnType<typeof loadJose>>['decodeJwt'], token: string) {
  try {
    return decode(token);
  } catch {
    throw refused('it is not a signed JWT');
  }
}

function readEndUser(
  { sub, ...claims }: { readonly sub?: string | undefined; readonly [claim: string]: unknown },
  { groupsClaim }: TokenIssuer,
): EndUser {
  const { endUserIdLengthMax, groupsMax, groupLengthMax } = queryRequestLimits;
  if (sub === undefined || sub === '' || sub.length > endUserIdLengthMax || !sub.isWellFormed())
    throw refused(`its subject must have 1 to ${endUserIdLengthMax} characters`);
  if (['.', '..'].includes(sub)) throw refused('its subject must not be . or ..');
  const groups = groupsOfClaim(claims[groupsClaim]);
  if (groups === null)
    throw refused(
      `its claim ${groupsClaim} must have at most ${groupsMax} names of ${groupLengthMax} characters`,
    );
  return { endUserId: sub, groups };
}

function openIssuer(settings: TokenIssuer): OpenedIssuer {
  let found: Promise<JWTVerifyGetKey> | null = null;
  const open = async () => {
    const { createRemoteJWKSet, customFetch } = await loadJose();
    const url = settings.jwksUrl ?? (await discoverJwks(settings.issuer));
    return createRemoteJWKSet(new URL(url), { timeoutDuration: timeoutMs, [customFetch]: fetchBounded });
  };
  return {
    ...settings,
    settings,
    findKey: async () => {
      found ??= open();
      return await found.catch((error: unknown) => {
        found = null;
        throw unreachable(error);
      });
    },
  };
}

async function discoverJwks(issuer: string): Promise<string> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  });
  if (!response.ok) throw new Error('no OpenID configuration');
  const { issuer: named, jwks_uri: url } = JSON.parse(await readBounded(response)) as Record<string, unknown>;
  if (named !== issuer) throw new Error('the OpenID configuration is that of another issuer');
  // Plain http only where the issuer itself has it, which the settings allow on this machine alone.
  if (typeof url !== 'string' || !(url.startsWith('https:') || issuer.startsWith('http:')))
    throw new Error('the OpenID configuration names no keys');
  return url;
}

/** The keys of an issuer are read like its configuration, and not beyond its limit. */
async function fetchBounded(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...options, redirect: 'error' });
  return new Response(response.ok ? await readBounded(response) : null, { status: response.status });
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > configurationBytesMax) throw new Error('the OpenID configuration or its keys are too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** By the codes of the library, whose messages may quote the token. */
const reasons: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'it has expired',
  ERR_JWT_CLAIM_VALIDATION_FAILED: 'a claim is missing or does not hold',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'its signature is not valid',
  ERR_JWKS_NO_MATCHING_KEY: 'the issuer has no such key',
  ERR_JOSE_ALG_NOT_ALLOWED: 'its algorithm is not accepted',
};

function explain(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('ERR_JW') || code === 'ERR_JOSE_ALG_NOT_ALLOWED' || code === 'ERR_JOSE_NOT_SUPPORTED')
    if (code !== 'ERR_JWKS_TIMEOUT') return refused(reasons[code] ?? 'it is not valid');
  return unreachable(error);
}

function refused(reason: string): AppError {
  return new AppError('invalid_header', { detail: `${endUserTokenHeader} is refused: ${reason}.` });
}

function unreachable(cause: unknown): AppError {
  return new AppError('provider_error', {
    detail: 'The keys of the issuer of the end-user token could not be read.',
    cause,
  });
}

/** The groups in a claim: an array of names, or one name. No claim gives all groups. Null: it is something else, or has too many. */
export function groupsOfClaim(claim: unknown): string[] | null {
  if (claim === undefined) return [];
  const names: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  const { groupsMax, groupLengthMax } = queryRequestLimits;
  const groups = names.filter((name) => typeof name === 'string' && name !== '' && name.isWellFormed());
  const isRead = groups.length === names.length && groups.length <= groupsMax;
  const isShort = groups.every((name) => String(name).length <= groupLengthMax);
  const named = groups.map(String).filter((name) => name !== allGroups);
  return isRead && isShort ? [...new Set(named)].sort() : null;
}
