import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { officePack, openReceiver, startTestService, type TestService } from '@avow/server/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AuthenticationError,
  type Client,
  createClient,
  isTerminalEvent,
  NotFoundError,
  PermissionError,
  type StreamEvent,
  verifyWebhook,
} from '../src/index.ts';

let service: TestService;
let baseUrl: string;
let client: Client;
let apiKey: string;

beforeAll(async () => {
  service = await startTestService({ env: { AVOW_WEBHOOK_PRIVATE_ADDRESSES: 'on' } });
  const tenantId = await service.createTenant('office');
  await service.loadPack(tenantId, officePack);
  const scopes = ['query:write', 'messages:read', 'audit:read', 'content:manage', 'webhooks:manage'] as const;
  apiKey = await service.createKey(tenantId, { scopes });
  baseUrl = await service.app.listen();
  client = createClient({ baseUrl, apiKey });
});
afterAll(() => service.close());

const canteen = 'Where is the canteen?';

describe('a client of a running service', () => {
  it('asks, follows up in the thread, and reads the record', async () => {
    const first = await client.executeQuery({ prompt: canteen });
    expect(first.answer).toBe('On the second floor, next to the library.');
    const second = await client.executeQuery({ prompt: 'Who approves travel?', thread_id: first.thread_id });
    expect(second.thread_id).toBe(first.thread_id);
    expect((await client.getAudit(first.message_id)).question).toBe(canteen);
  });

  it('gets the stored response to a repeated question with the same key', async () => {
    const options = { idempotencyKey: 'once' };
    const first = await client.executeQuery({ prompt: canteen }, options);
    const replayed: (string | null)[] = [];
    const onResponse = ({ headers }: Response) => void replayed.push(headers.get('idempotent-replayed'));
    const again = await client.executeQuery({ prompt: canteen }, { ...options, onResponse });
    expect([again.message_id, replayed]).toEqual([first.message_id, ['true']]);
  });

  it('streams an answer whose connection breaks after every event, without a gap or a repetition', async () => {
    // Each connection delivers one event and is cut off.
    const cutting = async (...given: Parameters<typeof fetch>) => {
      const response = await fetch(...given);
      const reader = response.body?.getReader();
      let buffered = '';
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const { value } = (await reader?.read()) ?? {};
          buffered += new TextDecoder().decode(value);
          const end = buffered.indexOf('\n\n', buffered.indexOf('id: '));
          if (value !== undefined && (!buffered.includes('id: ') || end < 0)) return;
          controller.enqueue(new TextEncoder().encode(end < 0 ? buffered : buffered.slice(0, end + 2)));
          controller.close();
          await reader?.cancel();
        },
      });
      return new Response(body, response);
    };
    const cut = createClient({ baseUrl, apiKey, fetch: cutting as typeof fetch, retryDelayMs: 1 });
    const events: StreamEvent[] = [];
    for await (const event of cut.streamQuery({ prompt: canteen })) events.push(event);
    expect(events.map(({ id }) => id)).toEqual(events.map((_event, index) => index + 1));
    const last = events.at(-1);
    const deltas = events.map((event) => (event.type === 'message.answer.delta' ? event.data.text : ''));
    expect(last !== undefined && isTerminalEvent(last) && last.data.answer).toBe(deltas.join(''));
  });

  it('iterates over all messages, page by page', async () => {
    const listed: string[] = [];
    for await (const { message_id } of client.listMessages({ limit: 2 })) listed.push(message_id);
    expect(listed.length).toBeGreaterThan(2);
    expect(new Set(listed).size).toBe(listed.length);
    expect((await client.listMessages({ limit: 2 })).data).toHaveLength(2);
  });

  it('uploads files', async () => {
    const pack = await client.createContentPack({ name: 'uploads' });
    const form = new FormData();
    form.append('file', new Blob(['# Parking\n\nThe garage opens at six.']), 'parking.md');
    const job = await client.addDocuments(pack.id, form);
    expect((await client.getContentJob(pack.id, job.id)).id).toBe(job.id);
  });

  it('throws the problems of the service as errors of their own', async () => {
    await expect(client.getMessage('msg_unknown')).rejects.toThrow(NotFoundError);
    await expect(client.listUsers()).rejects.toThrow(PermissionError);
    const stranger = createClient({ baseUrl, apiKey: 'avw_live_wrong' });
    await expect(stranger.executeQuery({ prompt: canteen })).rejects.toThrow(AuthenticationError);
    await expect(client.executeQuery({ prompt: '' })).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/prompt' }],
    });
  });

  it('verifies the webhooks that the service sends', async () => {
    const receiver = await openReceiver();
    const { secret, ...endpoint } = await client.createWebhookEndpoint({ url: receiver.url });
    await client.testWebhookEndpoint(endpoint.endpoint_id);
    const [webhook] = await receiver.waitFor(1);
    const { body = '', headers = {} } = webhook ?? {};
    await expect(verifyWebhook({ body, headers, secret })).resolves.toMatchObject({ type: 'webhook.test' });
    await receiver.close();
  });
});

describe('the examples of the guide', async () => {
  const read = (name: string) => readFile(new URL(`../../../docs/guide/${name}`, import.meta.url), 'utf8');
  const pages = (await read('typescript-client.md')) + (await read('widget.md'));
  const examples = [...pages.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code);
  // Ignored by git, and inside the package, so that its name is found.
  const folder = fileURLToPath(new URL('../.built/examples/', import.meta.url));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('run as they are, all at once', async () => {
    await mkdir(folder, { recursive: true });
    const run = async (code: string, index: number) => {
      await writeFile(`${folder}${index}.ts`, code);
      const env = { ...process.env, AVOW_URL: baseUrl, AVOW_API_KEY: apiKey };
      return (await promisify(execFile)(process.execPath, [`${folder}${index}.ts`], { env })).stdout;
    };
    const printed = await Promise.all(examples.map(run));
    expect(printed.map((text) => text.split('\n')[0])).toEqual([
      expect.stringMatching(/\w/),
      expect.stringMatching(/^Where is the canteen\? \d+$/),
      'Every employee has 27 days of paid holiday in a calendar year.',
      expect.anything(),
      'no such message',
      '',
      expect.stringMatching(/^Your team lead approves travel/),
    ]);
  });
});
