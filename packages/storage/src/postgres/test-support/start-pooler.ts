import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Pooler {
  readonly port: number;
  stop(): Promise<void>;
}

const startPollMs = 20;
const startTimeoutMs = 10_000;

/** As the guide recommends; with few connections, so that they change hands. */
const settings = ['pool_mode = transaction', 'max_prepared_statements = 200', 'default_pool_size = 8'];

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const outcome = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return outcome;
}

/** PgBouncer in transaction mode, in front of a server. */
export async function startPooler({
  program,
  port,
  serverPort,
  password,
}: {
  readonly program: string;
  readonly port: number;
  readonly serverPort: number;
  readonly password: string;
}): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'avow-pooler-'));
  // It gives up the rights of root before it reads them.
  await chmod(folder, 0o755);
  const users = join(folder, 'users.txt');
  // Those that tests create as well.
  const known = { owner: password, visitor: password, probe: 'probe' };
  const entries = Object.entries(known).map(([name, secret]) => `"${name}" "${secret}"\n`);
  await writeFile(users, entries.join(''), { mode: 0o644 });
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${serverPort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    'max_client_conn = 1000',
    ...settings,
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  const child = spawn(program, ['-q', file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  for (const untilMs = performance.now() + startTimeoutMs; !(await isListening(port)); ) {
    if (child.exitCode !== null || performance.now() > untilMs)
      throw new Error(`${program} does not listen on its port`);
    await sleep(startPollMs);
  }
  return {
    port,
    async stop() {
      child.kill('SIGINT');
      child.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
