import { listAt, textAt, valueAt } from '../json.ts';
import { principalNamed } from '../readers.ts';
import type { SourceApi } from '../source-api.ts';
import { SourceFault } from '../source-fault.ts';
import {
  listAll,
  pageUrl,
  type Restriction,
  readRestriction,
  restrictionOf,
  restrictionPath,
  searchAttachments,
  type Wiki,
  type WikiPage,
  type WikiPageKind,
  type WikiParent,
  type WikiSpace,
} from './wiki.ts';

const pageSize = '100';
const restrictionsPageSize = '50';
/** What may contain pages, beside pages, by the path that it is read under. */
const containers: Readonly<Record<string, string>> = {
  folder: 'folders',
  whiteboard: 'whiteboards',
  database: 'databases',
  embed: 'embeds',
};

/** Confluence Cloud: pages by version 2 of its interface, restrictions by version 1, which alone has them. */
export function openCloudWiki(
  api: SourceApi,
  options: { readonly base: string; readonly space: string },
): Wiki {
  const { base, space } = options;
  const v2 = (path: string) => `${base}/api/v2/${path}`;
  const v1 = (path: string) => `${base}/rest/api/${path}`;
  return {
    openSpace: async (signal) => {
      const found = await api.get(v2(`spaces?keys=${encodeURIComponent(space)}`), signal);
      const id = textAt(listAt(found, 'results')[0], 'id');
      if (id === null)
        throw new SourceFault('not_found', `The wiki has no space ${space}, or it may not be seen.`);
      return openSpace(api, { id: encodeURIComponent(id), space, v1, v2 });
    },
  };
}

interface SpaceAddress {
  readonly id: string;
  readonly space: string;
  readonly v1: (path: string) => string;
  readonly v2: (path: string) => string;
}

function openSpace(api: SourceApi, { id: spaceId, space, v1, v2 }: SpaceAddress): WikiSpace {
  return {
    async *listPages(signal) {
      const first = { limit: pageSize, status: 'current' };
      for (const kind of ['page', 'blogpost'] as const)
        for await (const list of listAll(api, v2(`spaces/${spaceId}/${kind}s`), { first, signal })) {
          const base = textAt(list, '_links', 'base');
          for (const page of listAt(list, 'results')) {
            const read = readPage(page, { base, kind });
            if (read !== null) yield read;
          }
        }
    },
    listAttachments: (signal) =>
      searchAttachments(
        api,
        { url: v1('content/search'), space, limit: pageSize },
        {
          downloadUrlOf: (_found, { id, pageId }) =>
            v1(`content/${encodeURIComponent(pageId)}/child/attachment/${encodeURIComponent(id)}/download`),
          signal,
        },
      ),
    listRestrictions: async (signal) => {
      const found = new Map<string, Restriction>();
      const first = {
        cql: `space = "${space}" and type in (page, blogpost)`,
        expand: 'restrictions.read.restrictions.user,restrictions.read.restrictions.group',
        limit: restrictionsPageSize,
      };
      for await (const list of listAll(api, v1('content/search'), { first, signal }))
        for (const page of listAt(list, 'results')) {
          const [id, restriction] = [
            textAt(page, 'id'),
            restrictionOf(valueAt(page, 'restrictions', 'read')),
          ];
          if (id !== null && restriction !== undefined) found.set(id, restriction);
        }
      return found;
    },
    getRestriction: (id, signal) => readRestriction(api, v1(restrictionPath(id)), signal),
    findParent: async ({ id, type }, signal) => {
      const path = Object.hasOwn(containers, type) ? containers[type] : undefined;
      const found =
        path === undefined ? null : await api.find(v2(`${path}/${encodeURIComponent(id)}`), signal);
      return found === null ? undefined : parentOf(found);
    },
    listReaders: (signal) => listReaders(api, { spaceId, v1, v2 }, signal),
    bodyUrl: ({ id, kind }) => v2(`${kind}s/${encodeURIComponent(id)}?body-format=export_view`),
    readBody: (page) => textAt(page, 'body', 'export_view', 'value'),
  };
}

function readPage(
  page: unknown,
  { base, kind }: { readonly base: string | null; readonly kind: WikiPageKind },
): WikiPage | null {
  const [id, title] = [textAt(page, 'id'), textAt(page, 'title')];
  const version = textAt(page, 'version', 'number');
  if (id === null || title === null || version === null) return null;
  const place = { parent: parentOf(page), ancestors: null, url: pageUrl(base, page) };
  return { id, kind, title, version, ...place, restriction: undefined };
}

function parentOf(content: unknown): WikiParent | null {
  const [id, type] = [textAt(content, 'parentId'), textAt(content, 'parentType')];
  return id === null ? null : { id, type: type ?? 'unknown' };
}

/** Permissions name groups by their ids, and restrictions by their names: both are to be mapped by names. */
async function listReaders(
  api: SourceApi,
  { spaceId, v1, v2 }: Pick<SpaceAddress, 'v1' | 'v2'> & { readonly spaceId: string },
  signal: AbortSignal,
): Promise<string[]> {
  const readers: string[] = [];
  const first = { limit: '250' };
  for await (const list of listAll(api, v2(`spaces/${spaceId}/permissions`), { first, signal }))
    for (const permission of listAt(list, 'results')) {
      const { type, id } = {
        type: textAt(permission, 'principal', 'type'),
        id: textAt(permission, 'principal', 'id'),
      };
      const isReading =
        textAt(permission, 'operation', 'key') === 'read' &&
        textAt(permission, 'operation', 'targetType') === 'space';
      if (!isReading || id === null) continue;
      const group =
        type === 'group' ? await api.find(v1(`group/by-id?id=${encodeURIComponent(id)}`), signal) : null;
      const principal =
        type === 'group'
          ? (principalNamed('group', textAt(group, 'name')) ?? principalNamed('group-id', id))
          : principalNamed(type ?? 'unknown', id);
      if (principal !== null) readers.push(principal);
    }
  return readers;
}
