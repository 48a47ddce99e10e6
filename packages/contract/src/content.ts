/**
 * What is answered from: packs, their drafts and versions, documents, curated pairs, jobs, and searching
 * them.
 */

// Packs and their versions.

export {
  type ContentPack,
  type ContentPackReport,
  createPackRequestSchema,
  type PackVersionEntry,
  publishRequestSchema,
  rollbackRequestSchema,
  updatePackRequestSchema,
} from './content/pack.ts';

// Documents.

export {
  addDocumentRequestSchema,
  type DocumentEntry,
  type DocumentSummaryEntry,
  updateDocumentRequestSchema,
} from './content/document.ts';

// Curated pairs.

export { type QnaEntry, type QnaRequest, qnaImportQuerySchema, qnaRequestSchema } from './content/qna.ts';
export { type QnaPreview, qnaPreviewLimits, qnaPreviewQuerySchema } from './content/qna-preview.ts';

// Fields that several requests share.

export {
  contentLimits,
  groupsSchema,
  sourceSchema,
  titleSchema,
  webAddressSchema,
} from './content/content-fields.ts';

// Several documents and pairs at once, and finding them.

export {
  type ChangeItemsRequest,
  changeItemsRequestSchema,
  type FoundItem,
  findItemsQuerySchema,
  type ItemLabelsEntry,
  itemListQuerySchema,
  removeItemsRequestSchema,
} from './content/content-items.ts';

// Changes of drafts, jobs and searches.

export {
  type DraftChangeEntry,
  type DraftChangeSummary,
  discardRequestSchema,
} from './content/change.ts';
export type { ContentJob } from './content/job.ts';
export { type ContentSearchResult, contentSearchRequestSchema } from './content/search.ts';
