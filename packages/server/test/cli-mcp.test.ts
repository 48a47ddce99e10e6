import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { recordTerminal } from './support/record-terminal.ts';
import { officePack, startTestService, type TestService } from './support/test-service.ts';

const program = fileURLToPath(new URL('../bin/avow.js', import.meta.url));
let service: TestService;
let env: Record<string, string>;

beforeAll(async () => {
  service = await startTestService();
  const tenantId = await service.createTenant('office');
  await service.loadPack(tenantId, officePack);
  env = { AVOW_URL: await service.app.listen(), AVOW_API_KEY: await service.createKey(tenantId) };
});
afterAll(() => service.close());

it('serves the tools, resources and prompts of a running service over standard input and output', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StdioClientTransport({
    ...{
      command: process.execPath,
      args: [program, 'mcp'],
      env: { ...process.env, ...env } as Record<string, string>,
    },
  });
  await client.connect(transport);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'ask',
    'search_passages',
    'read_document',
    'get_record',
    'get_receipt',
  ]);
  const asked = await client.callTool({ name: 'ask', arguments: { question: 'Where is the canteen?' } });
  expect(asked.structuredContent).toMatchObject({ status: 'delivered', band: 'high' });
  const refused = await client.callTool({ name: 'ask', arguments: { question: ' ' } });
  expect(refused.isError).toBe(true);
  const { resources } = await client.listResources();
  const { contents } = await client.readResource({ uri: resources[1]?.uri ?? '' });
  expect(contents).toHaveLength(1);
  await expect(client.readResource({ uri: 'avow://documents/doc_1' })).rejects.toThrow();
  const { prompts } = await client.listPrompts();
  const [{ name = '' } = {}] = prompts;
  const prompt = await client.getPrompt({ name, arguments: { question: 'Where is the canteen?' } });
  expect(JSON.stringify(prompt.messages)).toContain('Where is the canteen?');
  await client.close();
});

it('says what is wrong with the address or the key before it serves', async () => {
  const run = async (given: Record<string, string>) => {
    const { terminal, said } = recordTerminal();
    const code = await runCli(['mcp'], given, terminal);
    return { code, text: said().err };
  };
  expect(await run({})).toMatchObject({ code: 1, text: expect.stringContaining('AVOW_API_KEY') });
  const wrongKey = await run({ ...env, AVOW_API_KEY: 'avw_live_no' });
  expect(wrongKey).toMatchObject({ code: 1, text: expect.stringContaining('unauthenticated') });
  const nobody = await run({ ...env, AVOW_URL: 'http://127.0.0.1:9' });
  expect(nobody).toMatchObject({ code: 1, text: expect.stringContaining('does not respond') });
});
