import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { recordTerminal, runCli } from '@avow/server/testing';
import { followLink, type Person } from './follow-link.ts';

const launcher = fileURLToPath(new URL('../../../server/bin/avow.js', import.meta.url));

/** The product as it is installed: a process of its own with its models, called over the network alone. */
export interface Product {
  readonly url: string;
  /** Who runs the installation, and sees no content. */
  readonly operator: Person;
  /** A new tenant, and the one-time link of its owner. */
  newTenant(name: string): Promise<string>;
  /** Runs a command on the machine of the installation, while it serves, and returns what it says. */
  run(...words: string[]): Promise<string>;
  close(): Promise<void>;
}

/** People of these tests do in a minute what others do in a day; a busy machine takes its time; models are on this machine. */
const roomy = {
  ...{ AVOW_QUERY_BURST: '10000', AVOW_CONTENT_BURST: '10000', AVOW_AUDIT_BURST: '10000' },
  ...{ AVOW_SIGN_INS_PER_MINUTE: '10000', AVOW_QUERY_DEADLINE_MS: '120000' },
  AVOW_FETCH_PRIVATE_ADDRESSES: 'on',
};

/** On SQLite, or on the PostgreSQL whose address is given. */
export async function startProduct(databaseUrl?: string): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'avow-product-'));
  const env = {
    ...roomy,
    ...{ AVOW_DATA_DIR: folder, AVOW_PORT: '0', AVOW_DEMO: 'off', AVOW_LOG_LEVEL: 'error' },
    ...(databaseUrl === undefined ? {} : { AVOW_DATABASE_URL: databaseUrl }),
  };
  const avow = async (...words: string[]) => {
    const { terminal, said } = recordTerminal();
    if ((await runCli(words, env, terminal)) !== 0) throw new Error(`avow ${words[0]}: ${said().err}`);
    return said().out;
  };
  await avow('tenants', 'create', 'house');
  const given = ['olive@example.com', '--name', 'Olive Operator', '--role', 'operator', '--tenant', 'house'];
  const [, token = ''] = /#(avl_[\w-]+)/.exec(await avow('users', 'create', ...given)) ?? [];
  const { url, stop } = await serve(env);
  const operator = await followLink(url, token);
  return {
    ...{ url, operator, run: avow },
    async newTenant(name) {
      const owner = { email: `owner@${name}.example`, name: 'Olga Owner' };
      const created = await operator.call('POST', '/v1/tenants', { name, owner });
      return created.owner.link.url;
    },
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function serve(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [launcher, 'serve'], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, ready] = /^Avow is ready at (\S+)/.exec(line) ?? [];
      if (ready !== undefined) resolve(ready);
    });
    void ended.then(() => reject(new Error('the service ended at its start')));
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
