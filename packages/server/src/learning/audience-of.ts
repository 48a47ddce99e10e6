import { openEnvelope } from '../audit/envelope.ts';
import type { ContentPacks } from '../interfaces/content-packs.ts';
import type { CuratedId, DocumentId, PackId, TenantId } from '../interfaces/identity.ts';
import type { StoredMessage } from '../interfaces/record-store.ts';

/** Empty: everyone. Null: it cannot be told. */
export type Audience = readonly string[] | null;

type CitedPlace = { readonly packId: PackId; readonly id: DocumentId | CuratedId };
type FindGroups = (place: CitedPlace) => Promise<Audience>;

/** Tells who may get a better answer than that of a message, which may repeat what the answer rests on. */
export function createAudienceOf(
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
    // What it rested on is gone with the rest.
    if (contentState === 'erased' || contentState === 'expired') return null;
    const { response, scored, nearest } = openEnvelope(envelope);
    const { citations } = response;
    if (citations.length > 0) {
      let shared: Audience = [];
      for (const { document_id: id, content_pack_id: packId } of citations)
        shared = narrow(shared, packId === null ? null : await findGroups({ packId, id }));
      return shared;
    }
    // There was an answer that was withheld or blocked, and what it rests on is not kept.
    if (scored !== null || (status === 'blocked' && packVersions.length > 0)) return null;
    // Whoever asked may see what is near it, and may know more of that than all may.
    for (const { packId, documentId: id } of nearest) {
      const groups = await findGroups({ packId, id });
      if (groups === null || groups.length > 0) return null;
    }
    return [];
  };
}

/** Those who may get both. To keep a pair to no group is to show it to all: where nobody may, it cannot be told. */
export function narrow(one: Audience, other: Audience): Audience {
  if (one === null || other === null) return null;
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const shared = one.filter((group) => other.includes(group));
  return shared.length === 0 ? null : shared;
}

/** Null where the draft has it no longer. */
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
