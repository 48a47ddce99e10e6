import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * `npm run check -- first-run` does what a person does on a machine that has nothing but Node and git: clones the repository,
 * installs with an empty cache, starts, and asks the first question. It reports how long each step takes. Of the settings
 * of this machine, only those are used that say how a registry is reached: those of npm, certificates and proxies.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'avow-first-run-'));
const secondsMax = 180;
const home = join(folder, 'home');
mkdirSync(home);
const find = (command: string) => spawnSync('which', [command], { encoding: 'utf8' }).stdout.trim();
const reaching = /^(?:npm_config_registry|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|(?:https?|no)_proxy)$/i;
const stepMsMax = 600_000;
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => reaching.test(name))),
  PATH: [...new Set([find('node'), find('git'), '/usr/bin/x', '/bin/x'].map(dirname))].join(delimiter),
  HOME: home,
  npm_config_cache: join(folder, 'cache'),
  npm_config_userconfig: process.env['npm_config_userconfig'] ?? join(homedir(), '.npmrc'),
  AVOW_PORT: '0',
};
const checkout = join(folder, 'avow');
let total = 0;

function took(step: string, startedMs: number): void {
  const seconds = (performance.now() - startedMs) / 1000;
  total += seconds;
  process.stdout.write(`${step.padEnd(44)}${seconds.toFixed(1).padStart(7)} s\n`);
}

function step(name: string, command: string, parameters: readonly string[], cwd: string): void {
  const startedMs = performance.now();
  const options = { cwd, env, encoding: 'utf8', timeout: stepMsMax } as const;
  const { status, stderr } = spawnSync(command, parameters, options);
  if (status !== 0) throw new Error(`${name} failed: ${status === null ? 'it takes too long' : stderr}`);
  took(name, startedMs);
}

/** Resolves with the address and the key that the first start prints. */
function awaitReady(child: ChildProcess): Promise<{ readonly url: string; readonly key: string }> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) throw new Error('its output is a pipe');
    let key = '';
    createInterface({ input: child.stdout }).on('line', (line) => {
      key = /AVOW_API_KEY=(\S+)/.exec(line)?.[1] ?? key;
      const url = /^Avow is ready at (\S+)/.exec(line)?.[1];
      if (url !== undefined) resolve({ url, key });
    });
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)));
  });
}

async function ask({ url, key }: { readonly url: string; readonly key: string }): Promise<string> {
  const response = await fetch(`${url}/v1/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'How many days of holiday do I get?' }),
  });
  const { answer, status } = (await response.json()) as { answer?: string; status?: string };
  if (status !== 'delivered') throw new Error(`the first question was not answered: ${status}`);
  return answer ?? '';
}

try {
  step('git clone', 'git', ['clone', '--quiet', '--depth', '1', `file://${root}`, checkout], folder);
  step('npm install --omit=dev, empty cache', 'npm', ['install', '--omit=dev'], checkout);
  const startedMs = performance.now();
  const child = spawn('npm', ['start'], { cwd: checkout, env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const ready = await awaitReady(child);
    took('npm start, until it is ready', startedMs);
    const askedMs = performance.now();
    const answer = await ask(ready);
    took('the first question', askedMs);
    process.stdout.write(`${'together'.padEnd(44)}${total.toFixed(1).padStart(7)} s\n\n${answer}\n`);
  } finally {
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.exitCode = total <= secondsMax ? 0 : 1;
