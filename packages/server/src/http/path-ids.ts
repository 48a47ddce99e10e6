import {
  AppError,
  type MessageId,
  messageIdFrom,
  type PackId,
  suffixOf,
  type TenantId,
} from '@avow/foundation';
import type { FastifyRequest } from 'fastify';
import { principalOf } from './request-facts.ts';

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

/** The message that a path names. A malformed id is not found, like an unknown one. */
export function messageIdOf(request: FastifyRequest): MessageId {
  const { message_id: id } = request.params as { message_id: string };
  const messageId = messageIdFrom(id);
  if (messageId === null) throw new AppError('not_found');
  return messageId;
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
