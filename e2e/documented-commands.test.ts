import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocumentedInstallation, type DocumentedInstallation } from './documented-installation.ts';
import { readDocumentedPages } from './read-blocks.ts';

/** Whole blocks that are not run, each with the reason. */
const notRun: ReadonlyArray<readonly [block: string, reason: string]> = [
  [
    `npm install && npm start    # sets everything up, prints a key and a curl line, and serves on http://127.0.0.1:8642
npm install && npm test     # runs the tests`,
    'installs from the network, and runs until it is stopped',
  ],
  ['npm install\nnpx avow serve', 'installs from the network, and runs until it is stopped'],
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
  ['npx avow eval review handbook', 'needs a person at a terminal'],
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
  [
    `curl -si http://127.0.0.1:8642/v1/content-packs/$PACK_ID/documents \\
  -H "Authorization: Bearer $AVOW_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"fetch_url":"https://www.example.org/returns"}'`,
    'makes the service fetch from the public internet',
  ],
];

/** What a block says whose request is refused, as its page shows. */
const refusedBody = '{"prompt":""}';

const pages = readDocumentedPages();
const launcher = fileURLToPath(new URL('../packages/server/bin/avow.js', import.meta.url));
const blockTimeoutMs = 60_000;
const pageTimeoutMs = 180_000;
const curlHttpError = 22;

let directory: string;
let installation: DocumentedInstallation;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-documented-'));
  installation = await createDocumentedInstallation(directory);
  const bin = join(directory, 'bin');
  mkdirSync(bin);
  // What npx does in the folder where Avow is installed, without the second that npm takes to start.
  const npx = `#!/bin/sh\n[ "$1" = avow ] || { echo "npx $1 is not installed" >&2; exit 127; }\nshift\nexec '${process.execPath}' '${launcher}' "$@"\n`;
  writeFileSync(join(bin, 'npx'), npx);
  chmodSync(join(bin, 'npx'), 0o755);
  // The pages name the default port, and any service may listen there. A refusal is a failure of the command.
  const { host } = new URL(installation.serviceUrl);
  writeFileSync(
    join(directory, '.curlrc'),
    `connect-to = "127.0.0.1:8642:${host}"\nfail-with-body\nnoproxy = "*"\n`,
  );
}, 180_000);

afterAll(async () => {
  await installation?.close();
  await rm(directory, { recursive: true, force: true });
});

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
        const { code, output } = await runBlock([...exported, block].join('\n'), folder);
        const expected = block.includes(refusedBody) ? curlHttpError : 0;
        expect(code, `${page}:\n${block}\n${output}`).toBe(expected);
        // What is set in one block of a page is set for the next: both are typed into one terminal.
        exported.push(...block.split('\n').filter((line) => line.startsWith('export ')));
      }
    },
    pageTimeoutMs,
  );
});

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
    PATH: `${join(directory, 'bin')}:${process.env['PATH'] ?? ''}`,
    CURL_HOME: directory,
    HOME: directory,
    AVOW_URL: installation.serviceUrl,
    AVOW_DATA_DIR: dataDirOf(block),
    ...installation.variables,
    ...messageOf(block),
  };
}

async function runBlock(block: string, cwd: string): Promise<{ code: number | null; output: string }> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', block], {
    ...{ cwd, env: environmentOf(block), timeout: blockTimeoutMs, killSignal: 'SIGKILL' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => {
      output += String(piece);
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}
