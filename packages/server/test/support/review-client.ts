import { type Message, type QueryResponse, queryResponseSchema } from '@avow/contract/query';
import type { AuditRecord } from '@avow/contract/records';
import type { PendingReviewEntry } from '@avow/contract/review';
import { defaultScopes } from '@avow/contract/roles';
import {
  auditRecordSchema,
  messageSchema,
  pendingReviewPageSchema,
  pendingReviewSchema,
} from '@avow/contract/testing';
import type { MessageId, TenantId } from '@avow/foundation';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { locationPathOf, officePack, type TestService } from './test-service.ts';

type Body = Readonly<Record<string, unknown>>;

/** A tenant whose policy requires reviews, with a key that has all scopes needed. Responses are parsed with their schemas. */
export interface ReviewClient {
  readonly tenantId: TenantId;
  readonly key: string;
  /** Changes these sections of the policy in force. */
  changePolicy(change: Body): Promise<void>;
  /** Answers whose score is below this are pending review. */
  reviewBelow(below: number | null): Promise<void>;
  /** Asks a question that the office pack answers, and expects that the answer is pending review. */
  hold(also?: Body): Promise<QueryResponse & { readonly message_id: MessageId }>;
  list(query?: string): Promise<ReturnType<typeof pendingReviewPageSchema.parse>>;
  read(messageId: string): Promise<PendingReviewEntry>;
  send(messageId: string, body: unknown): Promise<LightMyRequestResponse>;
  /** Expects success. */
  decide(messageId: string, body: Body): Promise<QueryResponse>;
  cancel(messageId: string): Promise<LightMyRequestResponse>;
  messageOf(messageId: string): Promise<Message>;
  auditOf(messageId: string): Promise<AuditRecord>;
}

/** The stored text of the office pack, and the answer from it. */
export const travelQuote =
  'Your **team lead** approves travel up to 500 euros; above that, the finance office does.';
export const travelAnswer = travelQuote.replaceAll('*', '');

/** A new tenant, so that pending reviews of one test do not affect another. */
export async function newReviewed(service: TestService, pack = officePack): Promise<ReviewClient> {
  const tenantId = await service.createTenant(`reviewed ${Math.random()}`);
  const scopes = [...defaultScopes, 'review:decide', 'guardrails:manage', 'content:manage'] as const;
  const key = await service.createKey(tenantId, { scopes });
  await service.loadPack(tenantId, pack);
  const client = reviewClient(service, { tenantId, key });
  await client.reviewBelow(1);
  return client;
}

export function reviewClient(
  { app, get, post }: TestService,
  { tenantId, key }: Pick<ReviewClient, 'tenantId' | 'key'>,
): ReviewClient {
  const send = (method: 'POST' | 'PUT', url: string, body: unknown) =>
    app.http.inject({
      ...{ method, url, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } },
      payload: JSON.stringify(body),
    });
  const read = async (path: string) => {
    const response = await get(key, path);
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };
  const client: ReviewClient = {
    tenantId,
    key,
    changePolicy: async (change) => {
      const { policy } = await read('/v1/guardrails');
      const put = await send('PUT', '/v1/guardrails', { ...policy, ...change });
      expect(put.statusCode, put.body).toBe(200);
    },
    reviewBelow: (below) => client.changePolicy({ review: { below } }),
    hold: async (also = {}) => {
      const response = await post(key, { prompt: 'Who approves travel?', ...also });
      expect(response.statusCode, response.body).toBe(202);
      const held = queryResponseSchema.parse(response.json());
      expect(held.status).toBe('in_review');
      expect(locationPathOf(response)).toBe(`/v1/messages/${held.message_id}`);
      return held as QueryResponse & { readonly message_id: MessageId };
    },
    list: async (query = '') => pendingReviewPageSchema.parse(await read(`/v1/review${query}`)),
    read: async (messageId) => pendingReviewSchema.parse(await read(`/v1/review/${messageId}`)),
    send: (messageId, body) => send('POST', `/v1/review/${messageId}`, body),
    decide: async (messageId, body) => {
      const response = await client.send(messageId, body);
      expect(response.statusCode, response.body).toBe(200);
      return queryResponseSchema.parse(response.json());
    },
    cancel: (messageId) => send('POST', `/v1/messages/${messageId}/cancel`, {}),
    messageOf: async (messageId) => messageSchema.parse(await read(`/v1/messages/${messageId}`)),
    auditOf: async (messageId) => auditRecordSchema.parse(await read(`/v1/messages/${messageId}/audit`)),
  };
  return client;
}
