import { type Operation, operations, problemDocumentSchema } from '@avow/contract';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentClient } from '../packages/server/test/support/content-client.ts';
import { startTestService, type TestService } from '../packages/server/test/support/test-service.ts';
import { generateContentRequest, type KnownContent } from './generate-content-request.ts';
import type { GeneratedRequest } from './generate-request.ts';
import { sendGenerated } from './send-generated.ts';

const requestsTotal = 5_000;

let service: TestService;
let known: KnownContent;

beforeAll(async () => {
  service = await startTestService({
    env: {
      AVOW_CONTENT_RATE_PER_MINUTE: '1000000',
      AVOW_CONTENT_BURST: '100000',
      AVOW_FAILED_KEYS_PER_MINUTE: '1000000',
      AVOW_LOG_LEVEL: 'silent',
    },
  });
  const tenantId = await service.createTenant('fuzz');
  const apiKey = await service.createKey(tenantId, { scopes: ['content:manage'] });
  const client = contentClient(service, apiKey);
  const packs = [await client.createPack('handbook'), await client.createPack('rules')];
  const jobIds: string[] = [];
  const documentIds: string[] = [];
  const qnaIds: string[] = [];
  for (const { id } of packs) {
    const files = ['a.md', 'b.md', 'c.md'].map((name) => new File([`# ${name}\n\nText.`], name));
    jobIds.push(
      (
        await client.upload(
          id,
          files.map((file) => ['file', file] as const),
        )
      ).id,
    );
    jobIds.push((await client.publish(id)).id);
    const path = `/v1/content-packs/${id}`;
    const pair = await client.send('POST', `${path}/qna`, { body: { question: 'Q?', answer: 'A.' } });
    qnaIds.push(pair.json().id);
    const documents: Array<{ id: string }> = (await client.send('GET', `${path}/documents`)).json().data;
    documentIds.push(...documents.map((document) => document.id));
  }
  known = { apiKey, packIds: packs.map(({ id }) => id), documentIds, qnaIds, jobIds };
});

afterAll(() => service.close(), 240_000);

const all: Operation[] = Object.values(operations);

/** The operation that a request was for, by its method and the shape of its path. */
function operationOf({ method, url }: GeneratedRequest): Operation | undefined {
  const path = url.split('?')[0] ?? '';
  const fits = (operation: Operation) =>
    operation.method === method && new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
  // The one with the fewest parameters is the one that is meant.
  return all.filter(fits).sort((one, other) => one.path.split('{').length - other.path.split('{').length)[0];
}

/** What must hold for every answer to whatever was sent; the first thing that does not, or null. */
function faultOf(request: GeneratedRequest, response: LightMyRequestResponse): string | null {
  const { statusCode, headers } = response;
  if (statusCode >= 500) return `status ${statusCode}`;
  if (!/^req_/.test(String(headers['x-request-id']))) return 'no request id';
  if (request.method === 'HEAD') return null;
  const operation = operationOf(request);
  if (statusCode >= 400) {
    const problem = problemDocumentSchema.safeParse(response.json());
    if (!problem.success) return 'not a problem document';
    const isForeseen = operation?.problems.includes(problem.data.code) ?? true;
    return isForeseen ? null : `${problem.data.code} is not among the problems of ${operation?.operationId}`;
  }
  const described = operation?.responses[statusCode];
  if (described === undefined) return `status ${statusCode} is not described`;
  if (described.schema === null) return response.body === '' ? null : 'a body that must not be';
  const parsed = described.schema.safeParse(response.json());
  return parsed.success ? null : `not by the schema: ${parsed.error.message}`;
}

it(`answers ${requestsTotal} generated requests on content packs without a fault of its own`, async () => {
  const { statuses, faults } = await sendGenerated(service, {
    requestsTotal,
    atOnce: 3,
    generate: (seed) => generateContentRequest(seed, known),
    faultOf,
  });
  expect(faults).toEqual([]);
  for (const status of [200, 201, 202, 204, 400, 401, 404, 405, 409, 415, 422])
    expect(statuses.get(status), String(status)).toBeGreaterThan(0);
}, 600_000);
