import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitFor } from '@avow/foundation/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocumentedConnections, startDocumentedConnections } from './documented-connections.ts';
import { createDocumentedInstallation, type DocumentedInstallation } from './documented-installation.ts';
import { readDocumentedPages } from './read-blocks.ts';

/** Whole blocks that are not run, each with the reason. */
const notRun: ReadonlyArray<readonly [block: string, reason: string]> = [
  [
    `npm install --omit=dev && npm start    # sets everything up, prints a key and a curl line, and serves on http://127.0.0.1:8642
npm install && npm test                # installs what developers need too, and runs the tests`,
    'installs from the network, and runs until it is stopped',
  ],
  ['npm install --omit=dev\nnpm start', 'installs from the network, and runs until it is stopped'],
  ['npx avow serve', 'runs until it is stopped'],
  [
    `export AVOW_DATABASE_URL=postgres://avow:secret@db.example:5432/avow
npx avow serve`,
    'needs a database server, and runs until it is stopped',
  ],
  [
    `AVOW_DATA_DIR=./avow-keys npx avow tenants create acme
kubectl create secret generic avow --from-literal=database-url="$AVOW_DATABASE_URL" \\
  --from-file=./avow-keys/pepper.key --from-file=./avow-keys/master.key --from-file=./avow-keys/log.key`,
    'needs a database server and a cluster',
  ],
  ['npx avow migrate --from-sqlite', 'needs a database server, and moves the records away'],
  [
    'AVOW_PORT=9000 AVOW_DATA_DIR=/var/lib/avow npx avow serve',
    'runs until it is stopped, on a folder of the system',
  ],
  [
    'AVOW_BASE_URL=https://answers.example.org AVOW_TRUSTED_PROXIES=127.0.0.1 npx avow serve',
    'runs until it is stopped',
  ],
  [
    'AVOW_TIME_STAMP_URLS=https://tsa.example.org/tsr AVOW_TIME_STAMP_ROOTS_FILE=/etc/avow/tsa-roots.pem npx avow serve',
    'runs until it is stopped, with an authority',
  ],
  ['npx avow streams test siem', 'needs a collector'],
  ['npx avow eval review handbook', 'needs a person at a terminal'],
  [
    `curl -s "http://127.0.0.1:8642/v1/messages/$MESSAGE_ID/notification" \\
  -H "Authorization: Bearer $AVOW_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"email": "ada@example.com"}'`,
    'needs a mail server',
  ],
  [
    'npx avow eval review larkfield-handbook    # shows them one by one, for you to accept, edit or dismiss',
    'needs a person at a terminal',
  ],
  [
    'npx avow audit rotate-key --to /etc/avow/log-2027.key',
    'writes to a folder of the system, while no service runs',
  ],
  [
    'npx avow audit rekey --to /etc/avow/master-2027.key',
    'writes to a folder of the system, while no service runs',
  ],
  ['ollama pull llama3.1:8b', 'needs Ollama and the network'],
  ['npm install --no-save node-llama-cpp@3', 'installs from the network'],
  [
    'npx avow models add ~/models/qwen2.5-1.5b-instruct-q4_k_m.gguf --file models.json',
    'needs the weights of a model',
  ],
];

/** What a block says whose request is refused, as its page shows. */
const refusedBody = '{"prompt":""}';

const pages = readDocumentedPages();
const packages = fileURLToPath(new URL('../node_modules', import.meta.url));
const preload = new URL('./simulated-hosts.ts', import.meta.url).href;
const launcher = fileURLToPath(new URL('../packages/server/bin/avow.js', import.meta.url));
/** For what is preloaded, before a command could set it. */
const compileCache = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' };
const blockTimeoutMs = 300_000;
const curlHttpError = 22;

let directory: string;
let installation: DocumentedInstallation;
let connections: DocumentedConnections;
let commands: ChildProcess;
let commandsPort: number;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-documented-'));
  connections = await startDocumentedConnections();
  installation = await createDocumentedInstallation(directory, simulating('the service'));
  const bin = join(directory, 'bin');
  mkdirSync(bin);
  commands = fork(new URL('./command-process.ts', import.meta.url), {
    env: { PATH: process.env['PATH'] ?? '', ...compileCache, ...simulating('a page') },
  });
  commandsPort = await new Promise((resolve, reject) => {
    commands.once('message', (port) => resolve(Number(port)));
    commands.once('exit', () => reject(new Error('the process that runs commands did not start')));
  });
  // Optional packages are here already, of the version that the pages name.
  const npm = `#!/bin/sh\n[ "$1 $2" = 'install --no-save' ] || exit 1\ncase "$(cat '${packages}'/"\${3%@*}"/package.json)" in *'"version": "'"\${3##*@}".*) ;; *) exit 1 ;; esac\n`;
  for (const [name, script] of Object.entries({ npx: npxScript(bin), npm })) {
    writeFileSync(join(bin, name), script);
    chmodSync(join(bin, name), 0o755);
  }
  // The pages name the default port, and any service may listen there. A refusal is a failure of the command.
  const { host } = new URL(installation.serviceUrl);
  writeFileSync(
    join(directory, '.curlrc'),
    `connect-to = "127.0.0.1:8642:${host}"\nfail-with-body\nnoproxy = "*"\n`,
  );
});

afterAll(async () => {
  commands?.disconnect();
  await installation?.close();
  await connections?.close();
  await rm(directory, { recursive: true, force: true });
});

/**
 * What npx does in the folder where Avow is installed, without the second that npm takes to start. The first command of each
 * group is a process of its own, and so is each that reads its input, writes bytes or runs until it is stopped; the others run
 * in one process, where COMMANDS_PORT has it.
 */
function npxScript(bin: string): string {
  return `#!/bin/sh
[ "$1" != --prefix ] || shift 2
[ "$1" = avow ] || { echo "npx $1 is not installed" >&2; exit 127; }
shift
case "$1" in serve | mcp | slack | teams | backup | restore | -*) alone=yes ;; esac
case " $* " in *' - '*) alone=yes ;; esac
if [ -n "$alone" ] || [ -z "$COMMANDS_PORT" ] || mkdir '${bin}/seen-'"$1" 2>/dev/null; then
  exec '${process.execPath}' '${launcher}' "$@"
fi
folder=$(mktemp -d '${bin}/said-XXXXXX')
printf '%s\\0' "$@" >"$folder/words"
env -0 >"$folder/env"
code=$(curl -qsS --noproxy '*' "http://127.0.0.1:$COMMANDS_PORT/?folder=$folder") || exit 70
cat "$folder/out"
cat "$folder/err" >&2
exit "$code"
`;
}

const isRun = (block: string) => !notRun.some(([text]) => text === block.trim());

describe('the commands in README and guide', () => {
  it('are found, and every listed exception still exists', () => {
    const blocks = pages.flatMap((page) => page.blocks);
    expect(blocks.length).toBeGreaterThan(60);
    for (const [text] of notRun) expect(blocks.map((block) => block.trim())).toContain(text);
    expect(blocks.filter((block) => block.includes(refusedBody))).toHaveLength(1);
  });

  it.each(pages)(
    'of $page run as they stand in an installation with two tenants',
    async ({ page, blocks }) => {
      const folder = join(directory, page.replaceAll('/', '-'));
      mkdirSync(folder);
      const exported: string[] = [];
      for (const block of blocks) {
        if (!isRun(block)) continue;
        installation.writeFiles(folder);
        connections.writeFiles(folder);
        await expectToRun(page, [...exported, block].join('\n'), folder);
        // What is set in one block of a page is set for the next: both are typed into one terminal.
        exported.push(...block.split('\n').filter((line) => line.startsWith('export ')));
      }
      // Some of them by the service, which nothing on the page waits for.
      if (page.endsWith('/sources.md')) await waitFor(() => expect(connections.unread()).toEqual([]));
    },
  );
});

async function expectToRun(page: string, written: string, folder: string): Promise<void> {
  // The first key of a page that needs one is the reader's own.
  const block = connections.fill(
    written.replaceAll('avw_live_…', installation.variables['AVOW_API_KEY'] ?? ''),
  );
  const watched = connections.watched(block);
  // Those of another page reach other hosts.
  const commandsAt = page.endsWith('/teams.md') ? {} : { COMMANDS_PORT: String(commandsPort) };
  const env = { ...environmentOf(block), ...simulating(page), ...commandsAt };
  const running = startBlock(block, { cwd: folder, env });
  const said = (output: string) => `${page}:\n${written}\n${output}`;
  if (watched === null) {
    const { code, output } = await running.ended;
    expect(code, said(output)).toBe(block.includes(refusedBody) ? curlHttpError : 0);
    return;
  }
  const url = await running.until(watched.ready);
  expect(await watched.use(url ?? ''), said(running.output())).toContain('27');
  running.stop();
  const { output } = await running.ended;
  expect(output, said(output)).toContain('Received SIGTERM: finishing questions in progress.');
}

/** Lets a process reach the servers that stand for those of the page, and for the default address of the service. */
function simulating(page: string): Readonly<Record<string, string>> {
  const service = installation === undefined ? {} : { '127.0.0.1:8642': installation.serviceUrl };
  const hosts = { ...connections.hostsOf(page), ...service };
  return { NODE_OPTIONS: `--import=${preload}`, SIMULATED_HOSTS: JSON.stringify(hosts) };
}

/** The message that a block is about: some blocks end it, and one needs a message that waits. */
function messageOf(block: string): Readonly<Record<string, string>> {
  if (/\$MESSAGE_ID\/erase/.test(block)) return { MESSAGE_ID: installation.takeDelivered() };
  if (/\$MESSAGE_ID\/cancel|\/v1\/review\/\$MESSAGE_ID/.test(block))
    return { MESSAGE_ID: installation.takePending() };
  return {};
}

/** A block that creates acme begins with the demonstration alone. */
function dataDirOf(block: string): string {
  if (!block.includes('tenants create acme')) return installation.dataDir;
  const copy = mkdtempSync(join(directory, 'demo-'));
  installation.copyDemoOnly(copy);
  return copy;
}

function environmentOf(block: string): Readonly<Record<string, string>> {
  return {
    ...compileCache,
    PATH: `${join(directory, 'bin')}:${process.env['PATH'] ?? ''}`,
    CURL_HOME: directory,
    HOME: directory,
    AVOW_URL: installation.serviceUrl,
    AVOW_DATA_DIR: dataDirOf(block),
    ...installation.variables,
    ...messageOf(block),
  };
}

function startBlock(block: string, also: { readonly cwd: string; readonly env: Record<string, string> }) {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', block], {
    ...{ ...also, timeout: blockTimeoutMs, killSignal: 'SIGKILL', detached: true },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  );
  const pieces = [child.stdout, child.stderr].map((stream) =>
    stream.on('data', (piece) => {
      output += String(piece);
    }),
  );
  return {
    ended,
    output: () => output,
    /** What the pattern captures once it is printed; null: the block ended without it. */
    until: async (pattern: RegExp): Promise<string | null> => {
      const isOver = { value: false };
      void ended.then(() => {
        isOver.value = true;
      });
      for (;;) {
        const found = pattern.exec(output)?.[1];
        if (found !== undefined || isOver.value) return found ?? null;
        await Promise.race([ended, ...pieces.map((stream) => once(stream, 'data'))]);
      }
    },
    /** The whole group: the shell does not pass a signal on. */
    stop: () => process.kill(-(child.pid ?? 0), 'SIGTERM'),
  };
}
