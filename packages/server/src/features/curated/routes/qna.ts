import type { CuratedPair } from '@avow/answering';
import {
  itemListQuerySchema,
  qnaImportQuerySchema,
  qnaPreviewQuerySchema,
  qnaRequestSchema,
} from '@avow/contract/content';
import { AppError, type Clock, type CuratedId, type InputFault } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cursors } from '../../../http/cursor.ts';
import type { Handlers } from '../../../http/handler.ts';
import { readIfMatch } from '../../../http/if-match.ts';
import { isMultipart, parseMultipart } from '../../../http/multipart.ts';
import { found, idOf, packOf } from '../../../http/path-ids.ts';
import { sendDeleted, sendEntry } from '../../../http/send-json.ts';
import { sendListPage } from '../../../http/send-page.ts';
import { sendRevised } from '../../../http/send-tagged.ts';
import { validate, validateParameters } from '../../../http/validate.ts';
import type { ContentPacks } from '../../content/content.ts';
import { filterOf, noLabels } from '../../content/item-label-store.ts';
import { sendAccepted } from '../../content/routes/jobs.ts';
import type { CuratedPreview } from '../../insights/insights.ts';
import { periodOf } from '../../insights/routes/insight-route.ts';
import { pairFromWire, pairToWire } from './pair-wire.ts';

export interface CuratedRoutes {
  readonly contentPacks: ContentPacks;
  readonly pairPreview: CuratedPreview;
  readonly cursors: Cursors;
  readonly clock: Clock;
}

/** The file of an import, from a form or as the body. */
function readFile(request: FastifyRequest): { readonly fileName: string; readonly bytes: Uint8Array } {
  const parameters = validateParameters(qnaImportQuerySchema, request.query);
  const body = request.body as Buffer;
  const contentType = request.headers['content-type'] ?? '';
  if (isMultipart(contentType)) return readPairsForm(contentType, body, parameters.file_name ?? null);
  const { file_name: fileName } = parameters;
  if (fileName === undefined || body.length === 0) {
    const pointer = fileName === undefined ? 'file_name' : '';
    throw new AppError('validation_failed', {
      detail: 'Every file must have a name and content.',
      errors: [{ pointer, code: 'required', message: 'This is required' }],
    });
  }
  return { fileName, bytes: body };
}

async function sendPair(
  { contentPacks }: CuratedRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
  pair: CuratedPair | null,
): Promise<FastifyReply> {
  const known = found(pair);
  const { tenantId, packId } = packOf(request);
  const labels = await contentPacks.readLabels(tenantId, packId, [known.curatedId]);
  const entry = pairToWire(known, labels.get(known.curatedId) ?? noLabels);
  return await sendRevised(request, reply, { revision: known.revision, entry });
}

/** The handlers of the operations on curated pairs. */
export function curatedHandlers(parts: CuratedRoutes) {
  const { contentPacks, pairPreview } = parts;
  return {
    /** `GET /v1/content-packs/{pack_id}/qna` */
    listQna: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const query = validateParameters(itemListQuerySchema, request.query);
      const { filter, name } = filterOf(query);
      return sendListPage(parts, request, reply, query, {
        name: ['qna', packId, ...name],
        read: async (place, limit) => {
          const page = { after: place as CuratedId | null, limit, ...filter };
          const pairs = await contentPacks.listPairs(tenantId, packId, page);
          if (pairs === null) return null;
          const ids = pairs.map(({ curatedId }) => curatedId);
          const labels = await contentPacks.readLabels(tenantId, packId, ids);
          return pairs.map((pair) => ({ pair, labels: labels.get(pair.curatedId) ?? noLabels }));
        },
        placeOf: ({ pair }) => pair.curatedId,
        toWire: ({ pair, labels }) => pairToWire(pair, labels),
      });
    },

    /** `POST /v1/content-packs/{pack_id}/qna` */
    createQna: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const wanted = pairFromWire(validate(qnaRequestSchema, request.body));
      const pair = found(await contentPacks.createPair(tenantId, packId, wanted));
      const location = `/v1/content-packs/${packId}/qna/${pair.curatedId}`;
      return sendEntry(reply.code(201).header('location', location), pairToWire(pair, noLabels));
    },

    /** `POST /v1/content-packs/{pack_id}/qna/import` */
    importQna: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const file = readFile(request);
      return sendAccepted(reply, found(await contentPacks.importPairs(tenantId, packId, file)));
    },

    /** `POST /v1/content-packs/{pack_id}/qna/preview` */
    previewQna: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const { qna_id: replaced, ...period } = validateParameters(qnaPreviewQuerySchema, request.query);
      const pair = pairFromWire(validate(qnaRequestSchema, request.body));
      const replaces = replaced === undefined ? null : (replaced as CuratedId);
      const wanted = { packId, pair, replaces };
      return sendEntry(reply, found(await pairPreview.preview(tenantId, periodOf(period, parts), wanted)));
    },

    /** `GET /v1/content-packs/{pack_id}/qna/{qna_id}` */
    getQna: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const curatedId = idOf(request, 'qna_id', 'qna');
      return sendPair(parts, request, reply, await contentPacks.getPair(tenantId, packId, curatedId));
    },

    /** `PUT /v1/content-packs/{pack_id}/qna/{qna_id}` */
    replaceQna: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const curatedId = idOf(request, 'qna_id', 'qna');
      const wanted = pairFromWire(validate(qnaRequestSchema, request.body));
      const expected = readIfMatch(request.headers['if-match']);
      const pair = await contentPacks.replacePair(tenantId, packId, curatedId, wanted, expected);
      return sendPair(parts, request, reply, pair);
    },

    /** `DELETE /v1/content-packs/{pack_id}/qna/{qna_id}` */
    deleteQna: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const curatedId = idOf(request, 'qna_id', 'qna');
      const expected = readIfMatch(request.headers['if-match']);
      return sendDeleted(reply, await contentPacks.deletePair(tenantId, packId, curatedId, expected));
    },
  } satisfies Handlers;
}

/** Larger than allowed, so that a form with too many parts gets a specific message. */
const formLimits = { filesMax: 16, fieldsMax: 16, fieldBytesMax: 64 * 1024 };

/** The only file of a form for curated pairs. A name in the URL takes precedence over the one in the form. */
function readPairsForm(
  contentType: string,
  body: Buffer,
  givenName: string | null,
): { readonly fileName: string; readonly bytes: Uint8Array } {
  const parts = parseMultipart(contentType, body, formLimits);
  const [file] = parts;
  if (file === undefined || parts.length > 1 || file.name !== 'file') {
    throw refuse('required', 'Expected exactly one file and no other field');
  }
  const fileName = givenName ?? file.fileName?.trim() ?? '';
  if (fileName === '') throw refuse('invalid_value', 'A file needs a file name');
  if (fileName.length > 255 || /[\p{Cc}\u2028\u2029]/u.test(fileName)) {
    throw refuse('invalid_value', 'The file name is too long or contains control characters');
  }
  if (file.bytes.length === 0) throw refuse('too_small', 'The file is empty');
  return { fileName, bytes: file.bytes };
}

function refuse(code: InputFault['code'], message: string): AppError {
  return new AppError('validation_failed', {
    detail: 'The fields of the form are not valid for this operation.',
    errors: [{ pointer: '/file', code, message }],
  });
}
