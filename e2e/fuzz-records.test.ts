import type { TestService } from '@avow/server/testing';
import { officePack, startTestService } from '@avow/server/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateRecordRequest, type KnownRecords } from './generate-record-request.ts';
import { judgeAnswer } from './judge-answer.ts';
import { requestsOf, sendGenerated } from './send-generated.ts';

const requestsTotal = requestsOf(4_000);
const messagesCount = 60;

let service: TestService;
let known: KnownRecords & { readonly holdIds: string[] };

beforeAll(async () => {
  service = await startTestService({
    env: { AVOW_FAILED_KEYS_PER_MINUTE: '1000000', AVOW_LOG_LEVEL: 'silent' },
  });
  const tenantId = await service.createTenant('fuzz');
  await service.loadPack(tenantId, officePack);
  const scopes = ['audit:read', 'audit:erase', 'log:read', 'messages:read', 'query:write'] as const;
  const apiKey = await service.createKey(tenantId, { scopes });
  const endUserIds = ['ada', 'bob', 'Zoë 🏔', 'a/b?c'];
  const asked = [];
  for (let index = 0; index < messagesCount; index += 1) {
    const end_user_id = endUserIds[index % (endUserIds.length + 1)];
    const person = end_user_id === undefined ? {} : { end_user_id };
    asked.push(await service.ask(apiKey, { prompt: 'Where is the canteen?', ...person }));
  }
  known = {
    apiKey,
    messageIds: asked.flatMap(({ message_id, audit_ref }) => [message_id, audit_ref]),
    threadIds: asked.map(({ thread_id }) => thread_id),
    ...{ endUserIds, holdIds: [] },
  };
});

afterAll(() => service.close());

it(`answers ${requestsTotal} generated requests on records and their log without a fault of its own`, async () => {
  const { statuses, faults } = await sendGenerated(service, {
    requestsTotal,
    atOnce: 4,
    generate: (seed) => generateRecordRequest(seed, known),
    faultOf: (request, response) => {
      if (response.statusCode === 201 && request.url.startsWith('/v1/holds'))
        known.holdIds.push(response.json().hold_id);
      return judgeAnswer(request, response);
    },
  });
  expect(faults).toEqual([]);
  for (const status of [200, 201, 304, 400, 401, 404, 405, 406, 409, 410, 415, 422])
    expect(statuses.get(status), String(status)).toBeGreaterThan(0);
  await service.ask(known.apiKey, { prompt: 'Where is the canteen?' });
});
