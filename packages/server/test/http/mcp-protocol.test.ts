import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { injectFetch } from '../support/inject-fetch.ts';
import { createFixtureServer } from '../support/mcp-fixtures/create-fixture-server.ts';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

const base = 'http://localhost:8080';
let service: TestService;
let fixtures: TestService;
let key: string;

beforeAll(async () => {
  service = await startTestService({ env: { AVOW_BASE_URL: base } });
  fixtures = await startTestService({
    ...{ beside: service, env: { AVOW_BASE_URL: base }, createMcpServer: createFixtureServer },
  });
  const tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId);
  await service.loadPack(tenantId, officePack);
});
afterAll(async () => {
  await fixtures.close();
  await service.close();
});

async function connect({ app }: TestService, client: Client): Promise<Client> {
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${base}/mcp`), {
      fetch: injectFetch(app),
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  );
  return client;
}

const newClient = (options: ConstructorParameters<typeof Client>[1] = {}) =>
  new Client({ name: 'test', version: '1.0.0' }, options);

/** The client of the current revision, which needs no session. */
const current = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const;

describe('the prompts of the MCP server', () => {
  it('tell an agent to use the tools, with what the person gave', async () => {
    const client = await connect(service, newClient(current));
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['answer_from_knowledge', 'check_against_sources']);
    const question = 'Who approves travel?';
    const asked = await client.getPrompt({ name: 'answer_from_knowledge', arguments: { question } });
    expect(asked.messages).toEqual([
      { role: 'user', content: { type: 'text', text: expect.stringMatching(/"ask".*\n\nWho approves/s) } },
    ]);
    const checked = await client.getPrompt({
      ...{ name: 'check_against_sources', arguments: { text: 'Travel is free.' } },
    });
    expect(JSON.stringify(checked.messages)).toContain('search_passages');
    await client.close();
  });

  it('are refused without what they need, or with too much of it', async () => {
    const client = await connect(service, newClient(current));
    const get = (name: string, given: Record<string, string>) =>
      client.getPrompt({ name, arguments: given }).then(
        () => 'given',
        (error: { readonly code: number }) => error.code,
      );
    expect(await get('answer_from_knowledge', {})).toBe(-32_602);
    expect(await get('answer_from_knowledge', { question: ' ' })).toBe(-32_602);
    expect(await get('check_against_sources', { text: 'a'.repeat(20_001) })).toBe(-32_602);
    expect(await get('none', {})).toBe(-32_602);
    await client.close();
  });
});

describe('what the MCP server says of itself', () => {
  it('promises no announcements, and refuses to be listened to', async () => {
    const client = await connect(service, newClient(current));
    expect(client.getServerCapabilities()).toEqual({
      ...{ tools: { listChanged: false }, resources: { listChanged: false } },
      prompts: { listChanged: false },
    });
    await client.close();
    for (const id of [7, 'seven']) {
      const refused = await service.app.http.inject({
        ...{ method: 'POST', url: '/mcp' },
        headers: {
          ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json', host: 'localhost' },
          ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2026-07-28' },
        },
        payload: { jsonrpc: '2.0', id, method: 'subscriptions/listen', params: {} },
      });
      expect(refused.statusCode).toBe(404);
      expect(refused.json()).toEqual({
        ...{ jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } },
      });
    }
  });
});

describe('the transport of the MCP server', () => {
  it('takes a request that names no media type, and refuses one that excludes events', async () => {
    const ping = (accept: string | null) =>
      service.app.http.inject({
        ...{ method: 'POST', url: '/mcp', payload: { jsonrpc: '2.0', id: 1, method: 'ping' } },
        headers: {
          ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json', host: 'localhost' },
          ...(accept === null ? {} : { accept }),
        },
      });
    for (const accept of [null, '*/*', 'application/*, text/event-stream;q=0.5'])
      expect((await ping(accept)).statusCode, String(accept)).toBe(200);
    for (const accept of ['application/json', 'text/event-stream', 'application/json, text/event-stream;q=0'])
      expect(problemOf(await ping(accept)).code, accept).toBe('not_acceptable');
  });

  it('carries questions to the client, answers of it, and sealed state between the rounds', async () => {
    const client = newClient({ ...current, capabilities: { elicitation: { form: {} } } });
    const asked: string[] = [];
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message);
      return { action: 'accept', content: { name: 'Ada', color: 'green', ok: true } };
    });
    await connect(fixtures, client);
    const text = async (name: string) =>
      JSON.stringify((await client.callTool({ name, arguments: {} })).content);
    expect(await text('test_input_required_result_elicitation')).toContain('Hello, Ada!');
    expect(await text('test_input_required_result_request_state')).toContain('state-ok');
    expect(await text('test_input_required_result_multi_round')).toContain('All steps are done.');
    expect(asked).toEqual([
      'What is your name?',
      'Please confirm',
      'Step 1: What is your name?',
      'Step 2: What is your favorite color?',
    ]);
    await client.close();
  });

  it.each([
    ['2026-07-28', current],
    ['2025-11-25', {}],
  ])('carries progress while a tool of revision %s works', async (_revision, options) => {
    const client = await connect(fixtures, newClient(options));
    const seen: number[] = [];
    await client.callTool(
      { name: 'test_tool_with_progress', arguments: {} },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    expect(seen).toEqual([0, 50, 100]);
    await client.close();
  });
});
