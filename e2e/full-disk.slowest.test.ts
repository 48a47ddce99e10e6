import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { queryResponseSchema } from '@avow/contract/query';
import { defaultScopes } from '@avow/contract/roles';
import { problemDocumentSchema } from '@avow/contract/testing';
import { composePackLoader } from '@avow/server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createInstallation } from './new-installation.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const launcher = fileURLToPath(new URL('../packages/server/bin/avow.js', import.meta.url));
const preload = new URL('./fill-disk.ts', import.meta.url).href;
const noRoom = /no room left on the disk/;
const asksMax = 500;

/** An installation that serves the first round, and its folder, of which each test gets a copy. */
let installed: string;
let apiKey: string;
let directory: string;
let folder: string;
let sign: string;
let env: Readonly<Record<string, string>>;
let service: ServiceProcess | null;

beforeAll(async () => {
  installed = await mkdtemp(join(tmpdir(), 'avow-full-disk-'));
  folder = join(installed, 'handbook');
  await mkdir(folder);
  await writeRound(1);
  const scopes = [...defaultScopes, 'content:manage'] as const;
  const made = await createInstallation(join(installed, 'data'), scopes);
  apiKey = made.apiKey;
  await composePackLoader(made.data).load(made.tenantId, folder, {
    skipFaulty: false,
    onProgress: () => undefined,
  });
  await made.data.close();
});

afterAll(() => rm(installed, { recursive: true, force: true }));

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-full-disk-'));
  await cp(installed, directory, { recursive: true });
  folder = join(directory, 'handbook');
  sign = join(directory, 'full');
  service = null;
  env = {
    PATH: process.env['PATH'] ?? '',
    NODE_OPTIONS: `--import=${preload}`,
    FULL_DISK: sign,
    AVOW_DATA_DIR: join(directory, 'data'),
    AVOW_SEARCH_BY_MEANING: 'off',
    AVOW_EMBEDDED_READER: 'off',
    AVOW_EMBEDDED_SCREENER: 'off',
    AVOW_QUERY_RATE_PER_MINUTE: '100000',
    AVOW_QUERY_BURST: '10000',
  };
});

afterEach(async () => {
  await service?.kill();
  await rm(directory, { recursive: true, force: true });
});

const fillDisk = () => writeFile(sign, '');
const makeRoom = () => rm(sign);

interface Ran {
  readonly code: number;
  readonly said: string;
  readonly complained: string;
}

function avow(...words: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, [launcher, ...words], { env }, (error, said, complained) => {
      resolve({ code: error === null ? 0 : Number(error.code), said, complained });
    });
  });
}

/** The bell rings at another hour in each round; from the second on there is much beside it. */
async function writeRound(round: number): Promise<void> {
  await writeFile(join(folder, 'bell.md'), `# Bell\n\nThe bell of the tower rings at ${round} o'clock.\n`);
  if (round === 1) return;
  for (let file = 0; file < 4; file += 1) {
    const lines = Array.from({ length: 200 }, (_, line) => `Entry ${file}-${line} of round ${round}.\n\n`);
    await writeFile(join(folder, `list-${file}.md`), lines.join(''));
  }
}

function callService(path: string, body?: string | FormData): Promise<Response> {
  const type: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  return fetch(`${service?.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...type, authorization: `Bearer ${apiKey}` },
    body: body ?? null,
  });
}

const ask = () =>
  callService('/v1/query', JSON.stringify({ prompt: 'When does the bell of the tower ring?' }));

async function expectAnswer(round: number): Promise<void> {
  const response = await ask();
  expect(queryResponseSchema.parse(await response.json()).answer).toContain(`at ${round} o'clock`);
}

async function expectProblem(response: Response): Promise<void> {
  const problem = problemDocumentSchema.parse(await response.json());
  expect(problem).toMatchObject({ status: 503, code: 'audit_unavailable', retryable: true });
  expect(problem.detail).toMatch(noRoom);
}

async function listFiles(): Promise<string[]> {
  return (await readdir(join(directory, 'data', 'search'), { recursive: true })).toSorted();
}

it('a load that fills the disk says so and changes nothing that is served; with room it completes', async () => {
  service = await startServiceProcess(env);
  const files = await listFiles();
  await writeRound(2);
  await fillDisk();
  const refused = await avow('packs', 'load', folder);
  expect(refused).toMatchObject({ code: 1, said: '' });
  expect(refused.complained).toMatch(noRoom);
  expect(refused.complained).not.toMatch(/\bat .*:\d+:\d+/);
  // Listing what could be deleted still works.
  expect(await avow('packs', 'list')).toMatchObject({ code: 0 });
  await makeRoom();
  await expectAnswer(1);

  // The draft is read; now there is no room for its search index.
  expect(await avow('packs', 'load', folder, '--draft')).toMatchObject({ code: 0 });
  await fillDisk();
  const unpublished = await avow('packs', 'load', folder);
  expect(unpublished).toMatchObject({ code: 1, said: '' });
  expect(unpublished.complained).toMatch(noRoom);
  expect(await listFiles()).toEqual(files);
  await makeRoom();
  await expectAnswer(1);

  expect(await avow('packs', 'load', folder)).toMatchObject({ code: 0 });
  await expectAnswer(2);
  expect(await service.stop()).toBe(0);
});

it('no answer leaves a full disk without its record, and the service goes on when there is room', async () => {
  service = await startServiceProcess(env);
  await fillDisk();
  const delivered: string[] = [];
  let refused: Response | null = null;
  // Short records find room in pages that are there already, for a while.
  while (refused === null && delivered.length < asksMax) {
    const response = await ask();
    if (response.ok) delivered.push(queryResponseSchema.parse(await response.json()).message_id);
    else refused = response;
  }
  if (refused === null) throw new Error('the disk was never full');
  await expectProblem(refused);
  const form = new FormData();
  form.append('file', new File(['A line of text.\n'.repeat(50_000)], 'long.txt'));
  const { data } = (await (await callService('/v1/content-packs')).json()) as {
    readonly data: ReadonlyArray<{ readonly id: string }>;
  };
  await expectProblem(await callService(`/v1/content-packs/${data[0]?.id}/documents`, form));

  for (const messageId of delivered)
    expect((await callService(`/v1/messages/${messageId}`)).status).toBe(200);
  await service.kill();
  service = await startServiceProcess(env);
  for (const messageId of delivered)
    expect((await callService(`/v1/messages/${messageId}`)).status).toBe(200);
  await makeRoom();
  await expectAnswer(1);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
});
