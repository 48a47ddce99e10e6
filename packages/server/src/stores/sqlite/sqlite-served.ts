import { AppError } from '../../errors/app-error.ts';
import type { TenantId } from '../../interfaces/identity.ts';
import type { KnowledgeStore, ServedView, Viewer } from '../../interfaces/knowledge-store.ts';
import { decodeFoundDocument } from './document-columns.ts';
import { decodeMatch } from './pair-columns.ts';
import type { ViewerKey } from './prepare-text-reads.ts';
import type { SqliteChannels } from './sqlite-channels.ts';

type Pinned = Parameters<KnowledgeStore['viewOf']>[1];

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

function quoteLength({ start, end }: { readonly start: number; readonly end: number }): number {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new AppError('internal', { cause: new RangeError('a quote runs from 0 or more to its end') });
  }
  return end - start;
}

/** Texts as one viewer may see them: those that are served, or those of one pack in one state. */
function createTextReads({ reader }: SqliteChannels, pinned: Pinned | null): Omit<ServedView, 'listServed'> {
  const toKey = (tenantId: TenantId, keyOrId: string, viewer: Viewer) =>
    toViewerKey({ tenantId, keyOrId, pinned }, viewer);
  return {
    async findCurated(tenantId, { key, packIds, ...viewer }) {
      const call = { viewer: toKey(tenantId, key, viewer), packIds };
      return (await reader.call('findCurated', call)).map(decodeMatch);
    },
    async getCurated(tenantId, curatedId, viewer) {
      const columns = await reader.call('getCurated', toKey(tenantId, curatedId, viewer));
      return columns === null ? null : decodeMatch(columns);
    },
    async getDocument(tenantId, documentId, viewer) {
      const columns = await reader.call('getDocument', toKey(tenantId, documentId, viewer));
      return columns === null ? null : decodeFoundDocument(columns);
    },
    async readQuote(tenantId, wanted) {
      const length = quoteLength(wanted);
      const viewer = toKey(tenantId, wanted.documentId, wanted);
      return reader.call('readQuote', { viewer, start: wanted.start, length });
    },
  };
}

type Served = Pick<KnowledgeStore, keyof ServedView | 'viewOf'>;

/** What answers are made from. */
export function createSqliteServed(channels: SqliteChannels): Served {
  const { reader } = channels;
  return {
    async listServed(tenantId) {
      const rows = await reader.call('listServed', tenantId);
      return rows.map(([packId, version]) => ({ packId, version }));
    },
    ...createTextReads(channels, null),
    // The tenant that a read names decides whose pack it is, as everywhere.
    viewOf: (_, wanted) => ({
      async listServed(tenantId) {
        const { packId, version } = wanted;
        const call = [tenantId, packId, version === 'draft' ? null : version] as const;
        const found = await reader.call('findState', call);
        return found === null ? [] : [{ packId, version: found[0] }];
      },
      ...createTextReads(channels, wanted),
    }),
  };
}
