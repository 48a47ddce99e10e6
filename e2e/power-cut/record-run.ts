import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceProcess, startServiceProcess } from '../service-process.ts';
import type { RecordedFolder } from './recorded-folder.ts';

/** How a service ends: in order, or in the middle of a write. */
export type End = 'stop' | 'die';

/** The requests to the installation, and the acknowledgements of it. */
export interface RecordedRun {
  readonly apiKey: string;
  /** When the command that made the key had ended. */
  readonly keyMadeNs: number;
  readonly packLoadedNs: number;
  /** The idempotency key under which each message was asked for, by message. */
  readonly keys: ReadonlyMap<string, string>;
  /** The messages that were to be erased, whether or not that was acknowledged. */
  readonly erasing: ReadonlySet<string>;
  readonly faults: readonly string[];
}

const clients = 8;
const keyPrefix = 'asked-';
const asyncEvery = 8;
const feedbackEvery = 5;
const eraseEvery = 7;
const inProgress = 409;
const againAfterMs = 20;

const pack = {
  'office.md': '# Office\n\nThe office in Rotterdam opens at seven in the morning.\n',
  'pairs.qna.json': JSON.stringify([
    { question: 'Where is the canteen?', answer: 'On the second floor, next to the library.' },
    { question: 'Who approves travel?', answer: 'Your team lead approves travel up to 500 euros.' },
  ]),
};

/** The monotonic clock, as the recorder reads it. */
const nowNs = () => Number(process.hrtime.bigint());

interface Load {
  readonly url: string;
  readonly apiKey: string;
  readonly keys: Map<string, string>;
  readonly erasing: Set<string>;
  /** Over all services of the run. */
  asked: number;
}

function post(load: Load, path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  return fetch(`${load.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${load.apiKey}`,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === null ? null : JSON.stringify(body),
  });
}

/** Asks, and asks again while the same question is being answered. */
async function ask(load: Load, key: string): Promise<void> {
  // What is asked again under its key must be the same.
  const number = Number(key.slice(keyPrefix.length));
  const later: Record<string, string> = number % asyncEvery === 0 ? { prefer: 'respond-async' } : {};
  const prompt = number % 2 === 0 ? 'Where is the canteen?' : 'Who approves travel?';
  const headers = { ...later, 'idempotency-key': key };
  let response: Response;
  for (;;) {
    response = await post(load, '/v1/query', { prompt, metadata: { key } }, headers);
    if (response.status !== inProgress) break;
    await response.arrayBuffer();
    await sleep(againAfterMs);
  }
  const body = (await response.json()) as { readonly message_id: string };
  if (!response.ok) throw new Error(`${key}: status ${response.status}`);
  load.keys.set(body.message_id, key);
  if (response.status !== 200) return;
  // What was said of an answer is erased with it.
  if (number % eraseEvery === 0) {
    load.erasing.add(body.message_id);
    await goOn(load, body.message_id, 'erase', null);
  } else if (number % feedbackEvery === 0)
    await goOn(load, body.message_id, 'feedback', { verdict: 'right' });
}

/** Does something more with a message that has been answered. */
async function goOn(load: Load, messageId: string, what: string, body: unknown): Promise<void> {
  const response = await post(load, `/v1/messages/${messageId}/${what}`, body, {});
  await response.arrayBuffer();
  // The answer to a question that is repeated after a restart may have been erased meanwhile.
  const isGone = response.status === 410 && load.erasing.has(messageId);
  if (!response.ok && !isGone) throw new Error(`${what} of ${messageId}: status ${response.status}`);
}

/** One client, until the service is gone or enough was asked. Gives the key of what was cut off. */
async function runClient(load: Load, enough: number, own: string[]): Promise<string | null> {
  while (load.asked < enough || own.length > 0) {
    load.asked += 1;
    const key = own.shift() ?? `${keyPrefix}${load.asked}`;
    try {
      await ask(load, key);
    } catch (error) {
      if (error instanceof TypeError) return key;
      throw error;
    }
  }
  return null;
}

async function install(
  folder: RecordedFolder,
): Promise<Pick<RecordedRun, 'apiKey' | 'keyMadeNs' | 'packLoadedNs'>> {
  const content = join(dirname(folder.root.path), 'content', 'office');
  mkdirSync(content, { recursive: true });
  for (const [name, text] of Object.entries(pack)) writeFileSync(join(content, name), text);
  await folder.avow('tenants', 'create', 'trial');
  const apiKey = /avw_\S+/.exec(
    await folder.avow('keys', 'create', '--scopes', 'query:write,messages:read,audit:erase'),
  )?.[0];
  const keyMadeNs = nowNs();
  if (apiKey === undefined) throw new Error('no key was made');
  await folder.avow('packs', 'load', content);
  return { apiKey, keyMadeNs, packLoadedNs: nowNs() };
}

/** A new installation whose service is under load and ends as often and as `ends` says; interrupted requests are repeated. */
export async function recordRun(
  folder: RecordedFolder,
  { ends, answersPerLife }: { readonly ends: readonly End[]; readonly answersPerLife: number },
): Promise<RecordedRun> {
  const installed = await install(folder);
  const load = {
    apiKey: installed.apiKey,
    keys: new Map<string, string>(),
    erasing: new Set<string>(),
    url: '',
    asked: 0,
  };
  const faults: string[] = [];
  let pending: string[] = [];
  for (const end of ends) {
    const service = await startServiceProcess(folder.env);
    load.url = service.url;
    const enough = load.asked + answersPerLife;
    // A service that is to be killed gets more work than it can finish.
    const asksMax = end === 'die' ? Number.POSITIVE_INFINITY : enough;
    const running = Array.from({ length: clients }, (_, index) => {
      const own = pending.filter((_key, at) => at % clients === index);
      return runClient(load, asksMax, own).catch((error: Error) => {
        faults.push(error.message);
        return null;
      });
    });
    if (end === 'die') await dieUnderLoad(folder, service, () => load.asked >= enough);
    pending = (await Promise.all(running)).filter((key) => key !== null);
    if (end === 'stop' && (await service.stop()) !== 0) faults.push('a stop did not end with 0');
  }
  return { ...installed, keys: load.keys, erasing: load.erasing, faults };
}

async function dieUnderLoad(
  folder: RecordedFolder,
  { child }: ServiceProcess,
  isEnough: () => boolean,
): Promise<void> {
  while (!isEnough() && child.exitCode === null) await sleep(2);
  folder.give('die');
  while (child.exitCode === null && child.signalCode === null) await sleep(2);
  folder.takeBack('die');
}
