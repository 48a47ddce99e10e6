import type { ProblemDocument } from '@avow/contract';
import type { QnaEntry } from '@avow/contract/content';
import type { FeedbackEntry } from '@avow/contract/feedback';
import { feedbackEntrySchema, feedbackPageSchema } from '@avow/contract/testing/administration';
import { qnaPageSchema } from '@avow/contract/testing/content';
import type { LightMyRequestResponse } from 'fastify';
import { problemOf, type TestService } from './test-service.ts';

type Body = Readonly<Record<string, unknown>>;

/** Calls of the feedback API with one key. Every answer is parsed with its schema. */
export interface FeedbackClient {
  send(messageId: string, body: Body): Promise<LightMyRequestResponse>;
  /** Expects that it is stored, now or before. */
  give(messageId: string, body: Body): Promise<FeedbackEntry>;
  settle(how: 'accept' | 'dismiss', feedbackId: string, body?: Body): Promise<LightMyRequestResponse>;
  accept(feedbackId: string, body?: Body): Promise<FeedbackEntry>;
  of(messageId: string): Promise<FeedbackEntry[]>;
  list(query?: string): Promise<FeedbackEntry[]>;
  pairsOf(packId: string): Promise<QnaEntry[]>;
}

export function feedbackClient({ app, get }: TestService, key: string): FeedbackClient {
  const post = (url: string, body: Body | undefined) =>
    app.http.inject({
      ...{ method: 'POST', url, headers: { authorization: `Bearer ${key}` } },
      ...(body === undefined ? {} : { payload: body }),
    });
  const read = async (path: string) => feedbackPageSchema.parse((await get(key, path)).json()).data;
  const client: FeedbackClient = {
    send: (messageId, body) => post(`/v1/messages/${messageId}/feedback`, body),
    give: async (messageId, body) => entryOf(await client.send(messageId, body)),
    settle: (how, feedbackId, body) => post(`/v1/feedback/${feedbackId}/${how}`, body),
    accept: async (feedbackId, body) => entryOf(await client.settle('accept', feedbackId, body)),
    of: (messageId) => read(`/v1/messages/${messageId}/feedback`),
    list: (query = '') => read(`/v1/feedback${query}`),
    pairsOf: async (packId) =>
      qnaPageSchema.parse((await get(key, `/v1/content-packs/${packId}/qna?limit=100`)).json()).data,
  };
  return client;
}

function entryOf(response: LightMyRequestResponse): FeedbackEntry {
  if (response.statusCode >= 300) throw new Error(`status ${response.statusCode}: ${response.body}`);
  return feedbackEntrySchema.parse(response.json());
}

/** The code of a refusal, and the fields that it points to. */
export function refusalOf(response: LightMyRequestResponse): [ProblemDocument['code'], ...string[]] {
  const { code, errors = [] } = problemOf(response);
  return [code, ...errors.map(({ pointer }) => pointer)];
}
