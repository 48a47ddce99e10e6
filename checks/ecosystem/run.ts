import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { defaultScopes } from '@avow/contract/roles';
import { createInstallation } from '../../e2e/new-installation.ts';
import { startServiceProcess } from '../../e2e/service-process.ts';
import { prepareTools } from '../prepare-tools.ts';
import { checkMcp } from './check-mcp.ts';
import { checkRuntimes } from './check-runtimes.ts';

const usage = `npm run check -- ecosystem
Has clients that others wrote call a service that it starts: the openai package, the Vercel AI SDK, LangChain, Open WebUI's
requests, the MCP client, and the conformance suite of MCP, with our tools and with its own; and our own client in Node, Bun and
Deno. The examples in the guide run as they stand. The clients are installed outside the project, from npm.`;

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
if (values.help) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const root = here('../../');
const launcher = join(root, 'packages/server/bin/avow.js');
const stepTimeoutMs = 120_000;

const office = `# Office

The office in Rotterdam opens at seven in the morning and closes at eight in the evening.

# Leave

Parental leave is 26 weeks.
`;

let failed = 0;

/** Awaited, since a proxy of this process may be needed meanwhile. */
function check(name: string, program: string, options: readonly string[], also: object): Promise<void> {
  const started = performance.now();
  return new Promise((resolve) => {
    const settings = { encoding: 'utf8', timeout: stepTimeoutMs, ...also } as const;
    execFile(program, [...options], settings, (error, stdout, stderr) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      process.stdout.write(`${error === null ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`);
      if (error !== null) process.stdout.write(`${stdout}${stderr}\n`);
      if (error !== null) failed++;
      resolve();
    });
  });
}

/** The examples of a page, for the service at this address. */
function examplesOf(page: string, url: string): string[] {
  const text = readFileSync(join(root, 'docs/guide', page), 'utf8');
  return [...text.matchAll(/^```(?:js|ts)\n(.*?)^```$/gms)].map(([, code = '']) =>
    code.replaceAll('http://127.0.0.1:8642', url),
  );
}

const tools = prepareTools(here('tools.json'));
const data = mkdtempSync(join(tmpdir(), 'avow-ecosystem-data-'));
const { data: folder, apiKey } = await createInstallation(data, [
  ...defaultScopes,
  'content:manage',
  'webhooks:manage',
]);
await folder.close();
const content = join(data, 'office');
mkdirSync(content);
writeFileSync(join(content, 'pack.json'), JSON.stringify({ name: 'office', description: 'For checks.' }));
writeFileSync(join(content, 'office.md'), office);
// Protocols are checked here, and not answers: keywords find them, and the service starts in a second.
const withoutModels = {
  AVOW_SEARCH_BY_MEANING: 'off',
  AVOW_EMBEDDED_READER: 'off',
  AVOW_EMBEDDED_SCREENER: 'off',
};
const env = { PATH: process.env['PATH'] ?? '', AVOW_DATA_DIR: data, ...withoutModels };
await check('load a pack', process.execPath, [launcher, 'packs', 'load', content, '--yes'], { env });
const service = await startServiceProcess({
  ...env,
  AVOW_QUERY_BURST: '1000',
  AVOW_AUDIT_BURST: '1000',
  AVOW_CONTENT_BURST: '1000',
});
try {
  const clientEnv = { ...env, AVOW_URL: service.url, AVOW_API_KEY: apiKey, HOME: process.env['HOME'] ?? '' };
  const inTools = { cwd: tools, env: clientEnv };
  const script = join(tools, 'chat-clients.js');
  copyFileSync(here('chat-clients.js'), script);
  await check('openai, LangChain and the requests of Open WebUI', process.execPath, [script], inTools);
  for (const page of ['chat-completions.md', 'mcp.md'])
    for (const [at, code] of examplesOf(page, service.url).entries()) {
      const example = join(tools, `example-${at}.mjs`);
      writeFileSync(example, code);
      await check(`example ${at + 1} of docs/guide/${page}`, process.execPath, [example], inTools);
    }
  await checkRuntimes(tools, examplesOf('typescript-client.md', service.url), (name, program, options) =>
    check(name, program, options, inTools),
  );
  await checkMcp(tools, { url: service.url, apiKey }, (name, program, options) =>
    check(name, program, options, inTools),
  );
} finally {
  await service.stop();
  rmSync(data, { recursive: true, force: true });
}
process.stdout.write(failed === 0 ? 'all checks passed\n' : `${failed} checks failed\n`);
process.exit(failed === 0 ? 0 : 1);
