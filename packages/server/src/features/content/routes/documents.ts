import type { StoredDocument } from '@avow/answering';
import { addDocumentRequestSchema, updateDocumentRequestSchema } from '@avow/contract';
import type { DocumentId } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readIfMatch } from '../../../http/if-match.ts';
import { isMultipart } from '../../../http/multipart.ts';
import { parseJsonBody } from '../../../http/parse-json-body.ts';
import { sendRevised } from '../../../http/send-tagged.ts';
import { validate } from '../../../http/validate.ts';
import type { UploadedFile } from '../content.ts';
import {
  type ContentHandler,
  type ContentRoutesParts,
  found,
  idOf,
  placeOf,
  sendAccepted,
  sendDeleted,
  sendList,
} from './content-route.ts';
import { documentToWire, summaryToWire } from './content-wire.ts';
import { readDocumentForm } from './read-document-form.ts';

type NewDocuments =
  | { readonly kind: 'files'; readonly files: readonly UploadedFile[] }
  | {
      readonly kind: 'url';
      readonly url: string;
      readonly source: string | null;
      readonly title: string | null;
      readonly groups: readonly string[];
    };

function readNewDocuments(request: FastifyRequest): NewDocuments {
  const body = request.body as Buffer;
  const contentType = request.headers['content-type'] ?? '';
  if (isMultipart(contentType)) return { kind: 'files', files: readDocumentForm(contentType, body) };
  const asked = validate(addDocumentRequestSchema, parseJsonBody(body));
  const { source = null, title = null, groups } = asked;
  if (asked.fetch_url !== undefined) return { kind: 'url', url: asked.fetch_url, source, title, groups };
  const file: UploadedFile = {
    source: source ?? '',
    bytes: Buffer.from(asked.text ?? ''),
    title,
    url: asked.url ?? null,
    groups,
  };
  return { kind: 'files', files: [file] };
}

/** `POST /v1/content-packs/{pack_id}/documents` */
export function addDocuments({ contentPacks }: ContentRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId, packId } = placeOf(request);
    const wanted = readNewDocuments(request);
    const job =
      wanted.kind === 'files'
        ? await contentPacks.addFiles(tenantId, packId, wanted.files)
        : await contentPacks.addUrl(tenantId, packId, wanted);
    return sendAccepted(reply, found(job));
  };
}

/** `GET /v1/content-packs/{pack_id}/documents` */
export function listDocuments(parts: ContentRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId, packId } = placeOf(request);
    return sendList(parts, request, reply, {
      name: ['documents', packId],
      read: (place, limit) =>
        parts.contentPacks.listDocuments(tenantId, packId, { after: place as DocumentId | null, limit }),
      placeOf: ({ documentId }) => documentId,
      toWire: summaryToWire,
    });
  };
}

function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: StoredDocument | null,
): Promise<FastifyReply> {
  const known = found(document);
  return sendRevised(request, reply, { revision: known.revision, entry: documentToWire(known) });
}

/** `GET /v1/content-packs/{pack_id}/documents/{document_id}` */
export function getDocument({ contentPacks }: ContentRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId, packId } = placeOf(request);
    const documentId = idOf(request, 'document_id', 'doc');
    return sendDocument(request, reply, await contentPacks.getDocument(tenantId, packId, documentId));
  };
}

/** `PATCH /v1/content-packs/{pack_id}/documents/{document_id}` */
export function updateDocument({ contentPacks }: ContentRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId, packId } = placeOf(request);
    const documentId = idOf(request, 'document_id', 'doc');
    const change = validate(updateDocumentRequestSchema, request.body);
    const expected = readIfMatch(request.headers['if-match']);
    const document = await contentPacks.updateDocument(tenantId, packId, documentId, change, expected);
    return sendDocument(request, reply, document);
  };
}

/** `DELETE /v1/content-packs/{pack_id}/documents/{document_id}` */
export function deleteDocument({ contentPacks }: ContentRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId, packId } = placeOf(request);
    const documentId = idOf(request, 'document_id', 'doc');
    const expected = readIfMatch(request.headers['if-match']);
    return sendDeleted(reply, await contentPacks.deleteDocument(tenantId, packId, documentId, expected));
  };
}
