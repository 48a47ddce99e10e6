/** Schemas of responses about content and sources, which only tests parse. */

// Packs, documents and searches.

export { changePageSchema, changeSchema } from '../content/change.ts';
export { changedItemsSchema, foundItemPageSchema, itemLabelsSchema } from '../content/content-items.ts';
export { documentPageSchema, documentSchema } from '../content/document.ts';
export { jobPageSchema, jobSchema } from '../content/job.ts';
export {
  contentPackPageSchema,
  contentPackSchema,
  packReportSchema,
  packVersionPageSchema,
} from '../content/pack.ts';
export { contentSearchSchema } from '../content/search.ts';

// Curated pairs.

export { qnaPageSchema, qnaSchema } from '../content/qna.ts';
export { qnaPreviewSchema } from '../content/qna-preview.ts';

// Sources.

export { contentSourceSchema } from '../sources/source.ts';
export { sourceConnectionSchema } from '../sources/source-connection.ts';
