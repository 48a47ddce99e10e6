import { createHash } from 'node:crypto';
import { openWebsite, type WebsiteOptions } from '../website/open-website.ts';
import { type FakeSource, FakeState, startFakeServer } from './fake-source.ts';

interface FakePage {
  readonly body: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FakeWebsite extends FakeSource {
  readonly url: string;
  /** By path, which begins with `/`. */
  readonly pages: Map<string, FakePage>;
  /** Paths that were requested. */
  readonly requested: string[];
  /** Requests for this path are never answered; null: for none. */
  stalledAt: string | null;
}

export const websiteOptions = (url: string): WebsiteOptions => ({
  ...{ url, discovery: 'auto', include: [], exclude: [], pagesMax: 100, depthMax: 5, delayMs: 0 },
  ...{ timeMaxMs: 60_000, headers: { authorization: 'Bearer secret' } },
});

/** A site whose first page links to all others. */
export async function startFakeWebsite(): Promise<FakeWebsite> {
  const state = new FakeState();
  const pages = new Map<string, FakePage>();
  const requested: string[] = [];
  const server = await startFakeServer((request, response) => {
    const path = request.url ?? '/';
    requested.push(path);
    if (path === site.stalledAt || state.refuses(response, path.slice(1))) return;
    const links = [...pages.keys()].map((page) => `<a href="${page}">a page</a>`).join('');
    const page = pages.get(path) ?? (path === '/' ? { body: `<nav>${links}</nav>` } : undefined);
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    const etag = `"${createHash('sha256').update(page.body).digest('hex')}"`;
    const headers = { etag, 'content-type': 'text/html', ...page.headers };
    if (request.headers['if-none-match'] === etag) response.writeHead(304, headers).end();
    else {
      state.served += 1;
      response.writeHead(page.status ?? 200, headers).end(page.body);
    }
  });
  const site: FakeWebsite = {
    ...{ url: server.url, pages, requested, stalledAt: null, close: server.close },
    open: (parts) => openWebsite(parts, websiteOptions(`${server.url}/`)),
    put: async (path, body) => void pages.set(`/${path}`, { body }),
    remove: async (path) => void pages.delete(`/${path}`),
    breakItem: (path) => {
      state.broken = path;
    },
    breakAll: (isBroken) => {
      state.isBroken = isBroken;
    },
    revoke: () => {
      state.isRevoked = true;
    },
    answerInstead: server.answerInstead,
    takeServed: () => state.takeServed(),
  };
  return site;
}
