import { type ContentSearchResult, contentSearchRequestSchema } from '@avow/contract';
import type { CuratedId, DocumentId, PackId } from '@avow/foundation';
import type { Handlers } from '../../../http/handler.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendEntry } from '../../../http/send-json.ts';
import { validate } from '../../../http/validate.ts';
import type { FoundContent } from '../search-content.ts';
import type { ContentRoutes } from './content-route.ts';

function toWire({ passages, pairs, isComplete }: FoundContent): ContentSearchResult {
  return {
    passages: passages.map(({ hit, document: { source, title, url } }) => ({
      document_id: hit.documentId as DocumentId,
      content_pack_id: hit.pack.packId,
      ...{ source, title, url, headings: hit.headings, text: hit.text, start: hit.start, end: hit.end },
      ...scoresOf(hit),
    })),
    qna: pairs.map(({ hit, pair: { question, answer } }) => ({
      qna_id: hit.documentId as CuratedId,
      content_pack_id: hit.pack.packId,
      ...{ question, matched: hit.text, answer },
      ...scoresOf(hit),
    })),
    complete: isComplete,
  };
}

/** To four decimals, as scores are everywhere. */
function scoresOf({ wordScore, vectorScore }: FoundContent['passages'][number]['hit']) {
  const rounded = (score: number | null) => (score === null ? null : Math.round(score * 10_000) / 10_000);
  const similarity = rounded(vectorScore);
  return {
    keyword_score: rounded(wordScore),
    similarity: similarity === null ? null : Math.max(-1, Math.min(1, similarity)),
  };
}

/** The handler of the search of served content. */
export function searchHandlers({ contentSearch }: Pick<ContentRoutes, 'contentSearch'>) {
  return {
    /** `POST /v1/content-packs/search` */
    searchContent: async (request, reply) => {
      const { tenantId } = principalOf(request);
      const { content_pack_ids: packIds, ...wanted } = validate(contentSearchRequestSchema, request.body);
      const found = await contentSearch.searchContent(tenantId, {
        ...wanted,
        packIds: packIds === undefined ? null : (packIds as PackId[]),
      });
      return sendEntry(reply, toWire(found));
    },
  } satisfies Handlers;
}
