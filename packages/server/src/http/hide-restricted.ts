import { endUserTokenHeader } from '@avow/contract';
import { AppError, messageIdFrom, newId } from '@avow/foundation';
import type { FastifyRequest } from 'fastify';
import type { EndUserTokens } from '../features/people/end-user-tokens.ts';
import type { RecordStore } from '../features/records/record-store.ts';
import { principalOf, readerGroupsOf } from './request-facts.ts';

/**
 * A message that relies on content of groups which the caller may not name is not there for them. Its id is replaced by one
 * of nothing, so that every operation, whatever it does, answers as it does for an unknown id.
 */
export async function hideRestricted(
  {
    records,
    endUserTokens,
  }: {
    readonly records: Pick<RecordStore, 'isHidden'>;
    readonly endUserTokens: EndUserTokens;
  },
  request: FastifyRequest,
) {
  if (request.principal === null) return;
  const params = request.params as { readonly message_id?: string };
  const messageId = params.message_id === undefined ? null : messageIdFrom(params.message_id);
  await readEndUser(endUserTokens, request);
  if (messageId === null) return;
  const { tenantId } = principalOf(request);
  if (!(await records.isHidden(tenantId, messageId, readerGroupsOf(request)))) return;
  request.hiddenId = params.message_id ?? null;
  request.params = { ...params, message_id: newId('msg', Date.now()) };
}

/** Where a question is asked, its token is read with the question. */
async function readEndUser(endUserTokens: EndUserTokens, request: FastifyRequest): Promise<void> {
  const { operation } = request.routeOptions.config;
  const token = request.headers[endUserTokenHeader.toLowerCase()];
  const takesToken = operation?.request.headers?.shape[endUserTokenHeader] !== undefined;
  const isQuestion = operation?.method === 'POST' && operation.request.params === undefined;
  if (token === undefined || !takesToken || isQuestion) return;
  if (request.visitorId !== null)
    throw new AppError('invalid_header', { detail: `${endUserTokenHeader}: not with a publishable key.` });
  if (typeof token !== 'string')
    throw new AppError('invalid_header', { detail: `${endUserTokenHeader} was sent more than once.` });
  const { groups } = await endUserTokens.verify(principalOf(request).tenantId, token);
  request.endUserGroups = groups;
}
