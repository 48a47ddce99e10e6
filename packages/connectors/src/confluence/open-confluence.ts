import type { Connector, ConnectorDependencies, Readers, ReadOptions, SourceItem } from '../connector.ts';
import { toItemPath } from '../item-path.ts';
import { parseSourceJson } from '../json.ts';
import { versionWith } from '../readers.ts';
import { createSourceApi, type SourceApi } from '../source-api.ts';
import { openCloudWiki } from './cloud-wiki.ts';
import { openDataCenterWiki } from './data-center-wiki.ts';
import type { Restriction, WikiAttachment, WikiPage, WikiParent, WikiSpace } from './wiki.ts';

export interface ConfluenceOptions {
  readonly edition: 'cloud' | 'data_center';
  /** The address that people open it at. */
  readonly url: string;
  /** The key of the space. */
  readonly space: string;
  /** Whether the restrictions of the space and its pages are read. */
  readonly readsAccess: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

const what = 'Confluence';
const pagesMax = 100_000;
const depthMax = 100;

/**
 * The pages, blog posts and attachments of a space. All of them are listed, and one is read if its version or its readers
 * have changed: a restriction does not change the version of a page.
 */
export function openConfluence(parts: ConnectorDependencies, options: ConfluenceOptions): Connector {
  const { edition, space, readsAccess } = options;
  const base = baseOf(options);
  const api = createSourceApi({
    ...{ http: parts.http, what, origin: new URL(base).origin },
    authorize: async () => options.headers,
  });
  const wiki =
    edition === 'cloud' ? openCloudWiki(api, { base, space }) : openDataCenterWiki(api, { base, space });
  return {
    async *read({ known, signal }: ReadOptions) {
      signal.throwIfAborted();
      const opened = await wiki.openSpace(signal);
      const pages = new Map<string, WikiPage>();
      for await (const page of opened.listPages(signal)) {
        signal.throwIfAborted();
        if (pages.size >= pagesMax) {
          yield { kind: 'fault', key: null, path: '.', reason: `the space has more than ${pagesMax} pages` };
          break;
        }
        pages.set(page.id, page);
      }
      const access = readsAccess ? await openAccess({ opened, pages, space, signal }) : null;
      for (const page of pages.values()) {
        signal.throwIfAborted();
        const readers = access === null ? null : await access(page);
        const version = versionWith(page.version, readers);
        if (known.get(page.id)?.version === version) yield { kind: 'unchanged', key: page.id };
        else yield await readPage(parts, api, { opened, page, version, readers, signal });
      }
      let attachments = 0;
      for await (const attachment of opened.listAttachments(signal)) {
        signal.throwIfAborted();
        const page = pages.get(attachment.pageId);
        // Of something that is not read itself, such as a draft.
        if (page === undefined) continue;
        attachments += 1;
        if (attachments > pagesMax) {
          yield { kind: 'fault', key: null, path: '.', reason: `the space has more than ${pagesMax} files` };
          break;
        }
        const readers = access === null ? null : await access(page);
        const version = versionWith(attachment.version, readers);
        if (known.get(attachment.id)?.version === version) yield { kind: 'unchanged', key: attachment.id };
        else yield await readAttachment(parts, api, { attachment, page, version, readers, signal });
      }
      return { mode: 'full', cursor: null };
    },
  };
}

/** Where the interface begins: in the cloud, wikis are in the folder `wiki` of a site. */
function baseOf({ url, edition }: ConfluenceOptions): string {
  const plain = url.replace(/[?#].*$/s, '').replace(/\/+$/, '');
  return edition === 'cloud' && !plain.endsWith('/wiki') ? `${plain}/wiki` : plain;
}

/** Who may read a page: those that the space, every page above it and the page itself admit. */
async function openAccess({
  opened,
  pages,
  space,
  signal,
}: {
  readonly opened: WikiSpace;
  readonly pages: ReadonlyMap<string, WikiPage>;
  readonly space: string;
  readonly signal: AbortSignal;
}): Promise<(page: WikiPage) => Promise<Readers>> {
  // An operator can map the space as a whole, beside those whom its permissions name.
  const ofSpace = [...(await opened.listReaders(signal)), `space:${space}`];
  const restrictions = new Map(await opened.listRestrictions(signal));
  const parents = new Map<string, WikiParent | null | undefined>();

  async function restrictionAt(id: string): Promise<Restriction> {
    const stated = pages.get(id)?.restriction;
    if (stated !== undefined) return stated;
    // One that is new, or not a page, is not in the list.
    if (!restrictions.has(id)) restrictions.set(id, await opened.getRestriction(id, signal));
    return restrictions.get(id) ?? null;
  }

  async function above(parent: WikiParent): Promise<WikiParent | null | undefined> {
    const page = pages.get(parent.id);
    if (page !== undefined) return page.parent;
    if (!parents.has(parent.id)) parents.set(parent.id, await opened.findParent(parent, signal));
    return parents.get(parent.id);
  }

  return async (page) => {
    const levels: Array<readonly string[]> = [ofSpace];
    for (const id of [page.id, ...(await ancestorsOf(page))]) {
      const restriction = id === null ? [] : await restrictionAt(id);
      if (restriction !== null) levels.push(restriction);
    }
    return levels;
  };

  /** With null for what is not known, which admits nobody. */
  async function ancestorsOf(page: WikiPage): Promise<Array<string | null>> {
    if (page.ancestors !== null) return [...page.ancestors];
    const ids: Array<string | null> = [];
    for (let parent = page.parent; parent !== null; ) {
      ids.push(parent.id);
      if (ids.length > depthMax) return [null];
      const next = await above(parent);
      if (next === undefined) return [null];
      parent = next;
    }
    return ids;
  }
}

async function readPage(
  { accepts, fileBytesMax }: ConnectorDependencies,
  api: SourceApi,
  work: {
    readonly opened: WikiSpace;
    readonly page: WikiPage;
    readonly version: string;
    readonly readers: Readers | null;
    readonly signal: AbortSignal;
  },
): Promise<SourceItem> {
  const { opened, page, version, readers, signal } = work;
  const { id: key, title, url } = page;
  const path = toItemPath([...folderOf(page), `${title}.html`]);
  if (!accepts(path)) return { kind: 'skipped', path, reason: 'is not a supported file type' };
  const fault = (reason: string): SourceItem => ({ kind: 'fault', key, path, reason });
  const found = await api.getItem(opened.bodyUrl(page), { signal, bytesMax: fileBytesMax });
  if (found.kind === 'missing') return fault('was deleted, or hidden, while the space was read');
  if (found.kind === 'fault') return fault(found.reason);
  const content = parseSourceJson(found.response.bytes);
  if (content === undefined) return fault('is not JSON, as it should be');
  const body = opened.readBody(content);
  if (body === null) return { kind: 'skipped', path, reason: 'the page is empty' };
  const bytes = Buffer.from(`<!doctype html><title>${escapeHtml(title)}</title>\n${body}`);
  return { kind: 'file', key, path, version, notes: '', bytes, title, url, readers };
}

/** A blog post may have the title of a page. */
const folderOf = ({ kind }: WikiPage) => (kind === 'blogpost' ? ['Blog'] : []);

async function readAttachment(
  { accepts, fileBytesMax }: ConnectorDependencies,
  api: SourceApi,
  work: {
    readonly attachment: WikiAttachment;
    readonly page: WikiPage;
    readonly version: string;
    readonly readers: Readers | null;
    readonly signal: AbortSignal;
  },
): Promise<SourceItem> {
  const { attachment, page, version, readers, signal } = work;
  const { id: key, title, downloadUrl } = attachment;
  const path = toItemPath([...folderOf(page), page.title, title]);
  if (!accepts(path)) return { kind: 'skipped', path, reason: 'is not a supported file type' };
  const fault = (reason: string): SourceItem => ({ kind: 'fault', key, path, reason });
  const found = await api.getItem(downloadUrl, { signal, bytesMax: fileBytesMax });
  if (found.kind === 'missing') return fault('was deleted, or hidden, while the space was read');
  if (found.kind === 'fault') return fault(found.reason);
  const { bytes } = found.response;
  return { kind: 'file', key, path, version, notes: '', bytes, title: null, url: page.url, readers };
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
