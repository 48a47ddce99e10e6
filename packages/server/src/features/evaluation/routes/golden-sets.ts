import {
  emptyRequestSchema,
  goldenListQuerySchema,
  goldenPutRequestSchema,
  goldenRequestSchema,
  goldenSuggestRequestSchema,
  publishGateRequestSchema,
} from '@avow/contract';
import type { GoldenId, PublishGate } from '@avow/evaluation';
import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../../http/handler.ts';
import { found, idOf, packOf } from '../../../http/path-ids.ts';
import { sendDeleted, sendEntry } from '../../../http/send-json.ts';
import { sendPage } from '../../../http/send-page.ts';
import { validate, validateOptional, validateParameters } from '../../../http/validate.ts';
import type { EvaluationRoutes } from './evaluation-route.ts';
import { goldenToWire } from './evaluation-wire.ts';

const goldenIdOf = (request: FastifyRequest): GoldenId => idOf(request, 'golden_id', 'gld');

const gateToWire = ({ toleranceShare }: PublishGate) => ({ tolerance_share: toleranceShare });

/** The handlers of the operations on golden sets. */
export function goldenSetHandlers({ goldenSets, cursors }: EvaluationRoutes) {
  return {
    /** `GET /v1/content-packs/{pack_id}/golden-questions` */
    listGoldenQuestions: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const { limit, cursor, ...filter } = validateParameters(goldenListQuerySchema, request.query);
      const list = { tenantId, filter: JSON.stringify(['golden', packId, filter.state ?? null]) };
      const after = cursor === undefined ? null : (cursors.read(cursor, list) as GoldenId);
      const questions = found(await goldenSets.list(tenantId, packId, filter, { after, limit: limit + 1 }));
      return await sendPage(reply, cursors, {
        ...{ list, limit, found: questions, toWire: goldenToWire },
        placeOf: ({ goldenId }) => goldenId,
      });
    },

    /** `POST /v1/content-packs/{pack_id}/golden-questions` */
    upsertGoldenQuestions: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const { questions } = validate(goldenPutRequestSchema, request.body);
      const kept = found(await goldenSets.put(tenantId, packId, questions));
      return sendEntry(reply, { questions: kept.map(goldenToWire) });
    },

    /** `GET /v1/content-packs/{pack_id}/golden-set` */
    exportGoldenSet: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      return sendEntry(reply, found(await goldenSets.exportFile(tenantId, packId)));
    },

    /** `POST /v1/content-packs/{pack_id}/golden-suggestions` */
    suggestGoldenQuestions: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const options = validateOptional(goldenSuggestRequestSchema, request.body);
      const suggested = found(await goldenSets.suggest(tenantId, packId, options));
      return sendEntry(reply, { questions: suggested.map(goldenToWire) });
    },

    /** `GET /v1/content-packs/{pack_id}/golden-questions/{golden_id}` */
    getGoldenQuestion: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const golden = await goldenSets.get(tenantId, packId, goldenIdOf(request));
      return sendEntry(reply, goldenToWire(found(golden)));
    },

    /** `PUT /v1/content-packs/{pack_id}/golden-questions/{golden_id}` */
    replaceGoldenQuestion: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const given = validate(goldenRequestSchema, request.body);
      const { goldenId: id } = found(await goldenSets.get(tenantId, packId, goldenIdOf(request)));
      const [kept] = found(await goldenSets.put(tenantId, packId, [{ id, ...given }]));
      return sendEntry(reply, goldenToWire(found(kept ?? null)));
    },

    /** `DELETE /v1/content-packs/{pack_id}/golden-questions/{golden_id}` */
    deleteGoldenQuestion: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const removed = await goldenSets.remove(tenantId, packId, [goldenIdOf(request)]);
      return sendDeleted(reply, removed > 0);
    },

    /** `POST /v1/content-packs/{pack_id}/golden-questions/{golden_id}/accept` */
    acceptGoldenQuestion: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      validateOptional(emptyRequestSchema, request.body);
      const [accepted] = found(await goldenSets.accept(tenantId, packId, [goldenIdOf(request)]));
      return sendEntry(reply, goldenToWire(found(accepted ?? null)));
    },
  } satisfies Handlers;
}

/** The handlers of the gate of a content pack. */
export function gateHandlers({ goldenSets }: EvaluationRoutes) {
  return {
    /** `GET /v1/content-packs/{pack_id}/gate` */
    getPublishGate: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      return sendEntry(reply, gateToWire(found(await goldenSets.getGate(tenantId, packId))));
    },

    /** `PUT /v1/content-packs/{pack_id}/gate` */
    setPublishGate: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const { tolerance_share: toleranceShare } = validate(publishGateRequestSchema, request.body);
      const isSet = await goldenSets.setGate(tenantId, packId, { toleranceShare });
      return sendEntry(reply, gateToWire(found(isSet ? { toleranceShare } : null)));
    },

    /** `DELETE /v1/content-packs/{pack_id}/gate` */
    deletePublishGate: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const current = await goldenSets.getGate(tenantId, packId);
      return sendDeleted(reply, current !== null && (await goldenSets.setGate(tenantId, packId, null)));
    },
  } satisfies Handlers;
}
