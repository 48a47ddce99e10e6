import { execFileSync, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildOpenApi } from '@avow/contract';
import { startServiceProcess } from '../../e2e/service-process.ts';
import { prepareTools } from '../prepare-tools.ts';
import { preparePython } from '../python-environment.ts';

const usage = `npm run check -- openapi [--npm] [--seconds N]
Checks the OpenAPI document with the tools that its readers use.
  npm:     Redocly lints it; @hey-api/openapi-ts generates a client whose types are checked
  Python:  openapi-spec-validator validates it; openapi-python-client generates a client without a warning
  both:    many generated requests are held against validation (npm), and sent to a service that it starts (Schemathesis)
Python 3.10 or later is needed for its part, and without it the part is left out with a notice.
  --npm         only what needs no Python and takes seconds: Redocly and openapi-ts
  --seconds N   how long requests are sent (120)`;

const { values } = parseArgs({
  options: {
    npm: { type: 'boolean' },
    seconds: { type: 'string', default: '120' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
if (!/^[1-9][0-9]{0,3}$/.test(values.seconds)) {
  process.stderr.write(`--seconds takes a whole number from 1 to 9999, and not ${values.seconds}\n`);
  process.exit(2);
}

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const root = here('../../');
const work = mkdtempSync(join(tmpdir(), 'avow-check-openapi-'));
const document = join(work, 'openapi.json');
const stepTimeoutMs = 600_000;
let failed = 0;

interface Step {
  readonly name: string;
  readonly program: string;
  readonly options: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a tool, and shows what it printed if it found fault. */
function check({ name, program, options, cwd = work, env = {} }: Step): boolean {
  const started = performance.now();
  const { status, stdout, stderr, error } = spawnSync(program, options, {
    ...{ cwd, encoding: 'utf8', timeout: stepTimeoutMs, maxBuffer: 64 * 1024 * 1024 },
    env: { ...process.env, ...env },
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const fine = status === 0;
  process.stdout.write(`${fine ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n`);
  if (!fine) process.stdout.write(`${error?.message ?? ''}${stdout}${stderr}\n`);
  if (!fine) failed++;
  return fine;
}

function checkWithNpm(): void {
  const tools = prepareTools(here('tools.json'));
  const run = (file: string) => join(tools, 'node_modules', file);
  const node = process.execPath;
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  check({
    name: 'Redocly finds nothing to complain about',
    program: node,
    options: [
      run('@redocly/cli/bin/cli.js'),
      'lint',
      document,
      '--config',
      here('redocly.yaml'),
      '--max-problems',
      '20',
    ],
    env: quiet,
  });
  const generated = join(work, 'typescript');
  const isGenerated = check({
    name: 'openapi-ts generates a client',
    program: node,
    options: [run('@hey-api/openapi-ts/bin/run.js'), '-i', document, '-o', generated, '--no-log-file'],
  });
  if (!isGenerated) return;
  const compilerOptions = {
    ...{ strict: true, noEmit: true, target: 'es2022', module: 'esnext', moduleResolution: 'bundler' },
    ...{ lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
  };
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['typescript'] }));
  check({
    name: 'its types are sound',
    program: node,
    options: [join(root, 'node_modules/typescript/bin/tsc'), '-p', work],
  });
  const types = readFileSync(join(generated, 'types.gen.ts'), 'utf8');
  const isTyped = /export type ExecuteQueryResponses = \{[^}]*?\b200: QueryResponse;/.test(types);
  process.stdout.write(
    `${isTyped ? 'ok    ' : 'FAILED'} the answer to a question is typed as one, beside its stream\n`,
  );
  if (!isTyped) failed++;
}

function checkAgreement(): void {
  const seed = String(randomInt(2 ** 31));
  check({
    name: `the document and validation agree on generated values (seed ${seed})`,
    program: process.execPath,
    options: [
      join(root, 'node_modules/vitest/vitest.mjs'),
      ...['run', 'packages/contract/test/schema-agreement.test.ts', '--maxWorkers=1', '--testTimeout=300000'],
    ],
    cwd: root,
    env: { SCHEMA_RUNS: '600', SCHEMA_SEED: seed },
  });
}

function checkWithPython(bin: string): void {
  const path = { PATH: `${bin}:${process.env['PATH']}` };
  check({
    name: 'openapi-spec-validator accepts it',
    program: join(bin, 'openapi-spec-validator'),
    options: [document],
  });
  const options = ['generate', '--path', document, '--output-path', join(work, 'python'), '--meta', 'none'];
  const isGenerated = check({
    name: 'openapi-python-client generates a client without a warning',
    program: join(bin, 'openapi-python-client'),
    options: [...options, '--config', here('python-client.yaml'), '--fail-on-warning'],
    env: path,
  });
  if (!isGenerated) return;
  const query = readFileSync(join(work, 'python/api/answers/execute_query.py'), 'utf8');
  const isTyped = query.includes('response_200 = QueryResponse.from_dict(response.json())');
  process.stdout.write(
    `${isTyped ? 'ok    ' : 'FAILED'} there too, the answer to a question is typed as one\n`,
  );
  if (!isTyped) failed++;
}

/** Sends valid and invalid requests to every operation that neither signs in nor hands out access. */
async function checkWithService(bin: string): Promise<void> {
  const folder = join(work, 'data');
  const limits = ['QUERY', 'AUDIT', 'CONTENT'].flatMap((name) => [
    [`AVOW_${name}_RATE_PER_MINUTE`, '1000000'],
    [`AVOW_${name}_BURST`, '10000'],
  ]);
  const settings = {
    ...Object.fromEntries(limits),
    ...{ AVOW_DATA_DIR: folder, AVOW_FAILED_KEYS_PER_MINUTE: '1000000', AVOW_DEMO: 'on' },
  };
  const service = await startServiceProcess(settings);
  try {
    const scopes =
      'query:write,messages:read,audit:read,audit:erase,content:manage,guardrails:manage,webhooks:manage,log:read,review:decide';
    const launcher = join(root, 'packages/server/bin/avow.js');
    const printed = execFileSync(
      process.execPath,
      [launcher, 'keys', 'create', '--tenant', 'demo', '--scopes', scopes, '--json'],
      { env: { ...process.env, ...settings }, encoding: 'utf8' },
    );
    check({
      name: 'the running service does what the document says (Schemathesis)',
      program: join(bin, 'schemathesis'),
      options: [
        ...['--config-file', here('schemathesis.toml'), 'run', `${service.url}/openapi.json`],
        ...['-H', `Authorization: Bearer ${JSON.parse(printed).key}`, '--phases', 'coverage,fuzzing'],
        ...['--max-examples', '10', '--max-time', values.seconds, '--suppress-health-check', 'all'],
        // A stream is described as a text, and YAML is one too: it reads both as objects. MCP streams, and has errors of its
        // own: its conformance suite is in checks/ecosystem.
        ...['--exclude-tag', 'access', '--exclude-operation-id', 'streamMessageEvents'],
        ...['--exclude-operation-id', 'callMcp'],
        ...['--exclude-operation-id', 'getOpenApiYaml', '--no-color', '--continue-on-failure'],
      ],
    });
  } finally {
    await service.stop();
  }
}

try {
  writeFileSync(
    document,
    JSON.stringify(buildOpenApi({ baseUrl: 'https://avow.invalid', version: '0.1.0' })),
  );
  checkWithNpm();
  if (!values.npm) {
    checkAgreement();
    const bin = preparePython(new URL('requirements.txt', import.meta.url));
    if (bin === null)
      process.stdout.write(
        'left out: Python 3.10 or later with venv was not found, so its tools did not run\n',
      );
    else {
      checkWithPython(bin);
      await checkWithService(bin);
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
if (failed > 0) process.exitCode = 1;
