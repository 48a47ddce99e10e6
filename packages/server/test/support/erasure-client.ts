import type { ErasedEndUserEntry, ErasedMessageEntry, HoldEntry } from '@avow/contract/records';
import { erasedEndUserSchema, erasedMessageSchema, holdSchema } from '@avow/contract/testing';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { problemOf, type TestService } from './test-service.ts';

/** Calls of the erasure, legal hold and retention API with one key. */
export function erasureClient({ app }: TestService, key: string) {
  const send = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
  ): Promise<LightMyRequestResponse> =>
    app.http.inject({
      ...{ method, url, headers: { authorization: `Bearer ${key}` } },
      ...(body === undefined ? {} : { payload: body }),
    });
  const erase = (messageId: string) => send('POST', `/v1/messages/${messageId}/erase`);
  const erasePerson = (name: string) => send('POST', `/v1/end-users/${encodeURIComponent(name)}/erase`);
  const place = (hold: object) => send('POST', '/v1/holds', { reason: 'Case 7', ...hold });
  const lift = (holdId: string) => send('POST', `/v1/holds/${holdId}/lift`);
  return {
    send,
    erase,
    erasePerson,
    place,
    lift,
    /** These expect success. */
    erased: async (messageId: string): Promise<ErasedMessageEntry> =>
      parse(erasedMessageSchema, await erase(messageId), 200),
    erasedPerson: async (name: string): Promise<ErasedEndUserEntry> =>
      parse(erasedEndUserSchema, await erasePerson(name), 200),
    placed: async (hold: object): Promise<HoldEntry> => parse(holdSchema, await place(hold), 201),
    lifted: async (holdId: string): Promise<HoldEntry> => parse(holdSchema, await lift(holdId), 200),
  };
}

function parse<Parsed>(
  schema: { parse(value: unknown): Parsed },
  response: LightMyRequestResponse,
  status: number,
): Parsed {
  expect([response.statusCode, response.headers['cache-control']]).toEqual([status, 'no-store']);
  return schema.parse(response.json());
}

/** The status and code of a refusal. */
export function refusedAs(response: LightMyRequestResponse): readonly [status: number, code: string] {
  const { status, code } = problemOf(response);
  return [status, code];
}

export type ErasureClient = ReturnType<typeof erasureClient>;
