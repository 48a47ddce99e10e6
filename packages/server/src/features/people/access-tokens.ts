import { hash } from 'node:crypto';
import type { Scope } from '@avow/contract/roles';
import type { UserId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { TokenIssuer } from '../../config/identity-settings.ts';
import type { AccessStore, Tenant } from '../keys/access-store.ts';
import type { EndUserTokens } from './end-user-tokens.ts';
import type { TokenPrincipal } from './people.ts';

/** Access tokens with which people who signed in elsewhere use the MCP server. */
export interface AccessTokens {
  /** Where they can sign in; empty: access tokens are not accepted. */
  readonly authorizationServers: readonly string[];
  /** Throws `unauthenticated` for a token that is not valid here. */
  authenticate(token: string): Promise<TokenPrincipal>;
}

interface AccessTokenOptions {
  readonly issuers: readonly TokenIssuer[];
  readonly access: Pick<AccessStore, 'getTenant' | 'findTenantByName'>;
  readonly endUserTokens: Pick<EndUserTokens, 'verifyFor'>;
}

/** They may ask for themselves, and nothing else. */
const scopes: ReadonlySet<Scope> = new Set<Scope>(['query:write']);

export function createAccessTokens({ issuers, access, endUserTokens }: AccessTokenOptions): AccessTokens {
  const accepted = issuers.filter(({ mcpTenant }) => mcpTenant !== null);

  async function findTenant({ mcpTenant }: TokenIssuer): Promise<Tenant> {
    const named = mcpTenant ?? '';
    const tenant = named.startsWith('ten_') ? await access.getTenant(named as Tenant['tenantId']) : null;
    const found = tenant ?? (await access.findTenantByName(named));
    if (found === null) throw refused('the tenant of its issuer does not exist');
    if (found.status === 'suspended')
      throw new AppError('tenant_suspended', { detail: 'This tenant is suspended.' });
    return found;
  }

  return {
    authorizationServers: [...new Set(accepted.map(({ issuer }) => issuer))],
    authenticate: async (token) => {
      const { issuer, endUser } = await endUserTokens.verifyFor(accepted, token).catch((error: unknown) => {
        throw isRefusal(error) ? refused(reasonOf(error)) : error;
      });
      const { tenantId } = await findTenant(issuer);
      const { endUserId, groups } = endUser;
      return {
        tenantId,
        callerId: callerOf(issuer, endUserId),
        scopes,
        groups,
        origins: null,
        packIds: null,
        endUserId,
      };
    },
  };
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Limits count by it and log lines name it: the same for the same person, without saying who that is. */
function callerOf({ issuer }: TokenIssuer, subject: string): UserId {
  const bytes = hash('sha256', JSON.stringify([issuer, subject]), 'buffer');
  const characters = [...bytes.subarray(0, 26)].map((byte, at) => alphabet[byte & (at === 0 ? 7 : 31)]);
  return `usr_${characters.join('')}`;
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'invalid_header';
}

/** Without the name of the header, which it was not sent in. */
const reasonOf = ({ options }: AppError) => (options.detail ?? '').replace(/^[^:]*: /, '').replace(/\.$/, '');

function refused(why: string): AppError {
  return new AppError('unauthenticated', { detail: `The access token is refused: ${why}.` });
}
