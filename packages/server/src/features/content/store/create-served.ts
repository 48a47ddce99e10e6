import type { ServedContent, Viewer } from '@avow/answering';
import type { TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import { assertPage } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { ContentStore } from '../content-store.ts';
import { decodeDocumentSummary, decodeFoundDocument } from './document-columns.ts';
import { decodeMatch, type MatchColumns } from './pair-columns.ts';
import type { ViewerKey } from './prepare-text-reads.ts';

type Pinned = Parameters<ContentStore['viewOf']>[1];

function toViewerKey(
  {
    tenantId,
    keyOrId,
    pinned,
  }: { readonly tenantId: TenantId; readonly keyOrId: string; readonly pinned: Pinned | null },
  { groups, nowMs }: Viewer,
): ViewerKey {
  const key = [tenantId, keyOrId, nowMs, JSON.stringify(groups)] as const;
  if (pinned === null) return key;
  const { packId, version } = pinned;
  return version === 'draft' ? [...key, packId] : [...key, packId, version];
}

function packKeyOf(tenantId: TenantId, packId: string, { nowMs, groups }: Viewer) {
  return [tenantId, packId, nowMs, JSON.stringify(groups)] as const;
}

function quoteLength({ start, end }: { readonly start: number; readonly end: number }): number {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new AppError('internal', { cause: new RangeError('a quote runs from 0 or more to its end') });
  }
  return end - start;
}

const byCuratedId = (one: MatchColumns, other: MatchColumns) => (one.curated_id < other.curated_id ? -1 : 1);

/** Texts as one viewer may see them: those that are served, or those of one pack in one state. */
function createTextReads(
  { reader }: StoreChannels,
  pinned: Pinned | null,
): Omit<ServedContent, 'listServed'> {
  const toKey = (tenantId: TenantId, keyOrId: string, viewer: Viewer) =>
    toViewerKey({ tenantId, keyOrId, pinned }, viewer);
  return {
    async findCurated(tenantId, { key, packIds, ...viewer }) {
      const call = { viewer: toKey(tenantId, key, viewer), packIds };
      const found = await reader.callFor(tenantId, 'findCurated', call);
      // Here, because one match is the rule, and an engine would sort that as well.
      return found.toSorted(byCuratedId).map(decodeMatch);
    },
    async getCurated(tenantId, curatedId, viewer) {
      const row = await reader.callFor(tenantId, 'getCurated', toKey(tenantId, curatedId, viewer));
      return row === null ? null : decodeMatch(row);
    },
    async getDocument(tenantId, documentId, viewer) {
      const row = await reader.callFor(tenantId, 'getDocument', toKey(tenantId, documentId, viewer));
      return row === null ? null : decodeFoundDocument(row);
    },
    async readQuote(tenantId, wanted) {
      const length = quoteLength(wanted);
      const viewer = toKey(tenantId, wanted.documentId, wanted);
      const call = { viewer, start: wanted.start, length };
      return (await reader.callFor(tenantId, 'readQuote', call))?.quote ?? null;
    },
  };
}

type Served = Pick<ContentStore, keyof ServedContent | 'viewOf' | 'listServedDocuments' | 'seesPack'>;

/** What answers are made from. */
export function createServed(channels: StoreChannels): Served {
  const { reader } = channels;
  return {
    async listServed(tenantId) {
      const rows = await reader.callFor(tenantId, 'listServed', tenantId);
      return rows.map((row) => ({ packId: row.pack_id, version: row.version }));
    },
    ...createTextReads(channels, null),
    async listServedDocuments(tenantId, { packId, after, limit, ...viewer }) {
      assertPage(limit);
      const key = packKeyOf(tenantId, packId, viewer);
      const rows = await reader.callFor(tenantId, 'listServedDocuments', { viewer: key, after, limit });
      return rows.map(decodeDocumentSummary);
    },
    seesPack: (tenantId, { packId, ...viewer }) =>
      reader.callFor(tenantId, 'seesPack', packKeyOf(tenantId, packId, viewer)),
    // The tenant of each read decides whose pack it is, as everywhere.
    viewOf: (_, wanted) => ({
      async listServed(tenantId) {
        const { packId, version } = wanted;
        const call = [tenantId, packId, version === 'draft' ? null : version] as const;
        const found = await reader.callFor(tenantId, 'findState', call);
        return found === null ? [] : [{ packId, version: found.version }];
      },
      ...createTextReads(channels, wanted),
    }),
  };
}
