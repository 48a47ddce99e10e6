import { csvType, jsonType, type OperationId } from '@avow/contract';
import { judgementRequestSchema, sampleRequestSchema, signOffRequestSchema } from '@avow/contract/auditing';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { qualityOf } from '../../../http/accept.ts';
import type { Cursors } from '../../../http/cursor.ts';
import type { Handler } from '../../../http/handler.ts';
import { idOf, messageIdOf } from '../../../http/path-ids.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendEntry } from '../../../http/send-json.ts';
import { sendList } from '../../../http/send-page.ts';
import { validate, validateOptional } from '../../../http/validate.ts';
import type { SampleId } from '../sample-store.ts';
import type { Samples } from '../samples.ts';
import { itemToWire, sampleToWire, summaryToWire, writeItemTable } from './sample-wire.ts';

export interface SampleRoutes {
  readonly samples: Samples;
  readonly cursors: Cursors;
}

/** The handlers of the operations on samples, by their ids. */
export function sampleHandlers(routes: SampleRoutes) {
  return {
    drawSample: drawSample(routes),
    listSamples: listSamples(routes),
    getSample: getSample(routes),
    judgeSampleItem: judgeSampleItem(routes),
    signOffSample: signOffSample(routes),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}

const sampleIdOf = (request: FastifyRequest): SampleId => idOf(request, 'sample_id', 'smp');

/** `POST /v1/audit/samples` */
function drawSample({ samples }: SampleRoutes): Handler {
  return async (request, reply) => {
    const principal = principalOf(request);
    const given = validate(sampleRequestSchema, request.body);
    const drawn = await samples.draw(principal.tenantId, given, principal);
    reply.code(201).header('location', `/v1/audit/samples/${drawn.sampleId}`);
    return sendEntry(reply, sampleToWire(drawn));
  };
}

/** `GET /v1/audit/samples` */
function listSamples({ samples, cursors }: SampleRoutes): Handler {
  return async (request, reply) => {
    const { tenantId, groups } = principalOf(request);
    return await sendList({ cursors }, request, reply, {
      name: ['samples'],
      read: (place, limit) => samples.list(tenantId, { before: place as SampleId | null, limit }, groups),
      placeOf: ({ sampleId }) => sampleId,
      toWire: summaryToWire,
    });
  };
}

/** `GET /v1/audit/samples/{sample_id}` */
function getSample({ samples }: SampleRoutes): Handler {
  return async (request, reply) => {
    const { tenantId, groups } = principalOf(request);
    const sample = await samples.get(tenantId, sampleIdOf(request), groups);
    const { accept } = request.headers;
    if (qualityOf(accept, csvType) <= qualityOf(accept, jsonType))
      return sendEntry(reply, sampleToWire(sample));
    return sendTable(reply, writeItemTable(sample.items.map(itemToWire)));
  };
}

const sendTable = (reply: FastifyReply, table: string) =>
  reply.header('cache-control', 'no-store').header('content-type', `${csvType}; charset=utf-8`).send(table);

/** `PUT /v1/audit/samples/{sample_id}/items/{message_id}` */
function judgeSampleItem({ samples }: SampleRoutes): Handler {
  return async (request, reply) => {
    const principal = principalOf(request);
    const judgement = validate(judgementRequestSchema, request.body);
    const place = { sampleId: sampleIdOf(request), messageId: messageIdOf(request) };
    return sendEntry(
      reply,
      sampleToWire(await samples.judge(principal.tenantId, place, { judgement, by: principal })),
    );
  };
}

/** `POST /v1/audit/samples/{sample_id}/sign-off` */
function signOffSample({ samples }: SampleRoutes): Handler {
  return async (request, reply) => {
    const principal = principalOf(request);
    const { statement = '' } = validateOptional(signOffRequestSchema, request.body);
    const given = { statement, by: principal };
    return sendEntry(
      reply,
      sampleToWire(await samples.signOff(principal.tenantId, sampleIdOf(request), given)),
    );
  };
}
