import type { ContentJob, ContentPack } from '@avow/contract/content';
import { contentPackSchema, jobSchema } from '@avow/contract/testing/content';
import { waitFor } from '@avow/foundation/testing';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { z } from 'zod';
import type { TestService } from './test-service.ts';

type Method = NonNullable<InjectOptions['method']>;

interface Call {
  readonly body?: unknown;
  readonly payload?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls of the content pack API with one key. Every answer is parsed with its schema. */
export interface ContentClient {
  send(method: Method, path: string, call?: Call): Promise<LightMyRequestResponse>;
  /** Expects this status, and a body of this shape. */
  expect<Schema extends z.ZodType>(
    wanted: { readonly status: number; readonly schema: Schema },
    method: Method,
    path: string,
    call?: Call,
  ): Promise<z.output<Schema>>;
  createPack(name: string): Promise<ContentPack>;
  /** Sends the parts as a form, and waits until the job has ended. */
  upload(packId: string, parts: FormParts): Promise<ContentJob>;
  publish(packId: string, note?: string): Promise<ContentJob>;
  /** The job once it has ended. */
  follow(accepted: LightMyRequestResponse): Promise<ContentJob>;
}

export type FormParts = ReadonlyArray<readonly [name: string, value: string | File]>;

/** Encodes a form as a browser does. */
export async function formOf(
  parts: FormParts,
): Promise<{ payload: Buffer; headers: { 'content-type': string } }> {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, value.name);
  }
  const response = new Response(form);
  const contentType = response.headers.get('content-type') ?? '';
  return { payload: Buffer.from(await response.arrayBuffer()), headers: { 'content-type': contentType } };
}

export function contentClient(service: TestService, key: string): ContentClient {
  const client: ContentClient = {
    send: (method, path, { body, payload, headers = {} } = {}) =>
      service.app.http.inject({
        method,
        url: path,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        ...(payload === undefined ? {} : { payload }),
      }),
    expect: async ({ status, schema }, method, path, call) => {
      const response = await client.send(method, path, call);
      if (response.statusCode !== status) throw new Error(`status ${response.statusCode}: ${response.body}`);
      return schema.parse(response.json());
    },
    createPack: (name) =>
      client.expect({ status: 201, schema: contentPackSchema }, 'POST', '/v1/content-packs', {
        body: { name },
      }),
    upload: async (packId, parts) =>
      client.follow(await client.send('POST', `/v1/content-packs/${packId}/documents`, await formOf(parts))),
    publish: async (packId, note = '') =>
      client.follow(await client.send('POST', `/v1/content-packs/${packId}/publish`, { body: { note } })),
    follow: async (accepted) => {
      if (accepted.statusCode !== 202) throw new Error(`status ${accepted.statusCode}: ${accepted.body}`);
      jobSchema.parse(accepted.json());
      const location = String(accepted.headers['location']);
      const { job, isAnnounced } = await waitFor(async () => {
        const response = await client.send('GET', location);
        const job = jobSchema.parse(response.json());
        // Retry-After is sent only for jobs that are still running.
        const isAnnounced = (job.ended_at === null) === (response.headers['retry-after'] === '1');
        return (job.ended_at !== null || !isAnnounced) && { job, isAnnounced };
      });
      if (!isAnnounced) throw new Error('Retry-After');
      return job;
    },
  };
  return client;
}
