import { connect } from 'node:net';
import { drawFrom, waitMsMax } from '@avow/foundation/testing';
import type { TestService } from '@avow/server/testing';
import { officePack, startTestService } from '@avow/server/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateRequest, type Known } from './generate-request.ts';
import { judgeAnswer } from './judge-answer.ts';
import { requestsOf, sendGenerated } from './send-generated.ts';

const requestsTotal = requestsOf(12_000);

let service: TestService;
let known: Known;

beforeAll(async () => {
  service = await startTestService({
    env: {
      AVOW_FAILED_KEYS_PER_MINUTE: '1000000',
      AVOW_TENANT_QUERIES_AT_ONCE: '10000',
      AVOW_QUERIES_AT_ONCE: '10000',
      AVOW_QUEUED_MAX: '100000',
      AVOW_LOG_LEVEL: 'silent',
    },
  });
  const tenantId = await service.createTenant('fuzz');
  await service.loadPack(tenantId, officePack);
  const apiKey = await service.createKey(tenantId);
  const asked = await Promise.all(
    ['Who approves travel?', 'Where is the canteen?', 'What is tungsten?'].map((prompt) =>
      service.ask(apiKey, { prompt }),
    ),
  );
  known = {
    apiKey,
    messageIds: asked.flatMap(({ message_id, request_id, audit_ref }) => [message_id, request_id, audit_ref]),
    threadIds: asked.map(({ thread_id }) => thread_id),
    // Mostly what costs little, so that the number of requests can be large; now and then the whole path.
    prompts: [
      'Who approves travel?',
      'Where is the canteen?',
      'Who signs off my trips?',
      'bell \u0007',
      'Where is the canteen???',
    ],
  };
});

afterAll(() => service.close());

it(`answers ${requestsTotal} generated requests without a fault of its own`, async () => {
  const { statuses, faults } = await sendGenerated(service, {
    requestsTotal,
    atOnce: 32,
    generate: (seed) => generateRequest(seed, known),
    faultOf: judgeAnswer,
  });
  expect(faults).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(requestsTotal / 4);
  for (const status of [202, 400, 401, 404, 405, 406, 414, 415, 422])
    expect(statuses.get(status), String(status)).toBeGreaterThan(0);
});

const connectionsTotal = requestsOf(3_000);

it(`survives ${connectionsTotal} connections that do not speak HTTP`, async () => {
  const port = Number(new URL(await service.app.listen()).port);
  const valid = Buffer.from(
    `POST /v1/query HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${known.apiKey}\r\ncontent-type: application/json\r\ncontent-length: 14\r\nconnection: close\r\n\r\n{"prompt":"x"}`,
  );
  const send = (bytes: Buffer) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', () => resolve(text));
      socket.on('close', () => resolve(text));
      socket.setTimeout(waitMsMax, () => socket.destroy());
    });
  for (let batch = 0; batch < connectionsTotal / 50; batch += 1) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const random = drawFrom(batch * 50 + index);
        const bytes = Buffer.from(valid);
        for (let flips = 1 + Math.floor(random() * 6); flips > 0; flips -= 1)
          bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
        return send(random() < 0.2 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes);
      }),
    );
    for (const answer of answers)
      expect(answer === '' || /^HTTP\/1.1 [2-4]\d\d /.test(answer), answer.slice(0, 200)).toBe(true);
  }
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
});
