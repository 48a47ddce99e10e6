import { importPKCS8, SignJWT } from 'jose';
import { bearer, createTokenHeaders } from '../access-token.ts';
import type { ConnectorDependencies } from '../connector.ts';
import { listAt, parseSourceJson, textAt } from '../json.ts';
import { createSourceApi, type SourceApi } from '../source-api.ts';
import { SourceFault } from '../source-fault.ts';
import type { SourceResponse } from '../source-http.ts';

export interface GoogleOptions {
  /** Null: that of Google. */
  readonly endpoint: string | null;
  /** In whose name a service account reads; null: in its own. */
  readonly subject: string | null;
  readonly credentials: GoogleCredentials;
}

export type GoogleCredentials =
  | { readonly token: string }
  | { readonly clientEmail: string; readonly privateKey: string };

export interface GoogleApi extends SourceApi {
  url(path: string, parameters: Readonly<Record<string, string>>): string;
}

const googleEndpoint = 'https://www.googleapis.com';
const googleTokens = 'https://oauth2.googleapis.com/token';
const scope = 'https://www.googleapis.com/auth/drive.readonly';
const assertionLifeMs = 600_000;

/** The interface of Google Drive, with a token that was given or that is requested for a service account. */
export function openGoogle(
  { http, nowMs }: Pick<ConnectorDependencies, 'http' | 'nowMs'>,
  { endpoint, subject, credentials }: GoogleOptions,
): GoogleApi {
  const { origin } = new URL(endpoint ?? googleEndpoint);
  const tokens = endpoint === null ? googleTokens : `${origin}/token`;
  const authorize =
    'token' in credentials
      ? async () => bearer(credentials.token)
      : createTokenHeaders(
          { http, nowMs },
          {
            url: tokens,
            form: async () => ({
              grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
              assertion: await signAssertion(credentials, { audience: tokens, subject, nowMs }),
            }),
          },
        );
  const api = createSourceApi({ http, what: 'Google Drive', origin, authorize, isBusy });
  return {
    ...api,
    url: (path, parameters) => `${origin}/drive/v3/${path}?${new URLSearchParams(parameters)}`,
  };
}

async function signAssertion(
  { clientEmail, privateKey }: { readonly clientEmail: string; readonly privateKey: string },
  {
    audience,
    subject,
    nowMs,
  }: { readonly audience: string; readonly subject: string | null; readonly nowMs: () => number },
): Promise<string> {
  const key = await importPKCS8(privateKey, 'RS256').catch((cause: unknown) => {
    throw new SourceFault(
      'unauthorized',
      'The private key of the service account is not a PKCS #8 key in PEM.',
      {
        cause,
      },
    );
  });
  const assertion = new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(clientEmail)
    .setAudience(audience)
    .setIssuedAt(new Date(nowMs()))
    .setExpirationTime(new Date(nowMs() + assertionLifeMs));
  return await (subject === null ? assertion : assertion.setSubject(subject)).sign(key);
}

const busyReasons = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'sharingRateLimitExceeded']);

/** Too many requests are refused with 403 too, and only the error says why. */
function isBusy({ status, bytes }: SourceResponse): boolean {
  if (status !== 403) return false;
  const errors = listAt(parseSourceJson(bytes), 'error', 'errors');
  return errors.some((error) => busyReasons.has(textAt(error, 'reason') ?? ''));
}
