import { createHash } from 'node:crypto';
import { openFeed } from '../feed/open-feed.ts';
import { type FakeSource, FakeState, startFakeServer } from './fake-source.ts';

export interface FakeFeed extends FakeSource {
  readonly url: string;
}

/** An RSS feed whose entries link to pages. */
export async function startFakeFeed(content: 'entry' | 'page'): Promise<FakeFeed> {
  const state = new FakeState();
  const entries = new Map<string, string>();
  const write = () =>
    `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${[...entries]
      .map(
        ([path, html]) =>
          `<item><title>About ${path}</title><guid isPermaLink="false">id-${path}</guid><link>${server.url}/${path}</link><description><![CDATA[${content === 'entry' ? html : 'short'}]]></description></item>`,
      )
      .join('')}</channel></rss>`;
  const server = await startFakeServer((request, response) => {
    const path = (request.url ?? '/').slice(1);
    if (state.refuses(response, path)) return;
    const html = path === 'feed' ? write() : entries.get(path);
    if (html === undefined) {
      response.writeHead(404).end();
      return;
    }
    const etag = `"${createHash('sha256').update(html).digest('hex')}"`;
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else {
      if (path !== 'feed' || content === 'entry') state.served += 1;
      response.writeHead(200, {
        etag,
        'content-type': path === 'feed' ? 'application/rss+xml' : 'text/html',
      });
      response.end(html);
    }
  });
  return {
    url: server.url,
    open: (parts) => {
      const headers = { authorization: 'Bearer secret' };
      return openFeed(parts, { url: `${server.url}/feed`, content, entriesMax: 50, headers });
    },
    put: async (path, html) => void entries.set(path, html),
    remove: async (path) => void entries.delete(path),
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
    close: server.close,
  };
}
