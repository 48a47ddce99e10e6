import { emptyRequestSchema } from '@avow/contract';
import type { JobId } from '@avow/foundation';
import type { FastifyReply } from 'fastify';
import type { Handlers } from '../../../http/handler.ts';
import { found, idOf, packOf } from '../../../http/path-ids.ts';
import { sendEntry } from '../../../http/send-json.ts';
import { sendList } from '../../../http/send-page.ts';
import { validateOptional } from '../../../http/validate.ts';
import type { Job } from '../../jobs/job-store.ts';
import type { ContentRoutes } from './content-route.ts';
import { jobToWire } from './content-wire.ts';

/** The handlers of the operations on jobs. */
export function jobHandlers(parts: ContentRoutes) {
  const { contentPacks } = parts;
  return {
    /** `GET /v1/content-packs/{pack_id}/jobs` */
    listContentJobs: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      return sendList(parts, request, reply, {
        name: ['jobs', packId],
        read: (place, limit) =>
          contentPacks.listJobs(tenantId, packId, { before: place as JobId | null, limit }),
        placeOf: ({ jobId }) => jobId,
        toWire: jobToWire,
      });
    },

    /** `GET /v1/content-packs/{pack_id}/jobs/{job_id}` */
    getContentJob: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const jobId = idOf(request, 'job_id', 'job');
      return sendJob(reply, found(await contentPacks.getJob(tenantId, packId, jobId)));
    },

    /** `POST /v1/content-packs/{pack_id}/jobs/{job_id}/cancel` */
    cancelContentJob: async (request, reply) => {
      const { tenantId, packId } = packOf(request);
      const jobId = idOf(request, 'job_id', 'job');
      validateOptional(emptyRequestSchema, request.body);
      return sendJob(reply, found(await contentPacks.cancelJob(tenantId, packId, jobId)));
    },
  } satisfies Handlers;
}

const retryAfterSeconds = '1';

function sendJob(reply: FastifyReply, job: Job): FastifyReply {
  if (job.endedAtMs === null) reply.header('retry-after', retryAfterSeconds);
  return sendEntry(reply, jobToWire(job));
}

export function sendAccepted(reply: FastifyReply, job: Job): FastifyReply {
  const location = `/v1/content-packs/${job.packId}/jobs/${job.jobId}`;
  reply.header('retry-after', retryAfterSeconds);
  return sendEntry(reply.code(202).header('location', location), jobToWire(job));
}
