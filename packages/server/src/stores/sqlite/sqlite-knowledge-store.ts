import { AppError } from '../../errors/app-error.ts';
import type { CuratedId, DocumentId } from '../../interfaces/identity.ts';
import type { KnowledgeStore, PackContent } from '../../interfaces/knowledge-store.ts';
import {
  decodeDocument,
  decodeMatch,
  decodePack,
  encodeDocument,
  encodePack,
  encodePair,
} from './knowledge-columns.ts';
import type { PublishOutcome } from './knowledge-writes.ts';
import type { SqliteChannels } from './sqlite-channels.ts';

/** SQLite ends a text at NUL when it counts, and a lone surrogate has no UTF-8: offsets would point elsewhere. */
function assertCountable(text: string, where: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new AppError('validation_failed', { detail: `${where}: NUL and lone surrogates cannot be stored` });
  }
}

function assertCountableContent({ documents, curated }: PackContent): void {
  for (const { text, source } of documents) assertCountable(text, source);
  for (const { answer, source } of curated) assertCountable(answer, source);
}

function assertPublished(outcome: PublishOutcome): void {
  if (outcome === 'published') return;
  const detail =
    outcome === 'name_taken'
      ? 'Another content pack has that name.'
      : 'The content pack was published by someone else meanwhile.';
  throw new AppError('pack_conflict', { detail });
}

function quoteLength(wanted: { readonly start: number; readonly end: number }): number {
  const { start, end } = wanted;
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new AppError('internal', { cause: new RangeError('a quote runs from 0 or more to its end') });
  }
  return end - start;
}

export function createSqliteKnowledgeStore({ writer, reader }: SqliteChannels): KnowledgeStore {
  return {
    async publishPack(tenantId, content) {
      assertCountableContent(content);
      const outcome = await writer.call('publishPack', {
        tenantId,
        pack: encodePack(content.pack),
        documents: content.documents.map(encodeDocument),
        pairs: content.curated.map(encodePair),
        keys: content.curatedKeys.flatMap(({ key, curatedId }) => [key, curatedId]),
      });
      assertPublished(outcome);
    },
    removePack: (tenantId, packId) => writer.call('removePack', [tenantId, packId]),
    async listPacks(tenantId) {
      return (await reader.call('listPacks', tenantId)).map(decodePack);
    },
    async listSourceIds(tenantId, packId) {
      const { documents, curated } = await reader.call('listSourceIds', [tenantId, packId]);
      return {
        documents: new Map(documents as ReadonlyArray<readonly [string, DocumentId]>),
        curated: new Map(curated as ReadonlyArray<readonly [string, CuratedId]>),
      };
    },
    async findCurated(tenantId, { key, packIds }) {
      return (await reader.call('findCurated', { tenantId, key, packIds })).map(decodeMatch);
    },
    async getCurated(tenantId, curatedId) {
      const columns = await reader.call('getCurated', [tenantId, curatedId]);
      return columns === null ? null : decodeMatch(columns);
    },
    async getDocument(tenantId, documentId) {
      const columns = await reader.call('getDocument', [tenantId, documentId]);
      return columns === null ? null : decodeDocument(columns);
    },
    async readQuote(tenantId, wanted) {
      const length = quoteLength(wanted);
      return reader.call('readQuote', { tenantId, id: wanted.documentId, start: wanted.start, length });
    },
  };
}
