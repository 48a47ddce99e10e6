import { dirname } from 'node:path';
import { type Role, roles } from '@avow/contract/roles';
import { type FilePlace, isObject, matching, readFields } from './file-fields.ts';
import type { IdentityProviderSettings, IdentitySettings, TokenIssuer } from './identity-settings.ts';
import { readJsonFile } from './read-json-file.ts';
import { type KeySources, keyFields, readKey } from './read-model-key.ts';
import { readSecretFile, readTextFile } from './read-text-file.ts';

const depthMax = 8;
const issuersMax = 20;
const tenantsMax = 1_000;
const rolesMax = 100;
const defaultScopes = 'openid email profile';
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The provider and the issuers that the operator has named in this file. Nothing is sent yet. */
export function readIdentitySettings(
  path: string,
  env: Readonly<Record<string, string | undefined>>,
): IdentitySettings {
  const sources = { env, folder: dirname(path), readKeyFile: readSecretFile };
  return readIdentityFile(readTextFile(path), sources);
}

/** Throws one error that lists every fault, and repeats no value of the file. */
export function readIdentityFile(text: string, sources: KeySources): IdentitySettings {
  return readJsonFile(text, { file: 'identity file', depthMax }, (value, root) =>
    readWhole(value, root, sources),
  );
}

function readWhole(value: unknown, root: FilePlace, sources: KeySources): IdentitySettings | undefined {
  const found = readFields(value, root, {
    sign_in: (given, place) => readProvider(given, place, sources),
    end_user_tokens: readIssuers,
  });
  if (found === undefined) return undefined;
  if (!found.has('sign_in') && !found.has('end_user_tokens'))
    root.fault('names nothing: it needs sign_in or end_user_tokens');
  return { provider: found.read.sign_in ?? null, tokenIssuers: found.read.end_user_tokens ?? [] };
}

/** What is sent there must not be readable in transit. */
function webAddress(value: unknown, place: FilePlace): string | undefined {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null;
  const isPlain = url !== null && url.username + url.password + url.search + url.hash === '';
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && loopbackHosts.has(url.hostname));
  if (isPlain && isSafe) return String(value);
  return place.fault('must be an https address without credentials or a query, or http on this machine');
}

const shortText = matching(/^[^\p{Cc}]{1,256}$/u, 'a text of 1 to 256 characters');
const claimName = matching(/^[^\p{Cc}\s]{1,128}$/u, 'the name of a claim');
const scopeList = matching(
  /^openid(?: [\x21\x23-\x5b\x5d-\x7e]{1,128}){0,20}$/,
  'scopes that begin with openid',
);

function readProvider(
  value: unknown,
  place: FilePlace,
  sources: KeySources,
): IdentityProviderSettings | undefined {
  const found = readFields(value, place, {
    ...keyFields,
    issuer: webAddress,
    client_id: shortText,
    name: shortText,
    scopes: scopeList,
    tenant: shortText,
    role_claim: claimName,
    roles: readRoles,
    groups_claim: claimName,
  });
  if (found === undefined) return undefined;
  const { read, has } = found;
  for (const needed of ['issuer', 'client_id'] as const)
    if (!has(needed)) place.at(needed).fault('is missing');
  if (has('roles') && !has('role_claim')) place.at('roles').fault('needs role_claim');
  const clientSecret = readKey(found, place, { ...sources, isNeeded: false });
  const { issuer, client_id: clientId, name = 'single sign-on', scopes = defaultScopes } = read;
  if (issuer === undefined || clientId === undefined) return undefined;
  return {
    ...{ issuer, clientId, clientSecret, name, scopes, tenant: read.tenant ?? null },
    ...{ roleClaim: read.role_claim ?? null, roles: read.roles ?? new Map() },
    groupsClaim: read.groups_claim ?? null,
  };
}

function readRoles(value: unknown, place: FilePlace): Map<string, Role> | undefined {
  if (!isObject(value) || Object.keys(value).length > rolesMax)
    return place.fault(`must be an object with at most ${rolesMax} values of the claim and their roles`);
  const read = new Map<string, Role>();
  for (const [index, [claim, given]] of Object.entries(value).entries()) {
    const role = roles.find((known) => known === given);
    if (role === undefined) place.fault(`has an unknown role (number ${index + 1}): use ${roles.join(', ')}`);
    else read.set(claim, role);
  }
  return read;
}

function readIssuers(value: unknown, place: FilePlace): TokenIssuer[] | undefined {
  if (!Array.isArray(value) || value.length < 1 || value.length > issuersMax)
    return place.fault(`must be an array of 1 to ${issuersMax} issuers`);
  return value.flatMap((given: unknown, index) => readIssuer(given, place.at(index)) ?? []);
}

function readIssuer(value: unknown, place: FilePlace): TokenIssuer | undefined {
  const found = readFields(value, place, {
    issuer: webAddress,
    audience: shortText,
    jwks_url: webAddress,
    groups_claim: claimName,
    tenants: readTenants,
    mcp_tenant: shortText,
  });
  if (found === undefined) return undefined;
  const { read, has } = found;
  for (const needed of ['issuer', 'audience'] as const)
    if (!has(needed)) place.at(needed).fault('is missing');
  const { issuer, audience, groups_claim: groupsClaim = 'groups' } = read;
  if (issuer === undefined || audience === undefined) return undefined;
  return {
    ...{ issuer, audience, groupsClaim, jwksUrl: read.jwks_url ?? null, tenants: read.tenants ?? null },
    mcpTenant: read.mcp_tenant ?? null,
  };
}

function readTenants(value: unknown, place: FilePlace): readonly string[] | undefined {
  const isList = Array.isArray(value) && value.length >= 1 && value.length <= tenantsMax;
  if (isList && value.every((tenant) => typeof tenant === 'string' && tenant !== '')) return value;
  return place.fault(`must be an array of 1 to ${tenantsMax} ids or names of tenants`);
}
