import type { StoredDocument } from '@avow/answering';
import {
  addDocumentRequestSchema,
  itemListQuerySchema,
  updateDocumentRequestSchema,
} from '@avow/contract/content';
import { AppError, type DocumentId } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handlers } from '../../../http/handler.ts';
import { readIfMatch } from '../../../http/if-match.ts';
import { isMultipart } from '../../../http/multipart.ts';
import { parseJsonBody } from '../../../http/parse-json-body.ts';
import { found, idOf, packOf } from '../../../http/path-ids.ts';
import { sendDeleted } from '../../../http/send-json.ts';
import { sendListPage } from '../../../http/send-page.ts';
import { sendRevised } from '../../../http/send-tagged.ts';
import { validate, validateParameters } from '../../../http/validate.ts';
import type { UploadedFile } from '../content.ts';
import { filterOf, noLabels } from '../item-label-store.ts';
import type { ContentRoutes } from './content-route.ts';
import { documentSummaryToWire, documentToWire } from './content-wire.ts';
import { sendAccepted } from './jobs.ts';
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

/** `mustBeNew`: the draft must have no document at its path. */
function readNewDocuments(request: FastifyRequest): NewDocuments & { readonly mustBeNew: boolean } {
  const body = request.body as Buffer;
  const contentType = request.headers['content-type'] ?? '';
  if (isMultipart(contentType))
    return { kind: 'files', files: readDocumentForm(contentType, body), mustBeNew: false };
  const asked = validate(addDocumentRequestSchema, parseJsonBody(body));
  const { source = null, title = null, groups } = asked;
  if (asked.fetch_url !== undefined)
    return { kind: 'url', url: asked.fetch_url, source, title, groups, mustBeNew: false };
  const file: UploadedFile = {
    source: source ?? '',
    bytes: Buffer.from(asked.text ?? ''),
    title,
    url: asked.url ?? null,
    groups,
  };
  return { kind: 'files', files: [file], mustBeNew: !asked.replace };
}

async function sendDocument(
  { contentPacks }: ContentRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
  document: StoredDocument | null,
): Promise<FastifyReply> {
  const known = found(document);
  const { tenantId, packId } = packOf(request);
  const labels = await contentPacks.readLabels(tenantId, packId, [known.documentId]);
  const entry = documentToWire(known, labels.get(known.documentId) ?? noLabels);
  return await sendRevised(request, reply, { revision: known.revision, entry });
}

/** The handlers of the operations on the documents of a draft. */
export function documentHandlers(parts: ContentRoutes) {
  const { contentPacks } = parts;
  return {
    /** `POST /v1/content-packs/{pack_id}/documents` */
    addDocuments: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const wanted = readNewDocuments(request);
      if (wanted.mustBeNew && wanted.kind === 'files') {
        for (const { source } of wanted.files)
          if ((await contentPacks.findDocument(tenantId, packId, source)) !== null)
            throw new AppError('pack_conflict', {
              detail: `The draft already has a document with the path ${source}.`,
            });
      }
      const job =
        wanted.kind === 'files'
          ? await contentPacks.addFiles(tenantId, packId, wanted.files)
          : await contentPacks.addUrl(tenantId, packId, wanted);
      return sendAccepted(reply, found(job));
    },

    /** `GET /v1/content-packs/{pack_id}/documents` */
    listDocuments: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const query = validateParameters(itemListQuerySchema, request.query);
      const { filter, name } = filterOf(query);
      return sendListPage(parts, request, reply, query, {
        name: ['documents', packId, ...name],
        read: async (place, limit) => {
          const page = { after: place as DocumentId | null, limit, ...filter };
          const documents = await contentPacks.listDocuments(tenantId, packId, page);
          if (documents === null) return null;
          const ids = documents.map(({ documentId }) => documentId);
          const labels = await contentPacks.readLabels(tenantId, packId, ids);
          return documents.map((document) => ({
            ...{ document, labels: labels.get(document.documentId) ?? noLabels },
          }));
        },
        placeOf: ({ document }) => document.documentId,
        toWire: ({ document, labels }) => documentSummaryToWire(document, labels),
      });
    },

    /** `GET /v1/content-packs/{pack_id}/documents/{document_id}` */
    getDocument: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const documentId = idOf(request, 'document_id', 'doc');
      return sendDocument(
        parts,
        request,
        reply,
        await contentPacks.getDocument(tenantId, packId, documentId),
      );
    },

    /** `PATCH /v1/content-packs/{pack_id}/documents/{document_id}` */
    updateDocument: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const documentId = idOf(request, 'document_id', 'doc');
      const change = validate(updateDocumentRequestSchema, request.body);
      const expected = readIfMatch(request.headers['if-match']);
      const document = await contentPacks.updateDocument(tenantId, packId, documentId, change, expected);
      return sendDocument(parts, request, reply, document);
    },

    /** `DELETE /v1/content-packs/{pack_id}/documents/{document_id}` */
    deleteDocument: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const documentId = idOf(request, 'document_id', 'doc');
      const expected = readIfMatch(request.headers['if-match']);
      return sendDeleted(reply, await contentPacks.deleteDocument(tenantId, packId, documentId, expected));
    },
  } satisfies Handlers;
}
