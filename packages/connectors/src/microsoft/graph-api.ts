import { bearer, createTokenHeaders } from '../access-token.ts';
import type { ConnectorDependencies } from '../connector.ts';
import { createSourceApi, type SourceApi } from '../source-api.ts';

export interface GraphOptions {
  /** Null: those of the global cloud. */
  readonly endpoint: string | null;
  readonly loginEndpoint: string | null;
  readonly credentials: GraphCredentials;
}

export type GraphCredentials =
  | { readonly token: string }
  | { readonly directoryId: string; readonly clientId: string; readonly clientSecret: string };

export interface GraphApi extends SourceApi {
  url(path: string): string;
}

const globalEndpoint = 'https://graph.microsoft.com';
const globalLogin = 'https://login.microsoftonline.com';

/** Microsoft Graph, with a token that was given or that is requested for an application. */
export function openGraph(
  { http, nowMs }: Pick<ConnectorDependencies, 'http' | 'nowMs'>,
  { endpoint, loginEndpoint, credentials }: GraphOptions,
): GraphApi {
  const { origin } = new URL(endpoint ?? globalEndpoint);
  const login = new URL(loginEndpoint ?? globalLogin).origin;
  const authorize =
    'token' in credentials
      ? async () => bearer(credentials.token)
      : createTokenHeaders(
          { http, nowMs },
          {
            url: `${login}/${encodeURIComponent(credentials.directoryId)}/oauth2/v2.0/token`,
            form: async () => ({
              grant_type: 'client_credentials',
              client_id: credentials.clientId,
              client_secret: credentials.clientSecret,
              scope: `${origin}/.default`,
            }),
          },
        );
  const api = createSourceApi({ http, what: 'Microsoft Graph', origin, authorize });
  return { ...api, url: (path) => `${origin}/v1.0/${path}` };
}
