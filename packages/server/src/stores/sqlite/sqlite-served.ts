import { AppError } from '../../errors/app-error.ts';
import type { TenantId } from '../../interfaces/identity.ts';
import type { KnowledgeStore, Viewer } from '../../interfaces/knowledge-store.ts';
import { decodeFoundDocument } from './document-columns.ts';
import { decodeMatch } from './pair-columns.ts';
import type { ViewerKey } from './served-reads.ts';
import type { SqliteChannels } from './sqlite-channels.ts';

type Served = Pick<KnowledgeStore, 'findCurated' | 'getCurated' | 'getDocument' | 'readQuote'>;

function toViewerKey(tenantId: TenantId, keyOrId: string, { groups, nowMs }: Viewer): ViewerKey {
  return [tenantId, keyOrId, JSON.stringify(groups), nowMs];
}

function quoteLength({ start, end }: { readonly start: number; readonly end: number }): number {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new AppError('internal', { cause: new RangeError('a quote runs from 0 or more to its end') });
  }
  return end - start;
}

/** What is served, as one viewer may see it. */
export function createSqliteServed({ reader }: SqliteChannels): Served {
  return {
    async findCurated(tenantId, { key, packIds, ...viewer }) {
      const call = { viewer: toViewerKey(tenantId, key, viewer), packIds };
      return (await reader.call('findCurated', call)).map(decodeMatch);
    },
    async getCurated(tenantId, curatedId, viewer) {
      const columns = await reader.call('getCurated', toViewerKey(tenantId, curatedId, viewer));
      return columns === null ? null : decodeMatch(columns);
    },
    async getDocument(tenantId, documentId, viewer) {
      const columns = await reader.call('getDocument', toViewerKey(tenantId, documentId, viewer));
      return columns === null ? null : decodeFoundDocument(columns);
    },
    async readQuote(tenantId, wanted) {
      const length = quoteLength(wanted);
      const viewer = toViewerKey(tenantId, wanted.documentId, wanted);
      return reader.call('readQuote', { viewer, start: wanted.start, length });
    },
  };
}
