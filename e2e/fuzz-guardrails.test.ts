import type { TestService } from '@avow/server/testing';
import { officePack, startTestService } from '@avow/server/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateGuardrailRequest, type KnownGuardrails } from './generate-guardrail-request.ts';
import { judgeAnswer } from './judge-answer.ts';
import { requestsOf, sendGenerated } from './send-generated.ts';

const requestsTotal = requestsOf(2_000);

let service: TestService;
let known: KnownGuardrails;

beforeAll(async () => {
  service = await startTestService({
    env: { AVOW_FAILED_KEYS_PER_MINUTE: '1000000', AVOW_LOG_LEVEL: 'silent' },
  });
  const tenantId = await service.createTenant('fuzz');
  await service.loadPack(tenantId, officePack);
  const scopes = ['guardrails:manage', 'audit:read', 'query:write'] as const;
  const apiKey = await service.createKey(tenantId, { scopes });
  const asked = await Promise.all(
    ['Who approves travel?', 'Where is the canteen?', 'What is tungsten?'].map((prompt) =>
      service.ask(apiKey, { prompt }),
    ),
  );
  known = { apiKey, messageIds: asked.map(({ message_id }) => message_id) };
});

afterAll(() => service.close());

it(`answers ${requestsTotal} generated requests on guardrails without a fault of its own`, async () => {
  const { statuses, faults } = await sendGenerated(service, {
    requestsTotal,
    atOnce: 3,
    generate: (seed) => generateGuardrailRequest(seed, known),
    faultOf: judgeAnswer,
  });
  expect(faults).toEqual([]);
  for (const status of [200, 400, 401, 404, 405, 412, 415, 422, 429])
    expect(statuses.get(status), String(status)).toBeGreaterThan(0);
  // The service still answers, whichever policy was put.
  await service.ask(known.apiKey, { prompt: 'Where is the canteen?' });
});
