import { z } from 'zod';
import { idSchema } from '../fields/ids.ts';
import { writtenTextSchema } from '../fields/written-text.ts';
import { groupsSchema } from './content-fields.ts';

const contentSearchLimits = { questionCodePointsMax: 4_000, packsMax: 20, resultsMax: 20 } as const;

export const contentSearchRequestSchema = z
  .strictObject({
    question: writtenTextSchema({ max: contentSearchLimits.questionCodePointsMax, lines: 'many' }),
    groups: groupsSchema
      .meta({
        description: 'Searches what members of these groups may see. If empty, unrestricted content only.',
      })
      .default([]),
    content_pack_ids: z
      .array(z.string().min(1).max(64))
      .max(contentSearchLimits.packsMax)
      .meta({ description: 'Restricts the search to these content packs.' })
      .exactOptional(),
    limit: z
      .int()
      .min(1)
      .max(contentSearchLimits.resultsMax)
      .meta({ description: 'At most as many passages, and as many curated pairs.' })
      .default(5),
  })
  .meta({ id: 'ContentSearchRequest' });

const scores = {
  keyword_score: z
    .number()
    .nullable()
    .meta({ description: 'The BM25 score; null if it is not among the best keyword matches.' }),
  similarity: z.number().min(-1).max(1).nullable().meta({
    description:
      'The cosine similarity; null if it is not among the best semantic matches, or not embedded yet.',
  }),
};

const foundPassageSchema = z
  .strictObject({
    document_id: idSchema('doc'),
    content_pack_id: idSchema('pack'),
    source: z.string(),
    title: z.string(),
    url: z.string().nullable(),
    headings: z.string(),
    text: z.string().meta({ description: 'The words from `start` to `end` of the document.' }),
    start: z.int().min(0),
    end: z.int().min(0),
    ...scores,
  })
  .meta({ id: 'FoundPassage' });

const foundQnaSchema = z
  .strictObject({
    qna_id: idSchema('qna'),
    content_pack_id: idSchema('pack'),
    question: z.string(),
    matched: z.string().meta({ description: 'The phrasing that was found: the question or another.' }),
    answer: z.string(),
    ...scores,
  })
  .meta({ id: 'FoundQna' });

export const contentSearchSchema = z
  .strictObject({
    passages: z.array(foundPassageSchema).max(contentSearchLimits.resultsMax),
    qna: z.array(foundQnaSchema).max(contentSearchLimits.resultsMax),
    complete: z.boolean().meta({
      description: 'False if something could not be searched, or not by semantic search.',
    }),
  })
  .meta({ id: 'ContentSearch' });

export type ContentSearchRequest = z.output<typeof contentSearchRequestSchema>;
export type ContentSearchResult = z.output<typeof contentSearchSchema>;
