import { createHash } from 'node:crypto';
import { decodeExported, FetchFault } from '@avow/documents/fetching';
import type { Connector, ConnectorDependencies, ReadOptions, SourceItem } from '../connector.ts';
import { toItemPath } from '../item-path.ts';
import { SourceFault } from '../source-fault.ts';
import { expectSuccess, itemReason, requestWhole, type SourceResponse } from '../source-http.ts';
import { readPage } from '../web-page.ts';
import { type FeedEntry, parseFeed } from './parse-feed.ts';

export interface FeedOptions {
  readonly url: string;
  /** What is read: the entries of the feed itself, or the pages that they link to. */
  readonly content: 'entry' | 'page';
  readonly entriesMax: number;
  readonly headers: Readonly<Record<string, string>>;
}

const what = 'The feed';

/**
 * An RSS or Atom feed. It lists what is new: an entry that it no longer lists is not gone, so nothing is removed unless a
 * page says that itself.
 */
export function openFeed(parts: ConnectorDependencies, options: FeedOptions): Connector {
  return {
    async *read({ cursor, known, signal }: ReadOptions) {
      const response = await requestWhole(parts.http, options.url, {
        ...{ what, signal, headers: { ...options.headers, ...ifNoneMatch(cursor) } },
      });
      if (response.status === 304) return { mode: 'delta', cursor };
      const entries = parseFeed(decodeExported(expectSuccess(response, what).bytes), response.url);
      if (entries === null)
        throw new SourceFault('invalid', 'The address does not lead to an RSS or Atom feed.');
      let isWhole = true;
      for (const entry of entries.slice(0, options.entriesMax)) {
        signal.throwIfAborted();
        for await (const item of readEntry(parts, options, { entry, known, signal })) {
          isWhole &&= item.kind !== 'fault';
          yield item;
        }
      }
      // Pages change without the feed. With a fault the feed is read again, even if it has not changed until then.
      const isSettled = isWhole && options.content === 'entry';
      return { mode: 'delta', cursor: isSettled ? (response.headers.etag ?? null) : null };
    },
  };
}

const ifNoneMatch = (etag: string | null): Record<string, string> =>
  etag === null ? {} : { 'if-none-match': etag };

interface EntryWork extends Pick<ReadOptions, 'known' | 'signal'> {
  readonly entry: FeedEntry;
}

async function* readEntry(
  parts: ConnectorDependencies,
  { content, headers, url: feedUrl }: FeedOptions,
  { entry, known, signal }: EntryWork,
): AsyncGenerator<SourceItem> {
  const key = entry.id;
  const path = toItemPath([`${entry.title ?? 'entry'}-${shortHash(key)}.html`]);
  if (content === 'entry' || entry.url === null) {
    if (entry.html === null) {
      yield { kind: 'skipped', path, reason: 'the entry has no text of its own' };
      return;
    }
    const version = shortHash(`${entry.title}\n${entry.url}\n${entry.html}`);
    const before = known.get(key);
    if (before?.version === version) yield { kind: 'unchanged', key };
    else {
      const bytes = Buffer.from(entry.html);
      const { title, url } = entry;
      yield {
        kind: 'file',
        key,
        path: before?.path ?? path,
        version,
        notes: '',
        bytes,
        title,
        url,
        readers: null,
      };
    }
    return;
  }
  const before = known.get(key);
  let response: SourceResponse;
  try {
    // Credentials are those of the feed, and go nowhere else.
    const own = new URL(entry.url).origin === new URL(feedUrl).origin ? headers : {};
    const version = before === undefined ? {} : ifNoneMatch(before.version === '' ? null : before.version);
    response = await parts.http.request(entry.url, { signal, headers: { ...own, ...version } });
  } catch (error) {
    if (!(error instanceof FetchFault)) throw error;
    yield { kind: 'fault', key, path: before?.path ?? path, reason: error.message };
    return;
  }
  if (response.status === 304) yield { kind: 'unchanged', key };
  else if (response.status === 404 || response.status === 410) yield { kind: 'removed', key };
  else if (response.status !== 200)
    yield { kind: 'fault', key, path: before?.path ?? path, reason: itemReason(response) };
  else {
    const page = readPage(response);
    yield {
      ...{ kind: 'file', key, path: before?.path ?? path, version: response.headers.etag ?? '', notes: '' },
      ...{ bytes: page.bytes, title: entry.title, url: response.url, readers: null },
    };
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
