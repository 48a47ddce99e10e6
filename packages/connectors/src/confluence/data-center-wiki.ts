import { listAt, textAt, valueAt } from '../json.ts';
import { principalNamed } from '../readers.ts';
import type { SourceApi } from '../source-api.ts';
import {
  listAll,
  pageUrl,
  readRestriction,
  restrictionOf,
  restrictionPath,
  searchAttachments,
  type Wiki,
  type WikiPage,
  type WikiPageKind,
} from './wiki.ts';

const pageSize = '100';
const expand = 'version,ancestors,restrictions.read.restrictions.user,restrictions.read.restrictions.group';

/** Confluence Data Center, whose lists have restrictions and ancestors. */
export function openDataCenterWiki(
  api: SourceApi,
  { base, space }: { readonly base: string; readonly space: string },
): Wiki {
  const path = (rest: string) => `${base}/rest/api/${rest}`;
  return {
    openSpace: async (signal) => {
      await api.get(path(`space/${encodeURIComponent(space)}`), signal);
      return {
        async *listPages(asked) {
          for (const kind of ['page', 'blogpost'] as const) {
            const first = { spaceKey: space, type: kind, status: 'current', limit: pageSize, expand };
            for await (const list of listAll(api, path('content'), { first, signal: asked })) {
              const shownAt = textAt(list, '_links', 'base') ?? base;
              for (const page of listAt(list, 'results')) {
                const read = readPage(page, { base: shownAt, kind });
                if (read !== null) yield read;
              }
            }
          }
        },
        listAttachments: (asked) =>
          searchAttachments(
            api,
            { url: path('content/search'), space, limit: pageSize },
            { downloadUrlOf: (found) => downloadUrlOf(base, found), signal: asked },
          ),
        listRestrictions: async () => new Map(),
        getRestriction: (id, asked) => readRestriction(api, path(restrictionPath(id)), asked),
        findParent: async () => undefined,
        listReaders: (asked) =>
          listReaders(api, path(`space/${encodeURIComponent(space)}/permissions`), asked),
        bodyUrl: ({ id }) => path(`content/${encodeURIComponent(id)}?expand=body.export_view,version`),
        readBody: (page) => textAt(page, 'body', 'export_view', 'value'),
      };
    },
  };
}

/** Where the credentials go must not depend on what the list says: only the path is taken from it. */
function downloadUrlOf(base: string, found: unknown): string | null {
  const path = textAt(found, '_links', 'download');
  return path?.startsWith('/') === true && URL.canParse(base + path) ? base + path : null;
}

function readPage(
  page: unknown,
  { base, kind }: { readonly base: string; readonly kind: WikiPageKind },
): WikiPage | null {
  const [id, title] = [textAt(page, 'id'), textAt(page, 'title')];
  const version = textAt(page, 'version', 'number');
  if (id === null || title === null || version === null) return null;
  const above = listAt(page, 'ancestors').map((ancestor) => textAt(ancestor, 'id'));
  const ancestors = above.filter((one) => one !== null).reverse();
  const restriction = restrictionOf(valueAt(page, 'restrictions', 'read'));
  return { id, kind, title, version, ancestors, parent: null, url: pageUrl(base, page), restriction };
}

/** Since version 9.1, for administrators of the space; nobody is known otherwise. */
async function listReaders(api: SourceApi, url: string, signal: AbortSignal): Promise<string[]> {
  const found = await api.find(url, signal);
  if (!Array.isArray(found)) return [];
  return found
    .filter(
      (permission) =>
        textAt(permission, 'operation', 'operationKey') === 'read' &&
        textAt(permission, 'operation', 'targetType') === 'space',
    )
    .map((permission) =>
      textAt(permission, 'subject', 'type') === 'group'
        ? principalNamed('group', textAt(permission, 'subject', 'name'))
        : principalNamed('user', textAt(permission, 'subject', 'userKey')),
    )
    .filter((principal) => principal !== null);
}
