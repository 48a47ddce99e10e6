import { listAt, textAt, valueAt } from '../json.ts';
import { principalNamed } from '../readers.ts';
import type { SourceApi } from '../source-api.ts';
import { SourceFault } from '../source-fault.ts';

/** What is read of a space beside its attachments. Their ids are never the same. */
export type WikiPageKind = 'page' | 'blogpost';

/** A page or a blog post of a space, as far as a list describes it. */
export interface WikiPage {
  readonly id: string;
  readonly kind: WikiPageKind;
  readonly title: string;
  readonly version: string;
  /** Where people open it. */
  readonly url: string | null;
  /** From the page above it upwards; null: only the next is known. */
  readonly ancestors: readonly string[] | null;
  readonly parent: WikiParent | null;
  /** Who may read it by its own restrictions; null: it has none; undefined: the list does not say. */
  readonly restriction: Restriction | undefined;
}

/** A file that a page or a blog post has. Who may read that may read the file. */
export interface WikiAttachment {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly pageId: string;
  readonly downloadUrl: string;
}

export interface WikiParent {
  readonly id: string;
  /** Such as `page` or `folder`. */
  readonly type: string;
}

export type Restriction = readonly string[] | null;

/** One edition of Confluence, for one space. Requests reject with a `SourceFault`, or with the reason of the signal. */
export interface Wiki {
  /** Throws if there is no such space. */
  openSpace(signal: AbortSignal): Promise<WikiSpace>;
}

export interface WikiSpace {
  listPages(signal: AbortSignal): AsyncGenerator<WikiPage>;
  listAttachments(signal: AbortSignal): AsyncGenerator<WikiAttachment>;
  /** By the id of a page: those of pages that are missing are read one by one. */
  listRestrictions(signal: AbortSignal): Promise<ReadonlyMap<string, Restriction>>;
  /** Of a page or of what contains pages. An empty list: it could not be read. */
  getRestriction(id: string, signal: AbortSignal): Promise<Restriction>;
  /** What is above something that is not a page; undefined: that is not known. */
  findParent(parent: WikiParent, signal: AbortSignal): Promise<WikiParent | null | undefined>;
  /** Who may read the space. */
  listReaders(signal: AbortSignal): Promise<readonly string[]>;
  bodyUrl(page: Pick<WikiPage, 'id' | 'kind'>): string;
  readBody(page: unknown): string | null;
}

/** Who is named by the restrictions for reading, as both editions describe them; undefined: they are not described. */
export function restrictionOf(read: unknown): Restriction | undefined {
  const restrictions = valueAt(read, 'restrictions');
  if (valueAt(restrictions, 'group') === undefined || valueAt(restrictions, 'user') === undefined)
    return undefined;
  const groups = listAt(restrictions, 'group', 'results');
  const users = listAt(restrictions, 'user', 'results');
  if (groups.length === 0 && users.length === 0) return null;
  return [
    ...groups.map((group) => principalNamed('group', textAt(group, 'name'))),
    ...users.map(userOf),
  ].filter((principal) => principal !== null);
}

function userOf(user: unknown): string | null {
  const names = ['email', 'username', 'accountId', 'userKey'].map((name) => textAt(user, name));
  return principalNamed('user', names.find((name) => name !== null) ?? null);
}

/** A list may be this long, even if every part of it links to a next one. */
const partsMax = 5_000;

/** The parts of a list, each with the parameters that the one before links to. */
export async function* listAll(
  api: SourceApi,
  url: string,
  { first, signal }: { readonly first: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): AsyncGenerator<unknown> {
  let parameters = new URLSearchParams(first);
  for (let parts = 0; parts < partsMax; parts += 1) {
    const list = await api.get(`${url}?${parameters}`, signal);
    yield list;
    const next = textAt(list, '_links', 'next');
    if (next === null) return;
    // The address is not taken from the link: behind a gateway it lacks the beginning of the path.
    parameters = new URLSearchParams({
      ...first,
      ...Object.fromEntries(new URL(next, 'https://next.invalid').searchParams),
    });
  }
  throw new SourceFault('too_large', 'The wiki has a list that does not end.');
}

export const restrictionPath = (id: string) =>
  `content/${encodeURIComponent(id)}/restriction/byOperation/read?expand=restrictions.user,restrictions.group`;

/** Nobody may read what has restrictions that cannot be read. */
export async function readRestriction(
  api: SourceApi,
  url: string,
  signal: AbortSignal,
): Promise<Restriction> {
  const restriction = restrictionOf(await api.find(url, signal));
  return restriction === undefined ? [] : restriction;
}

export function pageUrl(base: string | null, page: unknown): string | null {
  const path = textAt(page, '_links', 'webui');
  return base === null || path === null || !URL.canParse(base + path) ? null : base + path;
}

/** By a search, since asking for those of each page would take a request for each. */
export async function* searchAttachments(
  api: SourceApi,
  { url, space, limit }: { readonly url: string; readonly space: string; readonly limit: string },
  {
    downloadUrlOf,
    signal,
  }: {
    readonly downloadUrlOf: (found: unknown, ids: { id: string; pageId: string }) => string | null;
    readonly signal: AbortSignal;
  },
): AsyncGenerator<WikiAttachment> {
  const first = { cql: `space = "${space}" and type = attachment`, expand: 'version,container', limit };
  for await (const list of listAll(api, url, { first, signal }))
    for (const found of listAt(list, 'results')) {
      const [id, title] = [textAt(found, 'id'), textAt(found, 'title')];
      const [version, pageId] = [textAt(found, 'version', 'number'), textAt(found, 'container', 'id')];
      if (id === null || title === null || version === null || pageId === null) continue;
      const downloadUrl = downloadUrlOf(found, { id, pageId });
      if (downloadUrl !== null) yield { id, title, version, pageId, downloadUrl };
    }
}
