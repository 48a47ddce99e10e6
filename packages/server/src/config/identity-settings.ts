import type { Role } from '@avow/contract/roles';

/** The OpenID provider that people sign in with. */
export interface IdentityProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Null: a public client, which PKCE protects. */
  readonly clientSecret: string | null;
  /** What the button says. */
  readonly name: string;
  readonly scopes: string;
  /** The id or name of the tenant that people sign in to; null: the only one there is. */
  readonly tenant: string | null;
  /** The claim that names roles; null: roles are given here. */
  readonly roleClaim: string | null;
  /** The role for each value of the claim; values that are roles need not be listed. */
  readonly roles: ReadonlyMap<string, Role>;
  /** The claim that names groups; null: groups are given here. */
  readonly groupsClaim: string | null;
}

/** Who may sign tokens of end users. */
export interface TokenIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** Null: as the OpenID configuration of the issuer says. */
  readonly jwksUrl: string | null;
  readonly groupsClaim: string;
  /** Ids or names of the tenants whose questions it may vouch for; null: all. */
  readonly tenants: readonly string[] | null;
  /** The id or name of the tenant that its tokens may ask by themselves at `/mcp`; null: they only accompany a key. */
  readonly mcpTenant: string | null;
}

export interface IdentitySettings {
  readonly provider: IdentityProviderSettings | null;
  readonly tokenIssuers: readonly TokenIssuer[];
}

export const noIdentity: IdentitySettings = { provider: null, tokenIssuers: [] };
