import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PolicyState } from '@avow/contract/guardrails';
import { queryResponseSchema } from '@avow/contract/query';
import { auditRecordSchema } from '@avow/contract/testing';
import { policyStateSchema, trialSchema } from '@avow/contract/testing/administration';
import { composePackLoader } from '@avow/server';
import { officePack } from '@avow/server/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInstallation } from './new-installation.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

let directory: string;
let service: ServiceProcess;
let apiKey: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-policy-'));
  const folder = join(directory, 'office');
  await mkdir(folder);
  for (const [file, text] of Object.entries(officePack)) await writeFile(join(folder, file), text);
  const dataDir = join(directory, 'data');
  const scopes = ['query:write', 'audit:read', 'guardrails:manage'] as const;
  const { data, tenantId, apiKey: text } = await createInstallation(dataDir, scopes);
  apiKey = text;
  await composePackLoader(data).load(tenantId, folder, { skipFaulty: false, onProgress: () => undefined });
  await data.close();
  service = await startServiceProcess({
    AVOW_DATA_DIR: dataDir,
    AVOW_SEARCH_BY_MEANING: 'off',
    AVOW_EMBEDDED_READER: 'off',
    AVOW_EMBEDDED_SCREENER: 'off',
  });
});

afterAll(async () => {
  await service.stop();
  await rm(directory, { recursive: true, force: true });
});

async function send(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.status !== 200) throw new Error(`status ${response.status}: ${await response.text()}`);
  return await response.json();
}

const put = async (policy: unknown): Promise<PolicyState> =>
  policyStateSchema.parse(await send('PUT', '/v1/guardrails', policy));

/** Asks, and gives the response with its record. */
async function ask(prompt: string) {
  const response = queryResponseSchema.parse(await send('POST', '/v1/query', { prompt }));
  const record = auditRecordSchema.parse(await send('GET', `/v1/messages/${response.message_id}/audit`));
  return { response, record };
}

const blocking = (mode: 'shadow' | 'enforce') => ({
  blocked_prompts: 'hash',
  guardrails: [
    {
      name: 'Places',
      check: 'words',
      stage: 'input',
      action: 'block',
      mode,
      settings: { words: ['canteen'] },
    },
  ],
});

it('a policy lives: on trial, in force, tried on what was, and taken back', async () => {
  const question = 'Where is the canteen?';
  const plain = await ask(question);
  expect(plain.response.status).toBe('delivered');

  const shadow = await put(blocking('shadow'));
  const onTrial = await ask(question);
  expect(onTrial.response).toMatchObject({
    status: 'delivered',
    guardrails: [{ compliant: false, mode: 'shadow', action: 'none', status: 'ok' }],
  });
  expect(onTrial.record).toMatchObject({
    ...{ tripwire_triggered: false, policy_version: shadow.version, question, blocked_prompt: null },
  });

  const enforced = await put(blocking('enforce'));
  expect(enforced.policy.guardrails[0]?.id).toBe(shadow.policy.guardrails[0]?.id);
  const blocked = await ask(question);
  expect(blocked.response).toMatchObject({
    status: 'blocked',
    answer: expect.stringContaining('a check of this service stopped it'),
    agent_context: { blocked_reason: 'policy' },
  });
  const guardrailId = enforced.policy.guardrails[0]?.id;
  expect(blocked.record).toMatchObject({
    ...{ question: '', tripwire_triggered: true, policy_version: enforced.version },
    blocked_prompt: {
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      spans: [{ guardrail_id: guardrailId, start: 13, end: 20 }],
    },
  });

  const replayed = trialSchema.parse(await send('POST', '/v1/guardrails/test', { messages: { last: 10 } }));
  expect(replayed.version).toBe(enforced.version);
  expect(replayed.data).toMatchObject([
    { message_id: blocked.response.message_id, state: 'not_stored' },
    { message_id: onTrial.response.message_id, action: 'block', changed: true },
    { message_id: plain.response.message_id, action: 'block', changed: true },
  ]);
  expect(replayed.summary).toMatchObject({ tried: 2, not_stored: 1, changed: 2 });

  const back = policyStateSchema.parse(await send('DELETE', '/v1/guardrails'));
  expect(back).toMatchObject({ revision: 3, built_in: true, version: plain.record.policy_version });
  const again = await ask(question);
  expect([again.response.status, again.record.policy_version]).toEqual(['delivered', back.version]);
});
