import { z } from 'zod';
import { draftMatchSchema } from '../api/headers.ts';
import { bytesType, creating, deletedResponse, jsonResponse, unchangedResponse } from '../api/operation.ts';
import {
  changedItemsSchema,
  changeItemsRequestSchema,
  findItemsQuerySchema,
  foundItemPageSchema,
  itemLabelsSchema,
  itemListQuerySchema,
  removeItemsRequestSchema,
} from './content-items.ts';
import { acceptedJob, contentOperation } from './content-operation.ts';
import {
  addDocumentRequestSchema,
  documentPageSchema,
  documentParamsSchema,
  documentSchema,
  documentUploadSchema,
  updateDocumentRequestSchema,
} from './document.ts';
import { packParamsSchema } from './pack.ts';
import {
  qnaImportQuerySchema,
  qnaPageSchema,
  qnaParamsSchema,
  qnaRequestSchema,
  qnaSchema,
  qnaUploadSchema,
} from './qna.ts';
import { qnaPreviewQuerySchema, qnaPreviewSchema } from './qna-preview.ts';

const documentsPath = '/v1/content-packs/{pack_id}/documents';
const itemsPath = '/v1/content-packs/{pack_id}/items';
const qnaPath = '/v1/content-packs/{pack_id}/qna';
const params = packParamsSchema;

/** Documents and curated pairs of a draft. */
export const itemOperations = {
  listDocuments: contentOperation({
    operationId: 'listDocuments',
    method: 'GET',
    path: documentsPath,
    summary: 'List the documents of a draft',
    description: 'Returns one page of documents, without their text.',
    request: { params, query: itemListQuerySchema },
    responses: { 200: jsonResponse('A page of documents.', documentPageSchema) },
    problems: ['not_found', 'invalid_cursor', 'validation_failed'],
  }),
  addDocuments: creating(
    contentOperation({
      operationId: 'addDocuments',
      method: 'POST',
      path: documentsPath,
      summary: 'Add documents to the draft',
      description:
        'Accepts files as a form, or a text or a URL as JSON. A document with the same `source` is replaced; an unchanged one is left as it is. At most 20 MiB and 64 files per request.',
      request: {
        params,
        body: addDocumentRequestSchema,
        upload: { 'multipart/form-data': documentUploadSchema },
      },
      responses: { 202: acceptedJob },
      problems: ['malformed_body', 'not_found', 'pack_conflict', 'invalid_state', 'concurrency_limited'],
    }),
    'response',
  ),
  getDocument: contentOperation({
    operationId: 'getDocument',
    method: 'GET',
    path: `${documentsPath}/{document_id}`,
    summary: 'Read a document of the draft',
    description: 'Returns the document with its text.',
    request: { params: documentParamsSchema },
    responses: { 200: jsonResponse('The document.', documentSchema, ['ETag']), 304: unchangedResponse },
    problems: ['not_found'],
  }),
  updateDocument: contentOperation({
    operationId: 'updateDocument',
    method: 'PATCH',
    path: `${documentsPath}/{document_id}`,
    summary: 'Update a document',
    description:
      'Changes the title, URL, groups or text. Omitted fields are left unchanged. A file or a source that has changed and is loaded again replaces the text.',
    request: { params: documentParamsSchema, headers: draftMatchSchema, body: updateDocumentRequestSchema },
    responses: { 200: jsonResponse('The updated document.', documentSchema, ['ETag']) },
    problems: ['not_found', 'pack_conflict', 'precondition_failed'],
  }),
  deleteDocument: contentOperation({
    operationId: 'deleteDocument',
    method: 'DELETE',
    path: `${documentsPath}/{document_id}`,
    summary: 'Remove a document from the draft',
    description: 'Published versions keep it.',
    request: { params: documentParamsSchema, headers: draftMatchSchema },
    responses: { 204: deletedResponse },
    problems: ['not_found', 'pack_conflict', 'precondition_failed'],
  }),
  listQna: contentOperation({
    operationId: 'listQna',
    method: 'GET',
    path: qnaPath,
    summary: 'List the curated pairs of a draft',
    description: 'Returns one page, oldest first.',
    request: { params, query: itemListQuerySchema },
    responses: { 200: jsonResponse('A page of curated pairs.', qnaPageSchema) },
    problems: ['not_found', 'invalid_cursor', 'validation_failed'],
  }),
  createQna: creating(
    contentOperation({
      operationId: 'createQna',
      method: 'POST',
      path: qnaPath,
      summary: 'Add a curated pair to the draft',
      description: 'A curated pair is a question with an answer that a person wrote.',
      request: { params, body: qnaRequestSchema },
      responses: { 201: jsonResponse('The new pair.', qnaSchema, ['Location']) },
      problems: ['not_found', 'pack_conflict', 'invalid_state'],
    }),
    'response',
  ),
  importQna: creating(
    contentOperation({
      operationId: 'importQna',
      method: 'POST',
      path: `${qnaPath}/import`,
      summary: 'Import curated pairs from a file',
      description:
        'Accepts one file as a form, or the file itself as the body with its media type and `file_name`. At most 20 MiB. Rows that cannot be imported are listed in the `errors` of the job.',
      request: {
        params,
        query: qnaImportQuerySchema,
        upload: {
          'multipart/form-data': qnaUploadSchema,
          '*/*': z.custom<Uint8Array>().meta({
            ...{ type: 'string', contentMediaType: bytesType },
            description:
              'The file itself, under any media type: the extension of `file_name` determines the format.',
          }),
        },
      },
      responses: { 202: acceptedJob },
      problems: ['malformed_body', 'not_found', 'pack_conflict', 'invalid_state', 'concurrency_limited'],
    }),
    'response',
  ),
  previewQna: contentOperation({
    operationId: 'previewQna',
    method: 'POST',
    path: `${qnaPath}/preview`,
    summary: 'Preview which questions a curated pair would answer',
    description:
      'Compares a pair that is not saved yet with past questions of the tenant and with the golden set of the pack, beside the pairs that are served. A past question that documents answered counts only if the pair would score at least as high, or is beyond doubt. Assumes that everyone who asked may see the pair. Changes nothing.',
    request: { params, query: qnaPreviewQuerySchema, body: qnaRequestSchema },
    responses: { 200: jsonResponse('What the pair would answer.', qnaPreviewSchema) },
    problems: ['not_found', 'concurrency_limited'],
  }),
  getQna: contentOperation({
    operationId: 'getQna',
    method: 'GET',
    path: `${qnaPath}/{qna_id}`,
    summary: 'Read a curated pair of the draft',
    description: 'Returns the pair as it would be published.',
    request: { params: qnaParamsSchema },
    responses: { 200: jsonResponse('The pair.', qnaSchema, ['ETag']), 304: unchangedResponse },
    problems: ['not_found'],
  }),
  replaceQna: contentOperation({
    operationId: 'replaceQna',
    method: 'PUT',
    path: `${qnaPath}/{qna_id}`,
    summary: 'Replace a curated pair',
    description: 'Replaces every field. Omitted fields get their defaults.',
    request: { params: qnaParamsSchema, headers: draftMatchSchema, body: qnaRequestSchema },
    responses: { 200: jsonResponse('The updated pair.', qnaSchema, ['ETag']) },
    problems: ['not_found', 'pack_conflict', 'precondition_failed'],
  }),
  deleteQna: contentOperation({
    operationId: 'deleteQna',
    method: 'DELETE',
    path: `${qnaPath}/{qna_id}`,
    summary: 'Remove a curated pair from the draft',
    description: 'Published versions keep it.',
    request: { params: qnaParamsSchema, headers: draftMatchSchema },
    responses: { 204: deletedResponse },
    problems: ['not_found', 'pack_conflict', 'precondition_failed'],
  }),
  changeItems: contentOperation({
    operationId: 'changeItems',
    method: 'POST',
    path: `${itemsPath}/change`,
    summary: 'Change several documents and curated pairs',
    description:
      'Sets groups or the owner of many, or adds and removes tags. Groups, and the tags of pairs, change the draft; owners, and the tags of documents, apply at once. At most 500 in one request; an item can have 64 tags.',
    request: { params, body: changeItemsRequestSchema },
    responses: { 200: jsonResponse('How many were changed.', changedItemsSchema) },
    problems: ['not_found', 'invalid_state', 'pack_conflict'],
  }),
  removeItems: contentOperation({
    operationId: 'removeItems',
    method: 'POST',
    path: `${itemsPath}/remove`,
    summary: 'Remove several documents and curated pairs',
    description: 'Removes them from the draft. Published versions keep them.',
    request: { params, body: removeItemsRequestSchema },
    responses: { 200: jsonResponse('How many were removed.', changedItemsSchema) },
    problems: ['not_found', 'pack_conflict'],
  }),
  listItemLabels: contentOperation({
    operationId: 'listItemLabels',
    method: 'GET',
    path: `${itemsPath}/labels`,
    summary: 'List the owners and tags of a draft',
    description: 'Those that the documents and curated pairs of the draft have.',
    request: { params },
    responses: { 200: jsonResponse('The owners and tags.', itemLabelsSchema) },
    problems: ['not_found'],
  }),
  findItems: contentOperation({
    operationId: 'findItems',
    method: 'GET',
    path: '/v1/content-items',
    summary: 'Find documents and curated pairs by words',
    description:
      'Looks for words in the drafts of all content packs, or of one, whether published or not. A limited amount of text is looked at for each page, which may then have few or none although there are more.',
    request: { query: findItemsQuerySchema },
    responses: { 200: jsonResponse('A page of what was found.', foundItemPageSchema) },
    problems: ['invalid_cursor', 'validation_failed'],
  }),
} as const;
