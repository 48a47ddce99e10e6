import type { ServedContent } from '@avow/answering';
import type { PackVersion, TenantId } from '@avow/foundation';
import type { ContentStore } from '../../features/content/content-store.ts';

/** The content that answers are built from, as if exactly these versions were served. */
export function viewOfPacks(
  content: Pick<ContentStore, 'viewOf'>,
  tenantId: TenantId,
  packs: readonly PackVersion[],
): ServedContent {
  const views = packs
    .toSorted((one, other) => (one.packId < other.packId ? -1 : 1))
    .map((pack) => content.viewOf(tenantId, pack));
  const all = async <Found>(read: (view: ServedContent) => Promise<Found[]>): Promise<Found[]> =>
    (await Promise.all(views.map(read))).flat();
  /** An id belongs to only one pack. */
  const only = async <Found>(read: (view: ServedContent) => Promise<Found | null>): Promise<Found | null> =>
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
