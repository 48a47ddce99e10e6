import { createHash } from 'node:crypto';
import type { DrivePlace } from '../microsoft/find-drive.ts';
import type { GraphCredentials } from '../microsoft/graph-api.ts';
import { openDrive } from '../microsoft/open-drive.ts';
import { type FakeSource, FakeState, startFakeServer } from './fake-source.ts';

interface FakeEntry {
  readonly id: string;
  readonly parent: string | null;
  readonly name: string;
  /** Null: a folder. */
  readonly text: string | null;
  readonly isDeleted: boolean;
  /** When it was changed last. */
  readonly change: number;
}

export interface FakeGraph extends FakeSource {
  readonly url: string;
  readonly downloadUrl: string;
  /** By name: the permissions of a file, as Graph describes them. Others may be read by everyone in the organization. */
  readonly permissions: Map<string, readonly unknown[]>;
  /** Gives a file or folder another name, as its folder alone reports. */
  rename(name: string, to: string): void;
  /** Delta links that were given out are not known any more. */
  forget(): void;
  /** Calls to answer with 429 before the next that is served. */
  throttled: number;
  /** Tokens that were issued. */
  issued: number;
}

const pageSize = 2;
const clientCredentials: GraphCredentials = {
  ...{ directoryId: 'directory', clientId: 'client', clientSecret: 'the-secret' },
};

interface FakeGraphOptions {
  readonly readsAccess?: boolean;
  readonly credentials?: GraphCredentials;
  /** As Graph names it. */
  readonly site?: string;
  /** The person whose drive it is too. */
  readonly user?: string;
  /** How a connector of its own finds the drive; by the site, if it is left out. */
  readonly place?: DrivePlace;
  /** The first has all files. */
  readonly folders?: readonly string[];
  /** The addresses by which clients know it, and the host of downloads; their own by default. */
  readonly origin?: string;
  readonly downloadOrigin?: string;
}

/** Microsoft Graph with one site, whose drive has a folder, and the host that files are downloaded from. */
export async function startFakeGraph(options: FakeGraphOptions = {}): Promise<FakeGraph> {
  const { readsAccess = true, credentials = clientCredentials, folders = ['docs'] } = options;
  const { site = 'contoso.example:/sites/handbook', user = 'ann@contoso.example' } = options;
  const state = new FakeState();
  const entries = new Map<string, FakeEntry>();
  let changes = 0;
  let era = 0;
  const store = (entry: Omit<FakeEntry, 'change'>) => {
    changes += 1;
    entries.set(entry.id, { ...entry, change: changes });
  };
  store({ id: 'root', parent: null, name: 'root', text: null, isDeleted: false });
  for (const name of folders)
    store({ id: `folder-${name}`, parent: 'root', name, text: null, isDeleted: false });
  const named = (name: string) => [...entries.values()].find((one) => one.name === name && !one.isDeleted);

  // Downloads come from another host, which must not see the token.
  const downloads = await startFakeServer((request, response) => {
    const entry = entries.get((request.url ?? '').slice(1));
    if (request.headers.authorization !== undefined || entry?.text == null) response.writeHead(400).end();
    else {
      state.served += 1;
      response.end(entry.text);
    }
  });

  const server = await startFakeServer((request, response, body) => {
    const url = new URL(request.url ?? '/', server.url);
    const content = /\/items\/([^/]+)\/content$/.exec(url.pathname)?.[1];
    if (state.refuses(response, content === undefined ? null : (entries.get(content)?.name ?? null))) return;
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (url.pathname === '/directory/oauth2/v2.0/token') {
      const form = new URLSearchParams(body.toString());
      const isRight =
        form.get('client_secret') === 'the-secret' && form.get('scope') === `${origin}/.default`;
      fake.issued += isRight ? 1 : 0;
      json(
        isRight
          ? { token_type: 'Bearer', expires_in: 3_599, access_token: 'secret' }
          : { error: 'invalid_client' },
        isRight ? 200 : 401,
      );
    } else if (request.headers.authorization !== 'Bearer secret') response.writeHead(401).end();
    else if (fake.throttled > 0) {
      fake.throttled -= 1;
      response.writeHead(429, { 'retry-after': '0' }).end();
    } else if (url.pathname === `/v1.0/sites/${site}`) json({ id: 'host,site,web' });
    else if (url.pathname === '/v1.0/sites/host%2Csite%2Cweb/drive') json({ id: 'b!drive' });
    else if (url.pathname === '/v1.0/sites/host%2Csite%2Cweb/drives')
      json({
        value: [
          { id: 'b!other', name: 'Archive' },
          { id: 'b!drive', name: 'Handbook' },
        ],
      });
    else if (url.pathname === `/v1.0/users/${encodeURIComponent(user)}/drive`) json({ id: 'b!drive' });
    else if (url.pathname === '/v1.0/drives/b!drive/root/delta') {
      const [from = 0, at = 0, of = era] = (url.searchParams.get('token') ?? '')
        .split('.')
        .filter(Boolean)
        .map(Number);
      if (of !== era) response.writeHead(410).end();
      else json(delta(from, at));
    } else if (url.pathname === '/v1.0/$batch')
      json({ responses: batch(JSON.parse(body.toString()).requests) });
    else if (content !== undefined && entries.has(content))
      response.writeHead(302, { location: `${downloadOrigin}/${content}` }).end();
    else response.writeHead(404).end();
  });
  const { origin = server.url, downloadOrigin = downloads.url } = options;

  function delta(from: number, at: number): unknown {
    const all = [...entries.values()].filter(({ change }) => change > from);
    const next = at + pageSize;
    const link = (token: string) => `${origin}/v1.0/drives/b!drive/root/delta?token=${token}`;
    const more = next < all.length;
    return {
      value: all.slice(at, next).map(describe),
      ...(more
        ? { '@odata.nextLink': link(`${from}.${next}.${era}`) }
        : { '@odata.deltaLink': link(`${changes}.0.${era}`) }),
    };
  }

  function describe({ id, parent, name, text, isDeleted }: FakeEntry): unknown {
    if (isDeleted) return { id, deleted: { state: 'deleted' } };
    const cTag = createHash('md5')
      .update(text ?? '')
      .digest('hex');
    return {
      ...{
        id,
        name,
        parentReference: { driveId: 'b!drive', id: parent },
        webUrl: `https://contoso.example/${id}`,
      },
      ...(parent === null ? { root: {} } : {}),
      ...(text === null ? { folder: {} } : { file: {}, size: text.length, cTag }),
    };
  }

  function batch(requests: readonly { readonly id: string; readonly url: string }[]): unknown[] {
    return requests.map(({ id, url }) => {
      const entry = entries.get(/\/items\/([^/]+)\/permissions$/.exec(url)?.[1] ?? '');
      if (entry === undefined) return { id, status: 404 };
      const value = fake.permissions.get(entry.name) ?? [
        { roles: ['read'], link: { scope: 'organization' } },
      ];
      return { id, status: 200, body: { value } };
    });
  }

  const fake: FakeGraph = {
    ...{ url: server.url, downloadUrl: downloads.url, permissions: new Map(), throttled: 0, issued: 0 },
    open: (parts) =>
      openDrive(parts, {
        ...{
          endpoint: server.url,
          loginEndpoint: server.url,
          credentials,
          path: folders[0] ?? '',
          readsAccess,
        },
        place: options.place ?? { site: 'https://contoso.example/sites/handbook', library: null },
      }),
    put: async (name, text) => {
      const before = named(name);
      store({
        id: before?.id ?? `item-${changes}`,
        parent: `folder-${folders[0]}`,
        name,
        text,
        isDeleted: false,
      });
    },
    remove: async (name) => {
      const before = named(name);
      if (before !== undefined) store({ ...before, isDeleted: true });
    },
    rename: (name, to) => {
      const before = named(name);
      if (before !== undefined) store({ ...before, name: to });
    },
    forget: () => {
      era += 1;
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
    close: async () => {
      await server.close();
      await downloads.close();
    },
  };
  return fake;
}
