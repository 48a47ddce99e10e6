import { z } from 'zod';
import {
  addDocumentRequestSchema,
  documentPageSchema,
  documentParamsSchema,
  documentSchema,
  documentUploadSchema,
  updateDocumentRequestSchema,
} from './content-document.ts';
import { acceptedJob, contentOperation } from './content-operation.ts';
import { packParamsSchema, pageQuerySchema } from './content-pack.ts';
import {
  qnaImportQuerySchema,
  qnaPageSchema,
  qnaParamsSchema,
  qnaRequestSchema,
  qnaSchema,
  qnaUploadSchema,
} from './content-qna.ts';
import { bodyProblems, deletedResponse, jsonResponse } from './operation.ts';

const documentsPath = '/v1/content-packs/{pack_id}/documents';
const qnaPath = '/v1/content-packs/{pack_id}/qna';
const params = packParamsSchema;

/** Documents and curated pairs of a draft. */
export const itemOperations = {
  listDocuments: contentOperation({
    operationId: 'listDocuments',
    method: 'GET',
    path: documentsPath,
    summary: 'List the documents of a draft',
    description: 'Without their texts, a page at a time.',
    request: { params, query: pageQuerySchema },
    responses: { 200: jsonResponse('A page of documents.', documentPageSchema) },
    problems: ['not_found', 'invalid_cursor', 'validation_failed'],
  }),
  addDocuments: contentOperation({
    operationId: 'addDocuments',
    method: 'POST',
    path: documentsPath,
    summary: 'Add documents to the draft',
    description:
      'Files as a form, a text as JSON, or the address of a document as JSON. A document under the same `source` is replaced; one that has not changed stays as it is. At most 20 MiB and 64 files at once.',
    request: {
      params,
      body: addDocumentRequestSchema,
      upload: { 'multipart/form-data': documentUploadSchema },
    },
    responses: { 202: acceptedJob },
    problems: [...bodyProblems, 'not_found', 'pack_conflict', 'invalid_state', 'concurrency_limited'],
  }),
  getDocument: contentOperation({
    operationId: 'getDocument',
    method: 'GET',
    path: `${documentsPath}/{document_id}`,
    summary: 'Read a document of the draft',
    description: 'With its text, as citations quote it.',
    request: { params: documentParamsSchema },
    responses: { 200: jsonResponse('The document.', documentSchema) },
    problems: ['not_found'],
  }),
  updateDocument: contentOperation({
    operationId: 'updateDocument',
    method: 'PATCH',
    path: `${documentsPath}/{document_id}`,
    summary: 'Change what is said of a document',
    description: 'Its title, its address, its groups. Fields that are left out stay as they are.',
    request: { params: documentParamsSchema, body: updateDocumentRequestSchema },
    responses: { 200: jsonResponse('The document as it is now.', documentSchema) },
    problems: [...bodyProblems, 'not_found', 'pack_conflict'],
  }),
  deleteDocument: contentOperation({
    operationId: 'deleteDocument',
    method: 'DELETE',
    path: `${documentsPath}/{document_id}`,
    summary: 'Remove a document from the draft',
    description: 'Versions that are published already keep it.',
    request: { params: documentParamsSchema },
    responses: { 204: deletedResponse },
    problems: ['not_found', 'pack_conflict'],
  }),
  listQna: contentOperation({
    operationId: 'listQna',
    method: 'GET',
    path: qnaPath,
    summary: 'List the curated pairs of a draft',
    description: 'In the order of their making, a page at a time.',
    request: { params, query: pageQuerySchema },
    responses: { 200: jsonResponse('A page of curated pairs.', qnaPageSchema) },
    problems: ['not_found', 'invalid_cursor', 'validation_failed'],
  }),
  createQna: contentOperation({
    operationId: 'createQna',
    method: 'POST',
    path: qnaPath,
    summary: 'Add a curated pair to the draft',
    description: 'A question with the answer that a person wrote for it.',
    request: { params, body: qnaRequestSchema },
    responses: { 201: jsonResponse('The new pair.', qnaSchema, ['Location']) },
    problems: [...bodyProblems, 'not_found', 'pack_conflict', 'invalid_state'],
  }),
  importQna: contentOperation({
    operationId: 'importQna',
    method: 'POST',
    path: `${qnaPath}/import`,
    summary: 'Import curated pairs from a file',
    description:
      'One file as a form, or the file itself as the body with its media type and `file_name`. At most 20 MiB. Rows that cannot be taken are named in the job.',
    request: {
      params,
      query: qnaImportQuerySchema,
      upload: {
        'multipart/form-data': qnaUploadSchema,
        '*/*': z.custom<Uint8Array>().meta({ description: 'The file itself.' }),
      },
    },
    responses: { 202: acceptedJob },
    problems: [...bodyProblems, 'not_found', 'pack_conflict', 'invalid_state', 'concurrency_limited'],
  }),
  getQna: contentOperation({
    operationId: 'getQna',
    method: 'GET',
    path: `${qnaPath}/{qna_id}`,
    summary: 'Read a curated pair of the draft',
    description: 'As it would be published now.',
    request: { params: qnaParamsSchema },
    responses: { 200: jsonResponse('The pair.', qnaSchema) },
    problems: ['not_found'],
  }),
  replaceQna: contentOperation({
    operationId: 'replaceQna',
    method: 'PUT',
    path: `${qnaPath}/{qna_id}`,
    summary: 'Replace a curated pair',
    description: 'Every field: what is left out gets its default.',
    request: { params: qnaParamsSchema, body: qnaRequestSchema },
    responses: { 200: jsonResponse('The pair as it is now.', qnaSchema) },
    problems: [...bodyProblems, 'not_found', 'pack_conflict'],
  }),
  deleteQna: contentOperation({
    operationId: 'deleteQna',
    method: 'DELETE',
    path: `${qnaPath}/{qna_id}`,
    summary: 'Remove a curated pair from the draft',
    description: 'Versions that are published already keep it.',
    request: { params: qnaParamsSchema },
    responses: { 204: deletedResponse },
    problems: ['not_found', 'pack_conflict'],
  }),
} as const;
