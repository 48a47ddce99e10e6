import { emptyRequestSchema } from '@avow/contract';
import type { JobId } from '@avow/foundation';
import { validateOptional } from '../../../http/validate.ts';
import {
  type ContentHandler,
  type ContentRoutesParts,
  found,
  idOf,
  placeOf,
  sendJob,
  sendList,
} from './content-route.ts';
import { jobToWire } from './content-wire.ts';

/** `GET /v1/content-packs/{pack_id}/jobs` */
export function listContentJobs(parts: ContentRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId, packId } = placeOf(request);
    return sendList(parts, request, reply, {
      name: ['jobs', packId],
      read: (place, limit) =>
        parts.contentPacks.listJobs(tenantId, packId, { before: place as JobId | null, limit }),
      placeOf: ({ jobId }) => jobId,
      toWire: jobToWire,
    });
  };
}

/** `GET /v1/content-packs/{pack_id}/jobs/{job_id}` */
export function getContentJob({ contentPacks }: ContentRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId, packId } = placeOf(request);
    const jobId = idOf(request, 'job_id', 'job');
    return sendJob(reply, found(await contentPacks.getJob(tenantId, packId, jobId)));
  };
}

/** `POST /v1/content-packs/{pack_id}/jobs/{job_id}/cancel` */
export function cancelContentJob({ contentPacks }: ContentRoutesParts): ContentHandler {
  return async (request, reply) => {
    const { tenantId, packId } = placeOf(request);
    const jobId = idOf(request, 'job_id', 'job');
    validateOptional(emptyRequestSchema, request.body);
    return sendJob(reply, found(await contentPacks.cancelJob(tenantId, packId, jobId)));
  };
}
