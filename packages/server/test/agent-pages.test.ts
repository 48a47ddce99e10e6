import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from './support/test-service.ts';

const launcher = fileURLToPath(new URL('../bin/avow.js', import.meta.url));
// Ignored by git, and inside the package, so that what it depends on is found.
const folder = fileURLToPath(new URL('../.built/examples/', import.meta.url));
let service: TestService;
let url: string;
let apiKey: string;

beforeAll(async () => {
  service = await startTestService();
  const tenantId = await service.createTenant('office');
  await service.loadPack(tenantId, { 'leave.md': '# Leave\n\nParental leave is 26 weeks.\n' });
  apiKey = await service.createKey(tenantId);
  url = await service.app.listen();
  await mkdir(folder, { recursive: true });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const read = (page: string) => readFile(new URL(`../../../docs/guide/${page}`, import.meta.url), 'utf8');
const blocksOf = async (page: string, language: string) =>
  [...(await read(page)).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, code = '']) => code,
  );
const isInstalled = (code: string) =>
  [...code.matchAll(/ from '([^']+)'/g)].every(([, name = '']) => {
    try {
      return import.meta.resolve(name) !== '';
    } catch {
      return false;
    }
  });

// What is not installed here is run by npm run check -- ecosystem.
it.each([
  ['mcp.md', 1, 'Parental leave is 26 weeks. review_citations\n'],
  ['chat-completions.md', 1, 'Parental leave is 26 weeks.'],
])('runs the programs of %s as they stand', async (page, count, printed) => {
  const examples = (await blocksOf(page, 'js')).filter(isInstalled);
  expect(examples.length).toBeGreaterThanOrEqual(count);
  for (const [index, code] of examples.entries()) {
    const file = `${folder}${page}-${index}.mjs`;
    await writeFile(file, code.replaceAll('http://127.0.0.1:8642', url));
    const env = { ...process.env, AVOW_API_KEY: apiKey };
    expect((await promisify(execFile)(process.execPath, [file], { env })).stdout).toBe(printed);
  }
});

it('is started by an agent as mcp.md has it written into the file of servers', async () => {
  const [entry = ''] = (await blocksOf('mcp.md', 'json')).filter((block) => block.includes('mcpServers'));
  const filled = entry.replace('http://127.0.0.1:8642', url).replace('avw_live_…', apiKey);
  const { command, args, env } = JSON.parse(filled).mcpServers.avow;
  // What npx finds in the folder where Avow is installed.
  expect([command, args.slice(0, 3)]).toEqual(['npx', ['--prefix', '/opt/avow', 'avow']]);
  const client = new Client({ name: 'test', version: '1.0.0' });
  const started = { command: process.execPath, args: [launcher, ...args.slice(3)], env };
  await client.connect(new StdioClientTransport(started));
  const asked = { name: 'ask', arguments: { question: 'How long is parental leave?' } };
  const { structuredContent } = await client.callTool(asked);
  expect(structuredContent).toMatchObject({ answer: 'Parental leave is 26 weeks.' });
  await client.close();
});
