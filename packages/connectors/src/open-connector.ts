import type { SourceConnection, SourceCredentials } from '@avow/contract';
import type { Connector, ConnectorParts } from './connector.ts';
import { openFeed } from './feed/open-feed.ts';
import { openRepository } from './git/open-repository.ts';
import { openBucket } from './s3/open-bucket.ts';
import { openWebsite } from './website/open-website.ts';

/** A source that is reached over the network. */
export type RemoteConnection = Exclude<SourceConnection, { readonly kind: 'folder' }>;

/** The connector of a source, from its settings as they are on the wire. Makes no request. */
export function openConnector(
  parts: ConnectorParts,
  connection: RemoteConnection,
  credentials: SourceCredentials,
): Connector {
  switch (connection.kind) {
    case 'website':
      return openWebsite(parts, {
        ...{ url: connection.url, discovery: connection.discovery },
        ...{ include: connection.include, exclude: connection.exclude },
        ...{ pagesMax: connection.pages_max, depthMax: connection.depth_max, delayMs: connection.delay_ms },
        ...{ timeMaxMs: connection.minutes_max * 60_000, headers: authorizationOf(credentials) },
      });
    case 'feed':
      return openFeed(parts, {
        ...{ url: connection.url, content: connection.content, entriesMax: connection.entries_max },
        headers: authorizationOf(credentials),
      });
    case 'git':
      return openRepository(parts, {
        ...{ url: connection.url, branch: connection.branch, path: connection.path },
        credentials:
          credentials.token === undefined
            ? null
            : { username: credentials.username ?? 'token', token: credentials.token },
      });
    case 's3':
      return openBucket(parts, {
        ...{ endpoint: connection.endpoint, region: connection.region },
        ...{ bucket: connection.bucket, prefix: connection.prefix },
        credentials:
          credentials.access_key_id === undefined || credentials.secret_access_key === undefined
            ? null
            : {
                accessKeyId: credentials.access_key_id,
                secretAccessKey: credentials.secret_access_key,
                sessionToken: credentials.session_token ?? null,
              },
      });
  }
}

/** A user name and a password or token, or a token alone. */
function authorizationOf({ username, token }: SourceCredentials): Record<string, string> {
  if (token === undefined) return {};
  if (username === undefined) return { authorization: `Bearer ${token}` };
  return { authorization: `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}` };
}
