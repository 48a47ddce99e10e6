import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ConfluenceOptions, openConfluence } from '../confluence/open-confluence.ts';
import { type FakeSource, FakeState, startFakeServer } from './fake-source.ts';

interface FakeWikiPage {
  readonly kind: 'page' | 'blogpost';
  readonly id: string;
  readonly title: string;
  readonly html: string;
  readonly version: number;
}

interface FakeAttachment {
  readonly id: string;
  readonly title: string;
  readonly pageTitle: string;
  readonly text: string;
  readonly version: number;
}

export interface FakeConfluence extends FakeSource {
  putBlogPost(title: string, html: string): void;
  /** A file of a page or a blog post. */
  attach(pageTitle: string, title: string, text: string): void;
  detach(title: string): void;
  readonly url: string;
  /** The groups that a page, or what is above it, is restricted to. */
  readonly restrictions: Map<string, readonly string[]>;
  /** What a page is under: another page, by its title, or the folder `folder`. */
  readonly parents: Map<string, string>;
  /** Groups that may read the space. */
  spaceGroups: readonly string[];
  /** Calls to answer with 429 before the next that is served. */
  throttled: number;
}

interface FakeConfluenceOptions {
  readonly readsAccess?: boolean;
  /** What a test of connectors in general puts there and removes. */
  readonly items?: 'pages' | 'blog posts' | 'attachments';
  readonly space?: string;
  /** The beginning of its paths. */
  readonly root?: string;
  readonly authorization?: string;
}

/** The page that has the attachments of such a test. */
const home = 'Home';
const pageSize = 2;
const ofReader = `Basic ${Buffer.from('reader@example.com:secret').toString('base64')}`;

/** Confluence of either edition with one space. Its lists have two entries a page. */
export async function startFakeConfluence(
  edition: ConfluenceOptions['edition'],
  options: FakeConfluenceOptions = {},
): Promise<FakeConfluence> {
  const { readsAccess = true, items = 'pages', space = 'DOCS', authorization = ofReader } = options;
  const { root = edition === 'cloud' ? '/wiki' : '/confluence' } = options;
  const state = new FakeState();
  const pages = new Map<string, FakeWikiPage>();
  const files = new Map<string, FakeAttachment>();
  let lastId = 1_000;
  const byId = (id: string) => [...pages.values()].find((page) => page.id === id);
  const idOf = (title: string) => (title === 'folder' ? '77' : (pages.get(title)?.id ?? '0'));

  const server = await startFakeServer((request, response) => {
    const url = new URL(request.url ?? '/', server.url);
    const id = /\/(?:pages|blogposts|content)\/(\d+)$/.exec(url.pathname)?.[1] ?? null;
    const file = fileAt(url.pathname);
    if (state.refuses(response, file?.title ?? (id === null ? null : (byId(id)?.title ?? null)))) return;
    if (fake.throttled > 0) {
      fake.throttled -= 1;
      response.writeHead(429, { 'retry-after': '0' }).end();
    } else if (request.headers.authorization !== authorization) response.writeHead(401).end();
    else if (!url.pathname.startsWith(`${root}/`)) response.writeHead(404).end();
    else if (file !== undefined) {
      state.served += 1;
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(file.text);
    }
    // A blog post is not a page, and is not found as one.
    else if (id !== null && edition === 'cloud' && !url.pathname.includes(`/${byId(id)?.kind}s/`))
      response.writeHead(404).end();
    else send(response, answer(url, url.pathname.slice(root.length + 1), id));
  });

  const fileAt = (path: string) =>
    [...files.values()].find((file) => path === `${root}${downloadPath(file)}`);
  const downloadPath = ({ id, title, pageTitle }: FakeAttachment) =>
    edition === 'cloud'
      ? `/rest/api/content/${idOf(pageTitle)}/child/attachment/${id}/download`
      : `/download/attachments/${idOf(pageTitle)}/${encodeURIComponent(title)}`;

  const searchFor = (url: URL): unknown => {
    const isFiles = url.searchParams.get('cql')?.includes('type = attachment') === true;
    return part(
      url,
      isFiles ? [...files.values()].map(describeFile) : [...pages.values()].map(describeFound),
      {},
    );
  };
  const describeFound = ({ id, title }: FakeWikiPage) => ({
    ...{ id, title, restrictions: { read: readRestriction(title) } },
  });
  const describeFile = (file: FakeAttachment) => ({
    ...{ id: file.id, type: 'attachment', title: file.title, version: { number: file.version } },
    ...{ container: { id: idOf(file.pageTitle) }, _links: { download: downloadPath(file) } },
  });
  const pagesOf = (kind: string | null) => [...pages.values()].filter((page) => page.kind === kind);

  function send(response: ServerResponse<IncomingMessage>, body: unknown): void {
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  function answer(url: URL, path: string, id: string | null): unknown {
    const restricted = /^rest\/api\/content\/(\d+)\/restriction\/byOperation\/read$/.exec(path)?.[1];
    if (restricted !== undefined) return readRestriction(titleOf(restricted));
    if (id !== null) return readPage(id);
    return edition === 'cloud' ? answerCloud(url, path) : answerDataCenter(url, path);
  }

  const titleOf = (id: string) => (id === '77' ? 'folder' : (byId(id)?.title ?? ''));

  function answerCloud(url: URL, path: string): unknown {
    switch (path) {
      case 'api/v2/spaces':
        return { results: url.searchParams.get('keys') === space ? [{ id: '42', key: space }] : [] };
      case 'api/v2/spaces/42/pages':
        return part(url, pagesOf('page').map(describeCloud), { base: `${server.url}${root}` });
      case 'api/v2/spaces/42/blogposts':
        return part(url, pagesOf('blogpost').map(describeCloud), { base: `${server.url}${root}` });
      case 'api/v2/spaces/42/permissions':
        return part(
          url,
          fake.spaceGroups.map((name) => permission({ type: 'group', id: `id-of-${name}` })),
          {},
        );
      case 'api/v2/folders/77':
        return { id: '77', type: 'folder', title: 'folder', parentId: null, parentType: null };
      case 'rest/api/group/by-id':
        return { type: 'group', name: url.searchParams.get('id')?.replace('id-of-', '') };
      case 'rest/api/content/search':
        return searchFor(url);
      default:
        return undefined;
    }
  }

  const permission = (principal: object) => ({
    ...{ id: '1', principal, operation: { key: 'read', targetType: 'space' } },
  });

  function answerDataCenter(url: URL, path: string): unknown {
    if (path === `rest/api/space/${space}`) return { id: 42, key: space, name: 'Documents' };
    if (path === `rest/api/space/${space}/permissions`)
      return fake.spaceGroups.map((name) => ({
        ...{ operation: { targetType: 'space', operationKey: 'read' }, subject: { type: 'group', name } },
        ...{ spaceKey: space, spaceId: 42 },
      }));
    if (path === 'rest/api/content/search') return searchFor(url);
    if (path !== 'rest/api/content' || url.searchParams.get('spaceKey') !== space) return undefined;
    const listed = pagesOf(url.searchParams.get('type')).map(describeDataCenter);
    return part(url, listed, { base: `${server.url}${root}` });
  }

  function describeCloud({ id, title, version }: FakeWikiPage) {
    const parent = fake.parents.get(title);
    return {
      ...{ id, title, status: 'current', version: { number: version }, _links: { webui: `/pages/${id}` } },
      parentId: parent === undefined ? null : idOf(parent),
      parentType: parent === undefined ? null : parent === 'folder' ? 'folder' : 'page',
    };
  }

  function describeDataCenter({ id, title, version }: FakeWikiPage) {
    const parent = fake.parents.get(title);
    return {
      ...{ id, title, version: { number: version }, _links: { webui: `/pages/${id}` } },
      ancestors: parent === undefined ? [] : [{ id: idOf(parent), title: parent }],
      restrictions: { read: readRestriction(title) },
    };
  }

  function readRestriction(title: string) {
    const groups = (fake.restrictions.get(title) ?? []).map((name) => ({ type: 'group', name }));
    return { operation: 'read', restrictions: { user: { results: [] }, group: { results: groups } } };
  }

  function readPage(id: string): unknown {
    const page = byId(id);
    if (page === undefined) return undefined;
    state.served += 1;
    const { title, html, version } = page;
    return { id, title, version: { number: version }, body: { export_view: { value: html } } };
  }

  function part(url: URL, all: readonly unknown[], links: object): unknown {
    const from = Number(url.searchParams.get('cursor') ?? url.searchParams.get('start') ?? 0);
    const next = from + pageSize;
    const name = edition === 'cloud' ? 'cursor' : 'start';
    const more = next < all.length ? { next: `${url.pathname}?${name}=${next}` } : {};
    return { results: all.slice(from, next), _links: { ...links, ...more } };
  }

  function putPage(kind: FakeWikiPage['kind'], title: string, html: string): void {
    const before = pages.get(title);
    lastId += before === undefined ? 1 : 0;
    const id = before?.id ?? String(lastId);
    pages.set(title, { kind, id, title, html, version: (before?.version ?? 0) + 1 });
  }

  const fake: FakeConfluence = {
    url: `${server.url}${edition === 'cloud' ? '' : root}`,
    ...{ restrictions: new Map(), parents: new Map(), spaceGroups: ['staff'], throttled: 0 },
    open: (parts) =>
      openConfluence(parts, {
        ...{ edition, url: fake.url, space, readsAccess, headers: { authorization } },
      }),
    put: async (title, html) => {
      if (items === 'attachments') fake.attach(home, title, html);
      else putPage(items === 'pages' ? 'page' : 'blogpost', title, html);
    },
    putBlogPost: (title, html) => putPage('blogpost', title, html),
    attach: (pageTitle, title, text) => {
      const before = files.get(title);
      lastId += before === undefined ? 1 : 0;
      const id = before?.id ?? `att${lastId}`;
      files.set(title, { id, title, pageTitle, text, version: (before?.version ?? 0) + 1 });
    },
    detach: (title) => void files.delete(title),
    remove: async (title) => void (items === 'attachments' ? files : pages).delete(title),
    breakItem: (title) => {
      state.broken = title;
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
  if (items === 'attachments') putPage('page', home, '<p>See the files.</p>');
  return fake;
}
