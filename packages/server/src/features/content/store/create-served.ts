import type { CuratedMatch, ServedContent } from '@avow/answering';
import { bindForTenants } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { ContentStore } from '../content-store.ts';
import type { Pinned } from './prepare-text-reads.ts';

const byCuratedId = ({ pair: one }: CuratedMatch, { pair: other }: CuratedMatch) =>
  one.curatedId < other.curatedId ? -1 : 1;

/** What answers are made from. */
export function createServed({ reader }: StoreChannels) {
  const { findState, ...texts } = bindForTenants(
    reader,
    'findState',
    'findCurated',
    'getCurated',
    'getDocument',
    'readQuote',
  );
  /** Texts as one viewer may see them: those that are served, or those of one pack in one state. */
  const readTexts = (pinned: Pinned): Omit<ServedContent, 'listServed'> => ({
    // Sorted here, because one match is the rule, and an engine would sort that as well.
    findCurated: async (tenantId, wanted) =>
      (await texts.findCurated(tenantId, wanted, pinned)).toSorted(byCuratedId),
    getCurated: (tenantId, curatedId, viewer) => texts.getCurated(tenantId, curatedId, viewer, pinned),
    getDocument: (tenantId, documentId, viewer) => texts.getDocument(tenantId, documentId, viewer, pinned),
    readQuote: (tenantId, wanted) => texts.readQuote(tenantId, wanted, pinned),
  });
  return {
    ...bindForTenants(reader, 'listServed', 'listServedDocuments', 'findPairStates', 'seesPack'),
    ...readTexts(null),
    // The tenant of each read decides whose pack it is, as everywhere.
    viewOf: (_, pinned) => ({
      async listServed(tenantId) {
        const found = await findState(tenantId, pinned.packId, pinned.version);
        return found === null ? [] : [{ packId: pinned.packId, version: found.version }];
      },
      ...readTexts(pinned),
    }),
  } satisfies Partial<ContentStore>;
}
