import type { SourceConnection, SourceCredentials } from '@avow/contract';
import { openConfluence } from './confluence/open-confluence.ts';
import type { Connector, ConnectorParts } from './connector.ts';
import { openFeed } from './feed/open-feed.ts';
import { openRepository } from './git/open-repository.ts';
import type { GoogleCredentials } from './google/google-api.ts';
import { openGoogleDrive } from './google/open-google-drive.ts';
import type { DrivePlace } from './microsoft/find-drive.ts';
import type { GraphCredentials } from './microsoft/graph-api.ts';
import { openDrive } from './microsoft/open-drive.ts';
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
    case 'confluence':
      return openConfluence(parts, {
        ...{ edition: connection.edition, url: connection.url, space: connection.space },
        ...{ readsAccess: readsAccess(connection), headers: authorizationOf(credentials) },
      });
    case 'sharepoint':
      return openMicrosoft(parts, connection, {
        ...{ credentials, place: { site: connection.url, library: connection.library } },
      });
    case 'onedrive':
      return openMicrosoft(parts, connection, { credentials, place: { user: connection.user } });
    case 'google_drive':
      return openGoogleDrive(parts, {
        ...{ endpoint: connection.endpoint, subject: connection.subject, folderId: connection.folder_id },
        ...{ readsAccess: readsAccess(connection), credentials: googleCredentials(credentials) },
      });
  }
}

const readsAccess = ({ access }: { readonly access: string }) => access !== 'ignore';

function openMicrosoft(
  parts: ConnectorParts,
  connection: Extract<SourceConnection, { readonly kind: 'sharepoint' | 'onedrive' }>,
  { credentials, place }: { readonly credentials: SourceCredentials; readonly place: DrivePlace },
): Connector {
  const { endpoint, login_endpoint: loginEndpoint, path } = connection;
  return openDrive(parts, {
    ...{ endpoint, loginEndpoint, path, place, readsAccess: readsAccess(connection) },
    credentials: graphCredentials(credentials),
  });
}

function graphCredentials({
  token = '',
  directory_id: directoryId,
  client_id: clientId,
  client_secret: clientSecret,
}: SourceCredentials): GraphCredentials {
  return directoryId === undefined || clientId === undefined || clientSecret === undefined
    ? { token }
    : { directoryId, clientId, clientSecret };
}

function googleCredentials({
  token = '',
  client_email: clientEmail,
  private_key: privateKey,
}: SourceCredentials): GoogleCredentials {
  return clientEmail === undefined || privateKey === undefined ? { token } : { clientEmail, privateKey };
}

/** A user name and a password or token, or a token alone. */
function authorizationOf({ username, token }: SourceCredentials): Record<string, string> {
  if (token === undefined) return {};
  if (username === undefined) return { authorization: `Bearer ${token}` };
  return { authorization: `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}` };
}
