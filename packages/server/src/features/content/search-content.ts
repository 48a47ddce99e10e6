import type { CuratedPair, DocumentSummary, ServedContent } from '@avow/answering';
import type { CuratedId, DocumentId, PackId, PackVersion, TenantId } from '@avow/foundation';
import type { Encoder } from '@avow/inference';
import type { PassageHit } from '@avow/search';
import type { SelfRepairingSearch } from '../publication/publication.ts';

/** What the search finds for a question, best first, and the content that it found it in. */
export interface FoundContent {
  readonly passages: ReadonlyArray<{ readonly hit: PassageHit; readonly document: DocumentSummary }>;
  readonly pairs: ReadonlyArray<{ readonly hit: PassageHit; readonly pair: CuratedPair }>;
  /** False: something could not be searched, or not by semantic search. */
  readonly isComplete: boolean;
}

export interface ContentSearch {
  searchContent(
    tenantId: TenantId,
    wanted: {
      readonly question: string;
      readonly groups: readonly string[];
      readonly packIds: readonly PackId[] | null;
      readonly limit: number;
    },
  ): Promise<FoundContent>;
}

const encodeTimeoutMs = 5_000;
const searchTimeoutMs = 20_000;

/** Searches what is served as a query does, and returns what was found in place of an answer. */
export function createContentSearch({
  content,
  search,
  encoder,
  nowMs,
}: {
  readonly content: ServedContent;
  readonly search: SelfRepairingSearch;
  /** Null: only keyword search is available. */
  readonly encoder: Encoder | null;
  readonly nowMs: () => number;
}): ContentSearch {
  return {
    searchContent: async (tenantId, { question: text, groups, packIds, limit }) => {
      const listPacks = async (): Promise<PackVersion[]> => {
        const served = await content.listServed(tenantId);
        return packIds === null ? served : served.filter(({ packId }) => packIds.includes(packId));
      };
      const packs = await listPacks();
      if (packs.length === 0) return { passages: [], pairs: [], isComplete: true };
      const viewer = { groups, nowMs: nowMs() };
      const vector =
        (await encoder?.encodeQuestion(text, { timeoutMs: encodeTimeoutMs, owner: tenantId })) ?? null;
      const query = { text, vector, packs, ...viewer, timeoutMs: searchTimeoutMs };
      const found = await search.find(
        tenantId,
        [
          { ...query, kind: 'document', limit },
          // Several phrasings of one pair may be found.
          { ...query, kind: 'curated', limit: limit * phrasingsPerPair },
        ],
        listPacks,
      );
      const [documents = [], curated = []] = found.hits;
      const passages = await Promise.all(
        documents.map(async (hit) => {
          const document = await content.getDocument(tenantId, hit.documentId as DocumentId, viewer);
          // The index may be behind the store for a moment.
          return document?.revision === hit.revision ? { hit, document } : null;
        }),
      );
      const pairs = await Promise.all(
        firstOfEach(curated)
          .slice(0, limit)
          .map(async (hit) => {
            const match = await content.getCurated(tenantId, hit.documentId as CuratedId, viewer);
            return match?.pair.revision === hit.revision ? { hit, pair: match.pair } : null;
          }),
      );
      return {
        passages: passages.filter((each) => each !== null),
        pairs: pairs.filter((each) => each !== null),
        isComplete: found.isComplete && (encoder === null || vector !== null),
      };
    },
  };
}

const phrasingsPerPair = 4;

function firstOfEach(hits: readonly PassageHit[]): PassageHit[] {
  const first = new Map<string, PassageHit>();
  for (const hit of hits) if (!first.has(hit.documentId)) first.set(hit.documentId, hit);
  return [...first.values()];
}
