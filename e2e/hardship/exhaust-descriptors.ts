import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageId } from '@avow/foundation';
import { type ServiceProcess, startServiceProcess } from '../service-process.ts';
import { askMany, checkRecords, type Installed, install, type Outcome, plain, report } from './asking.ts';

const idleMax = 400;
const descriptorsMax = 200;
const askedMs = 10_000;
/** Of one core, while nothing is asked of it. */
const idleLoadMax = 0.2;

/** A question over a connection of its own, or over one that is kept; null: it was closed, and nothing came back. */
function askOver(service: ServiceProcess, apiKey: string, agent: Agent | false): Promise<Outcome | null> {
  const startedMs = performance.now();
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  return new Promise((resolve) => {
    const options = { method: 'POST', agent, headers, timeout: askedMs };
    const asked = request(`${service.url}/v1/query`, options, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const body = JSON.parse(Buffer.concat(chunks).toString()) as { message_id?: MessageId };
      const status = response.statusCode ?? 0;
      const messageId = status === 200 ? (body.message_id ?? null) : null;
      resolve({ status, ms: performance.now() - startedMs, messageId });
    });
    asked.on('error', () => resolve(null));
    asked.on('timeout', () => asked.destroy());
    asked.end(JSON.stringify({ prompt: 'Who approves travel?' }));
  });
}

const openOf = ({ child }: ServiceProcess) => readdirSync(`/proc/${child.pid}/fd`).length;

/** Seconds of processor time that the process has used. */
function usedSeconds({ child }: ServiceProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

interface Starved {
  readonly outcomes: readonly Outcome[];
  /** Of 20 questions each. */
  readonly kept: number;
  readonly fresh: number;
  readonly after: number;
  readonly open: number;
  readonly load: number;
}

/** Holds connections that say nothing, more than the service has descriptors for, and asks meanwhile. */
async function starve(service: ServiceProcess, apiKey: string): Promise<Starved> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const outcomes: Outcome[] = [];
  const askAll = async (over: Agent | false) => {
    const asked: (Outcome | null)[] = [];
    for (let count = 0; count < 20; count += 1) asked.push(await askOver(service, apiKey, over));
    outcomes.push(...asked.filter((outcome) => outcome !== null));
    return asked.filter((outcome) => outcome?.status === 200).length;
  };
  await askAll(agent);
  const { hostname, port } = new URL(service.url);
  const sockets: Socket[] = Array.from({ length: idleMax }, () =>
    connect(Number(port), hostname).on('error', () => undefined),
  );
  await sleep(1500);
  const open = openOf(service);
  const before = usedSeconds(service);
  await sleep(3000);
  const load = (usedSeconds(service) - before) / 3;
  const kept = await askAll(agent);
  const fresh = await askAll(false);
  // For a checkpoint, which is written to an anchor.
  await sleep(2500);
  for (const socket of sockets) socket.destroy();
  await sleep(1000);
  const after = await askAll(false);
  agent.destroy();
  return { outcomes, kept, fresh, after, open, load };
}

function judge(check: string, service: ServiceProcess, starved: Starved, logged: RegExp): void {
  const { kept, fresh, after, open, load } = starved;
  const line = service.said.join('\n').match(logged)?.[0];
  const isRunning = service.child.exitCode === null && load < idleLoadMax;
  report(
    check,
    after === 20 && kept === 20 && isRunning && line !== undefined,
    `${open} open with ${idleMax} idle connections, ${(100 * load).toFixed(0)} % of a core; of 20 questions each, ${kept} answered over a connection that was kept, ${fresh} over new ones, ${after} once there were descriptors; logged: ${line ?? 'nothing'}`,
  );
}

/** What clients take of a low limit, and then a limit that leaves none at all for files either. */
export async function exhaustDescriptors(dataDir: string): Promise<void> {
  const installed: Installed = await install(dataDir);
  const env = { ...plain, AVOW_DATA_DIR: dataDir };
  const limited = await startServiceProcess(env, { descriptorsMax });
  const crowded = await starve(limited, installed.apiKey);
  judge(
    `${idleMax} clients, ${descriptorsMax} file descriptors`,
    limited,
    crowded,
    /connections were refused/,
  );
  await limited.stop();

  const service = await startServiceProcess(env);
  const before = await askMany(service, installed.apiKey, 5);
  const all = openOf(service) + 3;
  execFileSync('prlimit', ['--pid', String(service.child.pid), `--nofile=${all}:${all}`]);
  const bare = await starve(service, installed.apiKey);
  judge('no file descriptors at all', service, bare, /EMFILE/);
  await service.stop();
  await checkRecords('no file descriptors', installed, [...before, ...crowded.outcomes, ...bare.outcomes]);
}
