import type { PackVersion, TenantId } from '../interfaces/identity.ts';
import type { KnowledgeStore, ServedView } from '../interfaces/knowledge-store.ts';

/** What answers are made from, as if these versions were served, and nothing else. */
export function viewOfPacks(
  knowledge: Pick<KnowledgeStore, 'viewOf'>,
  tenantId: TenantId,
  packs: readonly PackVersion[],
): ServedView {
  const views = packs
    .toSorted((one, other) => (one.packId < other.packId ? -1 : 1))
    .map((pack) => knowledge.viewOf(tenantId, pack));
  const all = async <Found>(read: (view: ServedView) => Promise<Found[]>): Promise<Found[]> =>
    (await Promise.all(views.map(read))).flat();
  /** An id belongs to one pack alone. */
  const only = async <Found>(read: (view: ServedView) => Promise<Found | null>): Promise<Found | null> =>
    (await Promise.all(views.map(read))).find((found) => found !== null) ?? null;
  return {
    listServed: (...asked) => all((view) => view.listServed(...asked)),
    findCurated: async (...asked) =>
      (await all((view) => view.findCurated(...asked))).toSorted((one, other) =>
        one.pair.curatedId < other.pair.curatedId ? -1 : 1,
      ),
    getCurated: (...asked) => only((view) => view.getCurated(...asked)),
    getDocument: (...asked) => only((view) => view.getDocument(...asked)),
    readQuote: (...asked) => only((view) => view.readQuote(...asked)),
  };
}
