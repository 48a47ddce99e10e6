import type { CuratedId, DocumentId, PackId, TenantId } from '@avow/foundation';
import type { ContentPacks } from '../../content/content.ts';
import type { StoredMessage } from '../../records/record-store.ts';
import { openEnvelope } from '../../records/records.ts';

/** Empty: everyone. Null: unknown. */
export type Audience = readonly string[] | null;

type CitedPlace = { readonly packId: PackId; readonly id: DocumentId | CuratedId };
type FindGroups = (place: CitedPlace) => Promise<Audience>;

/** Finds who may see a better answer to a message, because it may repeat the content that the answer was based on. */
export function createFindAudience(
  packs: Pick<ContentPacks, 'getDocument' | 'getPair'>,
  tenantId: TenantId,
): (message: StoredMessage) => Promise<Audience> {
  const known = new Map<string, Promise<Audience>>();
  const findGroups: FindGroups = (place) => {
    const groups = known.get(place.id) ?? readGroups(packs, tenantId, place);
    known.set(place.id, groups);
    return groups;
  };
  return async ({ envelope, contentState, status, packVersions }) => {
    // Its citations are gone with the rest.
    if (contentState === 'erased' || contentState === 'expired') return null;
    const { response, scored, nearest } = openEnvelope(envelope);
    const { citations } = response;
    if (citations.length > 0) {
      let shared: Audience = [];
      for (const { document_id: id, content_pack_id: packId } of citations)
        shared = intersectAudiences(shared, await findGroups({ packId, id }));
      return shared;
    }
    // An answer was withheld or blocked, and its citations are not stored.
    if (scored !== null || (status === 'blocked' && packVersions.length > 0)) return null;
    // The person asking may know restricted content that is near the question.
    for (const { packId, documentId: id } of nearest) {
      const groups = await findGroups({ packId, id });
      if (groups === null || groups.length > 0) return null;
    }
    return [];
  };
}

/** Those in both audiences. An empty list would mean everyone, so an empty intersection is null. */
export function intersectAudiences(one: Audience, other: Audience): Audience {
  if (one === null || other === null) return null;
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const shared = one.filter((group) => other.includes(group));
  return shared.length === 0 ? null : shared;
}

/** Null if the draft no longer has it. */
async function readGroups(
  packs: Pick<ContentPacks, 'getDocument' | 'getPair'>,
  tenantId: TenantId,
  { packId, id }: CitedPlace,
): Promise<Audience> {
  const cited = id.startsWith('doc_')
    ? await packs.getDocument(tenantId, packId, id as DocumentId)
    : await packs.getPair(tenantId, packId, id as CuratedId);
  return cited?.groups ?? null;
}
