import type { SourceConnection, SourceCredentials } from '@avow/contract/sources';
import type { Connector, ConnectorDependencies } from './connector.ts';
import type { GoogleCredentials } from './google/google-api.ts';
import type { DrivePlace } from './microsoft/find-drive.ts';
import type { GraphCredentials } from './microsoft/graph-api.ts';

/** A source that is reached over the network. */
export type RemoteConnection = Exclude<SourceConnection, { readonly kind: 'folder' }>;

/** The connector of a source, from its settings as they are on the wire. Loads its code, and makes no request. */
export async function openConnector(
  parts: ConnectorDependencies,
  connection: RemoteConnection,
  credentials: SourceCredentials,
): Promise<Connector> {
  switch (connection.kind) {
    case 'website':
      return (await import('./website/open-website.ts')).openWebsite(parts, {
        ...{ url: connection.url, discovery: connection.discovery },
        ...{ include: connection.include, exclude: connection.exclude },
        ...{ pagesMax: connection.pages_max, depthMax: connection.depth_max, delayMs: connection.delay_ms },
        ...{ timeMaxMs: connection.minutes_max * 60_000, headers: authorizationOf(credentials) },
      });
    case 'feed':
      return (await import('./feed/open-feed.ts')).openFeed(parts, {
        ...{ url: connection.url, content: connection.content, entriesMax: connection.entries_max },
        headers: authorizationOf(credentials),
      });
    case 'git':
      return (await import('./git/open-repository.ts')).openRepository(parts, {
        ...{ url: connection.url, branch: connection.branch, path: connection.path },
        credentials:
          credentials.token === undefined
            ? null
            : { username: credentials.username ?? 'token', token: credentials.token },
      });
    case 's3':
      return (await import('./s3/open-bucket.ts')).openBucket(parts, {
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
      return (await import('./confluence/open-confluence.ts')).openConfluence(parts, {
        ...{ edition: connection.edition, url: connection.url, space: connection.space },
        ...{ readsAccess: readsAccess(connection), headers: authorizationOf(credentials) },
      });
    case 'sharepoint':
      return await openMicrosoft(parts, connection, {
        ...{ credentials, place: { site: connection.url, library: connection.library } },
      });
    case 'onedrive':
      return await openMicrosoft(parts, connection, { credentials, place: { user: connection.user } });
    case 'google_drive':
      return (await import('./google/open-google-drive.ts')).openGoogleDrive(parts, {
        ...{ endpoint: connection.endpoint, subject: connection.subject, folderId: connection.folder_id },
        ...{ readsAccess: readsAccess(connection), credentials: googleCredentials(credentials) },
      });
  }
}

const readsAccess = ({ access }: { readonly access: string }) => access !== 'ignore';

async function openMicrosoft(
  parts: ConnectorDependencies,
  connection: Extract<SourceConnection, { readonly kind: 'sharepoint' | 'onedrive' }>,
  { credentials, place }: { readonly credentials: SourceCredentials; readonly place: DrivePlace },
): Promise<Connector> {
  const { endpoint, login_endpoint: loginEndpoint, path } = connection;
  const { openDrive } = await import('./microsoft/open-drive.ts');
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
