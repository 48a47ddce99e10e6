import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generateClient } from '../../clients/python/build/generate.ts';
import { startServiceProcess } from '../../e2e/service-process.ts';
import { preparePython } from '../python-environment.ts';

const usage = `npm run check -- python
Generates the Python client, checks its types, and tests it and the examples of its guide page against a service that it
starts. Needs Python 3.10 or later, and the first time a package index.
npm run build -- python
Generates the client and builds its wheel and source package in clients/python/dist.
  --build   only build`;

const client = fileURLToPath(new URL('../../clients/python', import.meta.url));
const guide = new URL('../../docs/guide/python-client.md', import.meta.url);
const launcher = fileURLToPath(new URL('../../packages/server/bin/avow.js', import.meta.url));
const testTimeoutMs = 300_000;
const scopes =
  'query:write,messages:read,audit:read,audit:export,audit:erase,content:manage,guardrails:manage,webhooks:manage,keys:manage,log:read,review:decide';

const { values } = parseArgs({
  options: { build: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}

const bin = preparePython(new URL('requirements.txt', import.meta.url));
if (bin === null) {
  process.stderr.write('Python 3.10 or later with venv was not found: nothing was checked.\n');
  process.exit(2);
}
generateClient(bin);
const environment = {
  ...process.env,
  PATH: `${bin}:${process.env['PATH']}`,
  PYTHONPATH: join(client, 'src'),
};

function run(program: string, ...options: readonly string[]): void {
  process.stdout.write(`${program} ${options.join(' ')}\n`);
  const { status } = spawnSync(join(String(bin), program), options, {
    ...{ cwd: client, env: environment, stdio: ['ignore', 'inherit', 'inherit'], timeout: testTimeoutMs },
  });
  if (status === 0) return;
  process.stderr.write(`${program} failed\n`);
  process.exitCode = 1;
}

/** The Python blocks of the guide page: the first as a user would run it, and the others with the client of the first. */
function runExamples(folder: string): void {
  const blocks = [...readFileSync(guide, 'utf8').matchAll(/^```python\n([\s\S]*?)^```$/gm)];
  const [example = '', ...parts] = blocks.map(([, code = '']) => code);
  writeFileSync(join(folder, 'leave.md'), '# Leave\n\nParental leave is 26 weeks.\n');
  const runCode = (code: string) => {
    process.stdout.write(code);
    const options = { cwd: folder, env: environment, encoding: 'utf8' } as const;
    const printed = execFileSync(join(String(bin), 'python'), ['-c', code], options);
    process.stdout.write(printed);
    return printed;
  };
  const isRight = runCode(example).includes('27 days');
  for (const part of parts) runCode(completed(part));
  if (isRight && parts.length > 0) return;
  process.stderr.write('The examples did not print the answer.\n');
  process.exitCode = 1;
}

/** A part of a program, with what the page says before it. */
function completed(part: string): string {
  if (!part.startsWith('async ')) return `from avow import Avow\n\navow = Avow()\n${part}`;
  const indented = part.replaceAll(/^(?=.)/gm, '    ');
  return `import asyncio\nfrom avow import AsyncAvow\n\nasync def main() -> None:\n${indented}\nasyncio.run(main())\n`;
}

if (values.build) {
  run('python', '-m', 'build', '--no-isolation', '--outdir', 'dist', '.');
} else {
  run('ruff', 'check', '.');
  run('ruff', 'format', '--check', '.');
  run('mypy');
  run('pyright', '--pythonpath', join(bin, 'python'));
  const folder = mkdtempSync(join(tmpdir(), 'avow-check-python-'));
  const settings = { AVOW_DATA_DIR: folder, AVOW_DEMO: 'on', AVOW_WEBHOOK_PRIVATE_ADDRESSES: 'on' };
  const service = await startServiceProcess(settings);
  try {
    const keys = ['keys', 'create', '--tenant', 'demo', '--scopes', scopes, '--json'];
    const printed = execFileSync(process.execPath, [launcher, ...keys], {
      ...{ env: { ...process.env, ...settings }, encoding: 'utf8' },
    });
    Object.assign(environment, { AVOW_URL: service.url, AVOW_API_KEY: JSON.parse(printed).key });
    run('pytest', '-q', '-p', 'no:cacheprovider');
    runExamples(folder);
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
