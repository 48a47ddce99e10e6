import { createHash } from 'node:crypto';
import { FetchFault } from '@avow/documents/fetching';
import type {
  Connector,
  ConnectorDependencies,
  KnownItem,
  ReadEnd,
  ReadOptions,
  SourceItem,
} from '../connector.ts';
import { cleanSegment, toItemPath } from '../item-path.ts';
import { SourceFault } from '../source-fault.ts';
import { expectSuccess, itemReason, type SourceResponse, wholeFault } from '../source-http.ts';
import { readPage, type WebPage } from '../web-page.ts';
import { type Robots, readRobots } from './robots.ts';
import { createScope, type SiteScope } from './site-scope.ts';
import { readSitemaps } from './sitemaps.ts';

export interface WebsiteOptions {
  readonly url: string;
  readonly discovery: 'auto' | 'sitemap' | 'links';
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly pagesMax: number;
  readonly depthMax: number;
  readonly delayMs: number;
  readonly timeMaxMs: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** What must be known of a page that has not changed: its validators, and where its links lead. */
interface PageNotes {
  readonly etag: string | null;
  readonly modified: string | null;
  readonly links: readonly string[];
}

interface QueuedPage {
  readonly url: string;
  readonly depth: number;
}

/** Of the links of one page that are kept for when it has not changed. */
const linksKeptMax = 500;
const linkUnitsKeptMax = 12_000;

/** The pages of a website, by its sitemaps or by links, as far as its robots.txt allows. */
export function openWebsite(parts: ConnectorDependencies, options: WebsiteOptions): Connector {
  return {
    read: async function* (reading: ReadOptions): AsyncGenerator<SourceItem, ReadEnd> {
      const scope = createScope(options.url, options);
      const { headers } = options;
      const robots = await readRobots(parts.http, scope.origin, { headers, signal: reading.signal });
      const listed = await listPages(parts, options, { scope, robots, signal: reading.signal });
      const walk = new WebsiteWalk(parts, options, { scope, robots, known: reading.known, listed });
      yield* walk.run(reading.signal);
      return { mode: 'full', cursor: null };
    },
  };
}

interface Listed {
  readonly pages: readonly string[];
  readonly isCut: boolean;
}

/** Null: pages are found by links. */
async function listPages(
  { http }: ConnectorDependencies,
  options: WebsiteOptions,
  {
    scope,
    robots,
    signal,
  }: { readonly scope: SiteScope; readonly robots: Robots; readonly signal: AbortSignal },
): Promise<Listed | null> {
  if (options.discovery === 'links') return null;
  const usual = `${scope.origin}/sitemap.xml`;
  const isOwn = (url: string) => new URL(url).origin === scope.origin;
  const first = robots.sitemaps.filter(isOwn);
  const found = await readSitemaps(http, first.length > 0 ? first : [usual], {
    ...{ headers: options.headers, signal, isOwn, pagesMax: options.pagesMax * 10 },
  });
  if (found === null && options.discovery === 'sitemap')
    throw new SourceFault('not_found', 'The website has no sitemap.');
  if (found === null) return null;
  const pages = found.pages.filter((page) => scope.contains(page));
  return pages.length === 0 && options.discovery === 'auto' ? null : { pages, isCut: found.isCut };
}

interface WalkRules {
  readonly scope: SiteScope;
  readonly robots: Robots;
  readonly known: ReadonlyMap<string, KnownItem>;
  readonly listed: Listed | null;
}

class WebsiteWalk {
  readonly #parts: ConnectorDependencies;
  readonly #options: WebsiteOptions;
  readonly #walk: WalkRules;
  readonly #queue: QueuedPage[] = [];
  readonly #queued = new Set<string>();
  /** Addresses that were reported, which redirects and canonical links may lead to again. */
  readonly #reported = new Set<string>();
  readonly #copies = new Set<string>();
  readonly #delayMs: number;
  readonly #untilMs: number;
  #requested = 0;

  constructor(parts: ConnectorDependencies, options: WebsiteOptions, walk: WalkRules) {
    this.#parts = parts;
    this.#options = options;
    this.#walk = walk;
    this.#delayMs = Math.max(options.delayMs, walk.robots.delayMs);
    this.#untilMs = parts.nowMs() + options.timeMaxMs;
  }

  async *run(signal: AbortSignal): AsyncGenerator<SourceItem> {
    const { listed, known } = this.#walk;
    if (listed === null) this.#enqueue(this.#options.url, 0);
    else for (const page of listed.pages) this.#enqueue(page, 0);
    if (listed?.isCut) yield unknownRest('its sitemaps list more pages than may be read');
    const cut = yield* this.#drain(signal);
    // Pages that nothing links to any more are removed only if the site says that they are gone.
    if (listed === null && !cut) {
      for (const key of known.keys()) this.#enqueue(key, this.#options.depthMax);
      yield* this.#drain(signal);
    }
  }

  /** True if there is more than may be read, which it reports. */
  async *#drain(signal: AbortSignal): AsyncGenerator<SourceItem, boolean> {
    const { pagesMax, timeMaxMs } = this.#options;
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      signal.throwIfAborted();
      if (this.#requested >= pagesMax) {
        yield unknownRest(`the website has more than the ${pagesMax} pages that may be read`);
        return true;
      }
      if (this.#parts.nowMs() >= this.#untilMs) {
        yield unknownRest(`reading the website takes longer than ${timeMaxMs / 60_000} minutes`);
        return true;
      }
      if (this.#requested > 0 && this.#delayMs > 0) await this.#parts.sleep(this.#delayMs, signal);
      this.#requested += 1;
      yield* this.#visit(next, signal);
    }
    return false;
  }

  #enqueue(url: string, depth: number): void {
    const { scope, robots } = this.#walk;
    const key = scope.normalize(url);
    if (key === null || this.#queued.has(key) || !scope.contains(key)) return;
    this.#queued.add(key);
    if (robots.isAllowed(key)) this.#queue.push({ url: key, depth });
  }

  async *#visit(page: QueuedPage, signal: AbortSignal): AsyncGenerator<SourceItem> {
    const { url } = page;
    const { known, scope } = this.#walk;
    const before = known.get(url);
    const notes = before === undefined ? null : readNotes(before.notes);
    const path = before?.path ?? pathOf(url, 'index.html');
    const isFirst = this.#requested === 1 && this.#walk.listed === null;
    let response: SourceResponse;
    try {
      const headers = { ...this.#options.headers, ...conditionsOf(notes) };
      response = await this.#parts.http.request(url, { signal, headers, bytesMax: this.#parts.fileBytesMax });
    } catch (error) {
      if (!(error instanceof FetchFault)) throw error;
      if (isFirst) throw wholeFault(error, 'The website');
      yield { kind: 'fault', key: url, path, reason: error.message };
      return;
    }
    const { status } = response;
    if (status === 304 && notes !== null) {
      this.#reported.add(url);
      yield { kind: 'unchanged', key: url };
      this.#follow(notes.links, page.depth);
      return;
    }
    if (isFirst) expectSuccess(response, 'The website');
    const key = scope.normalize(response.url);
    if (key === null || !scope.contains(key)) {
      yield response.redirect === 'permanent'
        ? { kind: 'skipped', path, reason: 'has moved to an address outside the source' }
        : { kind: 'fault', key: url, path, reason: 'redirects to an address outside the source' };
    } else if (status === 404 || status === 410) {
      if (before !== undefined) yield { kind: 'removed', key: url };
      else if (this.#walk.listed !== null) yield { kind: 'skipped', path, reason: itemReason(response) };
    } else if (status !== 200) yield { kind: 'fault', key: url, path, reason: itemReason(response) };
    else yield* this.#take(page, key, response);
  }

  *#take({ depth }: QueuedPage, key: string, response: SourceResponse): Generator<SourceItem> {
    if (this.#reported.has(key)) return;
    const page = readPage(response);
    const canonical = this.#canonicalOf(page, key);
    if (canonical !== null) {
      this.#reported.add(key);
      this.#copies.add(key);
      this.#enqueue(canonical, depth);
      this.#follow(page.links, depth);
      yield { kind: 'skipped', path: pathOf(key, page.fileName), reason: `is a copy of ${canonical}` };
      return;
    }
    this.#reported.add(key);
    this.#queued.add(key);
    this.#follow(page.links, depth);
    const path = pathOf(key, page.fileName);
    if (!page.isToBeRead) yield { kind: 'skipped', path, reason: 'asks not to be indexed' };
    else if (!this.#parts.accepts(path))
      yield { kind: 'skipped', path, reason: 'is not a supported file type' };
    else yield toItem({ key, path, page, response, links: this.#own(page.links) });
  }

  /** The page of the source that this one is a copy of; null if there is none, or if that one refers back. */
  #canonicalOf({ canonical }: WebPage, key: string): string | null {
    const { scope, robots } = this.#walk;
    const named = canonical === null ? null : scope.normalize(canonical);
    if (named === null || named === key || this.#copies.has(named)) return null;
    return scope.contains(named) && robots.isAllowed(named) ? named : null;
  }

  #own(links: readonly string[]): string[] {
    const { scope } = this.#walk;
    const own = links.map(scope.normalize).filter((link) => link !== null && scope.contains(link));
    let unitsLeft = linkUnitsKeptMax;
    return [...new Set(own as string[])].slice(0, linksKeptMax).filter((link) => {
      unitsLeft -= link.length;
      return unitsLeft >= 0;
    });
  }

  #follow(links: readonly string[], depth: number): void {
    if (this.#walk.listed !== null || depth >= this.#options.depthMax) return;
    for (const link of links) this.#enqueue(link, depth + 1);
  }
}

const unknownRest = (reason: string): SourceItem => ({ kind: 'fault', key: null, path: '.', reason });

function toItem(taken: {
  readonly key: string;
  readonly path: string;
  readonly page: WebPage;
  readonly response: SourceResponse;
  readonly links: readonly string[];
}): SourceItem {
  const { key, path, page, response, links } = taken;
  const { etag = null, 'last-modified': modified = null } = response.headers;
  const notes: PageNotes = { etag, modified, links };
  const version = createHash('sha256').update(page.bytes).digest('hex').slice(0, 32);
  return {
    ...{ kind: 'file', key, path, version, notes: JSON.stringify(notes), bytes: page.bytes },
    ...{ title: null, url: key, readers: null },
  };
}

function readNotes(text: string): PageNotes | null {
  return text === '' ? null : JSON.parse(text);
}

function conditionsOf(notes: PageNotes | null): Record<string, string> {
  if (notes?.etag != null) return { 'if-none-match': notes.etag };
  return notes?.modified != null ? { 'if-modified-since': notes.modified } : {};
}

/** The path of its address, with the extension of its content; two addresses that differ in their query do not collide. */
function pathOf(url: string, fileName: string): string {
  const { pathname, search } = new URL(url);
  const folders = pathname.split('/').slice(0, -1).map(decodeName);
  const mark = search === '' ? '' : `-${createHash('sha256').update(search).digest('hex').slice(0, 8)}`;
  const name = cleanSegment(fileName);
  const at = name.lastIndexOf('.');
  return toItemPath([...folders, at < 0 ? `${name}${mark}` : `${name.slice(0, at)}${mark}${name.slice(at)}`]);
}

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
