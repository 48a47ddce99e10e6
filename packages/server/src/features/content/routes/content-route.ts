import { pageQuerySchema } from '@avow/contract';
import type { PackId, TenantId } from '@avow/foundation';
import { AppError, suffixOf } from '@avow/foundation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Cursors } from '../../../http/cursor.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { sendPage } from '../../../http/send-page.ts';
import { validateParameters } from '../../../http/validate.ts';
import type { Job } from '../../jobs/job-store.ts';
import type { ContentPacks } from '../content.ts';
import type { ContentSearch } from '../search-content.ts';
import { jobToWire } from './content-wire.ts';

export interface ContentRoutesParts {
  readonly contentPacks: ContentPacks;
  readonly contentSearch: ContentSearch;
  readonly cursors: Cursors;
}

/** The id in the path. Unknown ids, malformed ids and those of other tenants get the same answer. */
export function idOf<Prefix extends string>(
  request: FastifyRequest,
  name: `${string}_id`,
  prefix: Prefix,
): `${Prefix}_${string}` {
  const text = (request.params as Readonly<Record<string, string>>)[name] ?? '';
  const suffix = suffixOf(text, [prefix]);
  if (suffix === null) throw new AppError('not_found');
  return `${prefix}_${suffix}`;
}

/** The tenant and the pack of a request. */
export function packOf(request: FastifyRequest): { tenantId: TenantId; packId: PackId } {
  return { tenantId: principalOf(request).tenantId, packId: idOf(request, 'pack_id', 'pack') };
}

/** Throws `not_found` for null. */
export function found<Entry>(entry: Entry | null): Entry {
  if (entry === null) throw new AppError('not_found');
  return entry;
}

export function sendEntry(reply: FastifyReply, entry: unknown): FastifyReply {
  return sendPrivateJson(reply, JSON.stringify(entry));
}

export function sendDeleted(reply: FastifyReply, isDeleted: boolean): FastifyReply {
  if (!isDeleted) throw new AppError('not_found');
  return reply.code(204).header('cache-control', 'no-store').send();
}

const retryAfterSeconds = '1';

export function sendJob(reply: FastifyReply, job: Job): FastifyReply {
  if (job.endedAtMs === null) reply.header('retry-after', retryAfterSeconds);
  return sendEntry(reply, jobToWire(job));
}

export function sendAccepted(reply: FastifyReply, job: Job): FastifyReply {
  const location = `/v1/content-packs/${job.packId}/jobs/${job.jobId}`;
  reply.header('retry-after', retryAfterSeconds);
  return sendEntry(reply.code(202).header('location', location), jobToWire(job));
}

export interface ContentList<Entry> {
  /** Identifies the list: its cursors are not valid for any other. */
  readonly name: readonly string[];
  /** Entries after that position, in order; null: there is no such pack. */
  read(place: string | null, limit: number): Promise<readonly Entry[] | null>;
  placeOf(entry: Entry): string;
  toWire(entry: Entry): unknown | Promise<unknown>;
}

export async function sendList<Entry>(
  { cursors }: { readonly cursors: Cursors },
  request: FastifyRequest,
  reply: FastifyReply,
  list: ContentList<Entry>,
): Promise<FastifyReply> {
  const { limit, cursor } = validateParameters(pageQuerySchema, request.query);
  const signed = { tenantId: principalOf(request).tenantId, filter: JSON.stringify(list.name) };
  const place = cursor === undefined ? null : cursors.read(cursor, signed);
  const entries = found(await list.read(place, limit + 1));
  return await sendPage(reply, cursors, { ...list, list: signed, limit, found: entries });
}
