import { setTimeout as sleep } from 'node:timers/promises';
import { buildOpenApi } from '@avow/contract';
import { newId } from '@avow/foundation';
import type { LightMyRequestResponse } from 'fastify';
import { type SignedIn, sendAs } from '../support/people-client.ts';
import type { TestService } from '../support/test-service.ts';
import { type ApiOperation, type IdPlace, listOperations } from './list-id-places.ts';

/** Generated from the API description: an operation that is added is tried without a change here. */
export const operationsById = listOperations(buildOpenApi({ baseUrl: 'http://localhost', version: '1' }));

/** Ids, each in its place. */
export type Ids = ReadonlyMap<IdPlace, string>;

/** By what a review names people. */
const reviewers = new Set(['assigned_to', 'expected', 'decided_by']);

/** The kind of id that a place takes: the field of a body or a path may be named differently. */
export function kindOf(operation: ApiOperation, { name, path }: IdPlace): string {
  if (name === 'id' && path.includes('guardrails')) return 'guardrail_id';
  if (name === 'id' && path.includes('questions')) return 'golden_id';
  if (name === 'message_id' && operation.path.startsWith('/v1/review/')) return 'pending_message_id';
  if (operation.path.startsWith('/v1/review') && reviewers.has(name)) return 'user_id';
  return name;
}

/** Of the same kind, and of nothing. */
export const unknownLike = (id: string) => {
  const prefix = /^[a-z]+(?=_[0-9a-z]{26}$)/.exec(id)?.[0];
  return prefix === undefined ? 'nobody' : newId(prefix as 'msg', Date.now());
};

/** Sets the field of a body, whose lists get one entry. */
function withField(body: unknown, path: readonly string[], value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (first === '[]') return [withField((body as unknown[] | undefined)?.[0], rest, value)];
  return { ...(body as object | undefined), [first]: withField((body as never)?.[first], rest, value) };
}

/** Of operationsById whose example does not have the place of an id. */
const otherBodies: Readonly<Record<string, (place: IdPlace) => unknown>> = {
  placeHold: ({ name }) => ({ scope: name.replace(/_id$/, ''), reason: 'x' }),
  startAuditExport: () => ({}),
  startEvaluation: () => ({
    policy: operationsById.find(({ operationId }) => operationId === 'replaceGuardrails')?.example,
  }),
};

/** Parameters that an operation needs beside ids. */
const otherParameters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  findItems: { text: 'knows' },
  compareMoments: { first: '2020-01-01T00:00:00Z' },
};

/** The sender of a request. */
export interface Sender {
  readonly key?: string;
  readonly person?: SignedIn;
}

/** A request with these ids in their places. */
export async function requestByIds(
  service: TestService,
  operation: ApiOperation,
  { ids, by }: { readonly ids: Ids; readonly by: Sender },
): Promise<LightMyRequestResponse> {
  let { path, example: body } = operation as { path: string; example: unknown };
  const query = new URLSearchParams(
    operation.isUpload ? { file_name: 'pairs.csv' } : (otherParameters[operation.operationId] ?? {}),
  );
  for (const [place, id] of ids) {
    if (place.in === 'path') path = path.replace(`{${place.name}}`, encodeURIComponent(id));
    else if (place.in === 'query') query.set(place.name, id);
    else body = withField(otherBodies[operation.operationId]?.(place) ?? body, place.path, id);
  }
  const isByPerson = by.person !== undefined && (operation.isForSessions || by.key === undefined);
  const call = {
    ...(isByPerson ? { person: by.person } : { key: by.key ?? '' }),
    ...(body === undefined && !operation.isUpload ? {} : { body: body ?? 'question,answer' }),
    ...(operation.isUpload ? { headers: { 'content-type': 'text/csv' } } : {}),
  };
  const response = await sendAs(service, operation.method, `${path}?${query}`, call);
  if (response.statusCode !== 429) return response;
  // One export at a time.
  await sleep(20);
  return await requestByIds(service, operation, { ids, by });
}

/** A refusal, without what differs between any two. */
export function refusalOf({ statusCode, body }: LightMyRequestResponse, sent: Iterable<string>): string {
  const plain = [...sent].reduce((text, id) => text.replaceAll(id, '<id>'), body);
  return `${statusCode} ${plain.replace(/\breq_[0-9a-z]{26}\b/g, '<request>')}`;
}
