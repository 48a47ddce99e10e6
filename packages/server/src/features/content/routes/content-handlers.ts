import type { OperationId } from '@avow/contract';
import {
  createQna,
  deleteQna,
  getQna,
  importQna,
  listQna,
  previewQna,
  replaceQna,
} from '../../curated/routes/qna.ts';
import {
  createSource,
  deleteSource,
  getSource,
  listSources,
  syncSource,
  updateSource,
} from '../../sources/routes/sources.ts';
import { getDraftChange, listDraftChanges } from './changes.ts';
import type { ContentHandler, ContentRoutesParts } from './content-route.ts';
import { addDocuments, deleteDocument, getDocument, listDocuments, updateDocument } from './documents.ts';
import { cancelContentJob, getContentJob, listContentJobs } from './jobs.ts';
import {
  createContentPack,
  deleteContentPack,
  getContentPack,
  getContentPackReport,
  listContentPacks,
  listContentPackVersions,
  publishContentPack,
  rollbackContentPack,
  unpublishContentPack,
  updateContentPack,
} from './packs.ts';
import { searchContent } from './search.ts';

/** The handlers of the operations on content packs, by their ids. */
export function contentHandlers(parts: ContentRoutesParts) {
  return {
    listContentPacks: listContentPacks(parts),
    createContentPack: createContentPack(parts),
    searchContent: searchContent(parts),
    getContentPack: getContentPack(parts),
    updateContentPack: updateContentPack(parts),
    deleteContentPack: deleteContentPack(parts),
    listContentPackVersions: listContentPackVersions(parts),
    publishContentPack: publishContentPack(parts),
    rollbackContentPack: rollbackContentPack(parts),
    unpublishContentPack: unpublishContentPack(parts),
    getContentPackReport: getContentPackReport(parts),
    listDraftChanges: listDraftChanges(parts),
    getDraftChange: getDraftChange(parts),
    listContentJobs: listContentJobs(parts),
    getContentJob: getContentJob(parts),
    cancelContentJob: cancelContentJob(parts),
    listDocuments: listDocuments(parts),
    addDocuments: addDocuments(parts),
    getDocument: getDocument(parts),
    updateDocument: updateDocument(parts),
    deleteDocument: deleteDocument(parts),
    listQna: listQna(parts),
    createQna: createQna(parts),
    importQna: importQna(parts),
    previewQna: previewQna(parts),
    getQna: getQna(parts),
    replaceQna: replaceQna(parts),
    deleteQna: deleteQna(parts),
    listSources: listSources(parts),
    createSource: createSource(parts),
    getSource: getSource(parts),
    updateSource: updateSource(parts),
    deleteSource: deleteSource(parts),
    syncSource: syncSource(parts),
  } satisfies Readonly<Partial<Record<OperationId, ContentHandler>>>;
}
