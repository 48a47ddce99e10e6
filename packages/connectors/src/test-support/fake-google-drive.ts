import { createHash, generateKeyPairSync } from 'node:crypto';
import { importSPKI, jwtVerify } from 'jose';
import type { GoogleCredentials } from '../google/google-api.ts';
import { openGoogleDrive } from '../google/open-google-drive.ts';
import { type FakeSource, FakeState, startFakeServer } from './fake-source.ts';

interface FakeDriveFile {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly mimeType: string;
}

export interface FakeGoogleDrive extends FakeSource {
  readonly url: string;
  readonly credentials: GoogleCredentials;
  /** By name: the permissions of a file, as Drive describes them. Others may be read by the domain. */
  readonly permissions: Map<
    string,
    readonly { readonly id: string; readonly type: string; readonly emailAddress?: string }[]
  >;
  /** A document of Google, which is exported. */
  putDocument(name: string, text: string): void;
  rename(name: string, to: string): void;
  /** Calls to answer with 403 and the reason that there were too many, before the next that is served. */
  throttled: number;
  /** Requests for the permissions of one file. */
  permissionRequests: number;
}

const documentType = 'application/vnd.google-apps.document';
const folderType = 'application/vnd.google-apps.folder';
const pageSize = 2;
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** Google Drive with a shared drive, whose root has a folder `inner` with all files. */
export async function startFakeGoogleDrive({
  readsAccess = true,
  folderId = 'shared-drive',
  tokenUrl,
}: {
  readonly readsAccess?: boolean;
  readonly folderId?: string;
  /** By which clients know where tokens are issued; its own address by default. */
  readonly tokenUrl?: string;
} = {}): Promise<FakeGoogleDrive> {
  const state = new FakeState();
  const files = new Map<string, FakeDriveFile>();
  let changes = 0;
  let lastId = 0;
  const named = (name: string) => [...files.values()].find((file) => file.name === name);
  const ofDomain = [{ id: 'domain-1', type: 'domain', domain: 'example.com' }];
  const permissionsOf = ({ name }: FakeDriveFile) => fake.permissions.get(name) ?? ofDomain;

  const server = await startFakeServer(async (request, response, body) => {
    const url = new URL(request.url ?? '/', server.url);
    const path = url.pathname.replace('/drive/v3/', '');
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const [, id, rest] = /^files\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
    const isContent = url.searchParams.get('alt') === 'media' || rest === 'export';
    const file = files.get(id ?? '');
    if (state.refuses(response, isContent ? (file?.name ?? null) : null)) return;
    if (url.pathname === '/token') {
      const isRight = await isSigned(
        new URLSearchParams(body.toString()).get('assertion') ?? '',
        tokenUrl ?? url.href,
      );
      json(
        isRight ? { access_token: 'secret', expires_in: 3_599 } : { error: 'invalid_grant' },
        isRight ? 200 : 400,
      );
    } else if (request.headers.authorization !== 'Bearer secret') response.writeHead(401).end();
    else if (fake.throttled > 0) {
      fake.throttled -= 1;
      json(
        { error: { code: 403, errors: [{ domain: 'usageLimits', reason: 'userRateLimitExceeded' }] } },
        403,
      );
    } else if (path === `files/${folderId}`) json({ id, mimeType: folderType, driveId: folderId });
    else if (path === 'changes/startPageToken') json({ startPageToken: String(changes) });
    else if (path === 'changes') {
      const from = Number(url.searchParams.get('pageToken'));
      if (from > changes) json({}, 400);
      else
        json({
          newStartPageToken: String(changes),
          changes: from === changes ? [] : [{ changeType: 'file' }],
        });
    } else if (path === 'files') json(list(url.searchParams));
    else if (file === undefined) response.writeHead(404).end();
    else if (rest === 'permissions') {
      fake.permissionRequests += 1;
      json({ permissions: permissionsOf(file) });
    } else if (!isContent || (file.mimeType === documentType) !== (rest === 'export'))
      response.writeHead(400).end();
    else {
      state.served += 1;
      response.end(file.text);
    }
  });

  async function isSigned(assertion: string, audience: string): Promise<boolean> {
    const key = await importSPKI(keys.publicKey, 'RS256');
    const options = { audience, issuer: 'reader@project.example' };
    return await jwtVerify(assertion, key, options).then(
      ({ payload }) => payload['scope'] === 'https://www.googleapis.com/auth/drive.readonly',
      () => false,
    );
  }

  function list(query: URLSearchParams): unknown {
    const parent = /^'([^']+)' in parents and trashed = false$/.exec(query.get('q') ?? '')?.[1];
    if (parent === folderId) return { files: [{ id: 'folder-1', name: 'inner', mimeType: folderType }] };
    const all = parent === 'folder-1' ? [...files.values()] : [];
    const from = Number(query.get('pageToken') ?? 0);
    const next = from + pageSize;
    return {
      files: all.slice(from, next).map(describe),
      ...(next < all.length ? { nextPageToken: String(next) } : {}),
    };
  }

  function describe(file: FakeDriveFile): unknown {
    const { id, name, mimeType, text } = file;
    const hash = createHash('md5').update(text).digest('hex');
    return {
      ...{ id, name, mimeType, webViewLink: `https://drive.example/${id}` },
      ...(mimeType === documentType
        ? { modifiedTime: hash }
        : { md5Checksum: hash, size: String(text.length) }),
      permissionIds: permissionsOf(file).map((permission) => permission.id),
    };
  }

  function put(name: string, text: string, mimeType: string): void {
    changes += 1;
    lastId += 1;
    const id = named(name)?.id ?? `file-${lastId}`;
    files.set(id, { id, name, text, mimeType });
  }

  const credentials = { clientEmail: 'reader@project.example', privateKey: keys.privateKey };
  const fake: FakeGoogleDrive = {
    ...{ url: server.url, credentials, permissions: new Map(), throttled: 0, permissionRequests: 0 },
    open: (parts) =>
      openGoogleDrive(parts, {
        ...{ endpoint: server.url, subject: null, credentials, folderId, readsAccess },
      }),
    put: async (name, text) => put(name, text, 'text/html'),
    putDocument: (name, text) => put(name, text, documentType),
    remove: async (name) => {
      changes += 1;
      files.delete(named(name)?.id ?? '');
    },
    rename: (name, to) => {
      const file = named(name);
      changes += 1;
      if (file !== undefined) files.set(file.id, { ...file, name: to });
    },
    breakItem: (name) => {
      state.broken = name;
    },
    breakAll: (isBroken) => {
      state.isBroken = isBroken;
    },
    revoke: () => {
      state.isRevoked = true;
    },
    answerInstead: server.answerInstead,
    takeServed: () => state.takeServed(),
    close: server.close,
  };
  return fake;
}
