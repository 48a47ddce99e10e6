import type { ServedContent, Viewer } from '@avow/answering';
import type { Citation } from '@avow/contract';
import type { CuratedId, DocumentId, PackVersion, TenantId } from '@avow/foundation';
import type { ContentStore } from '../content/content-store.ts';
import type { RestrictedSource } from './circumstances.ts';

interface Cited {
  readonly citations: readonly Citation[];
  readonly packs: readonly PackVersion[];
  readonly view: ServedContent;
  readonly viewer: Viewer;
}

/** The cited sources that exist but are restricted to groups of which the viewer is not a member. */
export async function findRestrictedSources(
  content: Pick<ContentStore, 'listVersionRevisions' | 'getRevision'>,
  tenantId: TenantId,
  { citations, packs, view, viewer }: Cited,
): Promise<RestrictedSource[]> {
  const once = new Map(citations.map((citation) => [citation.document_id, citation]));
  const found = await Promise.all(
    [...once.values()].map(async ({ document_id: id, content_pack_id: packId, title }) => {
      const pack = packs.find((one) => one.packId === packId);
      if (pack === undefined || (await isSeen(view, tenantId, { id, viewer }))) return [];
      const groups = await groupsOf(content, tenantId, { pack, id });
      return groups.length === 0 || groups.some((group) => viewer.groups.includes(group))
        ? []
        : [{ title, groups }];
    }),
  );
  return found.flat();
}

async function isSeen(
  view: ServedContent,
  tenantId: TenantId,
  { id, viewer }: { readonly id: Citation['document_id']; readonly viewer: Viewer },
): Promise<boolean> {
  const found = id.startsWith('qna_')
    ? await view.getCurated(tenantId, id as CuratedId, viewer)
    : await view.getDocument(tenantId, id as DocumentId, viewer);
  return found !== null;
}

/** The groups of the revision in this version, regardless of who may see it. */
async function groupsOf(
  content: Pick<ContentStore, 'listVersionRevisions' | 'getRevision'>,
  tenantId: TenantId,
  { pack, id }: { readonly pack: PackVersion; readonly id: Citation['document_id'] },
): Promise<readonly string[]> {
  const names = (await content.listVersionRevisions(tenantId, pack)) ?? [];
  const name = names.find((one) => one.id === id);
  const revision = name === undefined ? null : await content.getRevision(tenantId, pack.packId, name);
  if (revision === null) return [];
  return revision.kind === 'document' ? revision.document.groups : revision.pair.groups;
}
