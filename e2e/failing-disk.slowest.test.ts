import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryResponseSchema } from '@avow/contract/query';
import { problemDocumentSchema } from '@avow/contract/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createInstallation } from './new-installation.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const preload = new URL('./fail-disk.ts', import.meta.url).href;
const question = 'Is anything written down about the lighthouse?';

let directory: string;
let sign: string;
let apiKey: string;
let service: ServiceProcess | null;

const start = () =>
  startServiceProcess({
    NODE_OPTIONS: `--import=${preload}`,
    FAILING_DISK: sign,
    AVOW_DATA_DIR: directory,
    AVOW_SEARCH_BY_MEANING: 'off',
    AVOW_EMBEDDED_READER: 'off',
    AVOW_EMBEDDED_SCREENER: 'off',
  });

const ask = (url: string) =>
  fetch(`${url}/v1/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: question }),
  });

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-failing-disk-'));
  sign = join(directory, 'failing');
  service = null;
  const installation = await createInstallation(directory);
  apiKey = installation.apiKey;
  await installation.data.close();
});

afterEach(async () => {
  await service?.kill();
  await rm(directory, { recursive: true, force: true });
});

it('[CON-5-31] refuses requests when the disk fails, logs it once and exits; continues after a restart', async () => {
  service = await start();
  const { child, said, url } = service;
  // Once all its output has arrived.
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const before = queryResponseSchema.parse(await (await ask(url)).json());

  await writeFile(sign, '');
  const refused = await Promise.all([ask(url), ask(url), ask(url)]);
  for (const response of refused) {
    const problem = problemDocumentSchema.parse(await response.json());
    expect(problem).toMatchObject({ status: 503, code: 'audit_unavailable' });
  }
  expect(await ended).toBe(1);
  const fatal = said.join('\n').match(/^.*"level":"fatal".*$/gm) ?? [];
  expect(fatal).toHaveLength(1);
  expect(JSON.parse(fatal[0] ?? '')).toMatchObject({ code: 'disk I/O error' });
  expect(said.join('\n')).not.toContain('lighthouse');

  await rm(sign);
  service = await start();
  const headers = { authorization: `Bearer ${apiKey}` };
  const kept = await fetch(`${service.url}/v1/messages/${before.message_id}`, { headers });
  expect(kept.status).toBe(200);
  expect((await ask(service.url)).status).toBe(200);
  expect(await service.stop()).toBe(0);
});
