import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { createInstallation } from './new-installation.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

export interface CrashReport {
  readonly kills: number;
  readonly acknowledged: number;
  /** Requests cut off by a kill and sent again under their key. */
  readonly retried: number;
  /** Of those, the ones whose record had been committed: the retry was a replay. */
  readonly replayed: number;
  readonly records: number;
  /** What must not be: empty when all is well. */
  readonly faults: readonly string[];
}

interface Asked {
  readonly key: string;
  readonly messageId: string;
}

const clients = 8;
const answersBeforeKillMax = 60;
/** Longer than one answer takes, so that a kill may fall into any part of it. */
const killDelayMsMax = 50;

/** Asks under an idempotency key. Null: the connection broke, and nothing is known. */
async function askOnce(
  url: string,
  apiKey: string,
  key: string,
): Promise<{ messageId: string; replayed: boolean } | null> {
  try {
    const response = await fetch(`${url}/v1/query`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ prompt: `Question ${key}`, metadata: { key } }),
    });
    if (response.status !== 200) throw new Error(`status ${response.status}: ${await response.text()}`);
    const body = (await response.json()) as { message_id: string };
    return { messageId: body.message_id, replayed: response.headers.get('idempotent-replayed') === 'true' };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * Kills a service under load again and again. Each client sends what was cut off once more, under the same key, as a
 * careful client would; in the end the database must hold exactly one record for every key, and every answer given.
 */
export async function runCrashCampaign(options: {
  readonly kills: number;
  readonly onKill?: (kills: number) => void;
}): Promise<CrashReport> {
  const directory = await mkdtemp(join(tmpdir(), 'avow-crash-'));
  const { data, apiKey } = await createInstallation(directory);
  await data.close();
  const env = {
    AVOW_DATA_DIR: directory,
    AVOW_QUERY_RATE_PER_MINUTE: '10000000',
    AVOW_QUERY_BURST: '1000000',
    // Processes that load a model would take the time in which the store is to be killed at work.
    AVOW_SEARCH_BY_MEANING: 'off',
    AVOW_EMBEDDED_READER: 'off',
    AVOW_EMBEDDED_SCREENER: 'off',
    NODE_COMPILE_CACHE: join(directory, 'code'),
  };
  // Who is killed keeps nothing of what was compiled: this one does, for all that come after it.
  await (await startServiceProcess(env)).stop();
  const acknowledged: Asked[] = [];
  const faults: string[] = [];
  let pending: string[] = [];
  let retried = 0;
  let replayed = 0;
  let nextKey = 0;

  async function client(service: ServiceProcess, own: string[]): Promise<string | null> {
    for (;;) {
      const again = own.shift();
      nextKey += 1;
      const key = again ?? `k${nextKey}`;
      const answer = await askOnce(service.url, apiKey, key);
      if (answer === null) return key;
      if (again !== undefined) retried += 1;
      if (answer.replayed) replayed += 1;
      acknowledged.push({ key, messageId: answer.messageId });
    }
  }

  for (let kills = 1; kills <= options.kills; kills += 1) {
    const service = await startServiceProcess(env);
    const queues = Array.from({ length: clients }, (_, index) =>
      pending.filter((_key, at) => at % clients === index),
    );
    const running = queues.map((queue) =>
      client(service, queue).catch((error: Error) => void faults.push(error.message)),
    );
    // By what was done and not by time alone, so that a slow machine is killed at work as often as a fast one.
    const enough = acknowledged.length + Math.random() * answersBeforeKillMax;
    while (acknowledged.length < enough && faults.length === 0 && service.child.exitCode === null)
      await sleep(1);
    await sleep(Math.random() * killDelayMsMax);
    await service.kill();
    const cut = await Promise.all(running);
    pending = [...cut.filter((key) => typeof key === 'string'), ...queues.flat()];
    options.onKill?.(kills);
  }
  const last = await startServiceProcess(env);
  for (const key of pending) {
    const answer = await askOnce(last.url, apiKey, key);
    if (answer === null) faults.push(`no answer for ${key} after the last restart`);
    else acknowledged.push({ key, messageId: answer.messageId });
    retried += 1;
    if (answer?.replayed) replayed += 1;
  }
  const exitCode = await last.stop();
  if (exitCode !== 0) faults.push(`the last stop ended with ${exitCode}`);
  const records = checkDatabase(directory, acknowledged, faults);
  await rm(directory, { recursive: true, force: true });
  return { kills: options.kills, acknowledged: acknowledged.length, retried, replayed, records, faults };
}

/** Reads the database with nothing of ours in between. */
function checkDatabase(directory: string, acknowledged: readonly Asked[], faults: string[]): number {
  const database = new DatabaseSync(join(directory, 'avow.db'), { readOnly: true });
  const integrity = database
    .prepare('PRAGMA integrity_check')
    .all()
    .map((row) => Object.values(row)[0]);
  if (integrity.join() !== 'ok') faults.push(`integrity: ${integrity.join()}`);
  const rows = database
    .prepare('SELECT message_id, status, leaf_index, envelope FROM messages')
    .all() as Array<{ message_id: string; status: string; leaf_index: number; envelope: string }>;
  const byKey = new Map<string, string>();
  for (const row of rows) {
    const { key } = JSON.parse(row.envelope).metadata as { key: string };
    if (byKey.has(key)) faults.push(`two records for ${key}`);
    byKey.set(key, row.message_id);
    if (row.status !== 'delivered') faults.push(`${row.message_id} is ${row.status}`);
  }
  for (const { key, messageId } of acknowledged) {
    if (byKey.get(key) !== messageId) faults.push(`acknowledged ${messageId} for ${key} is not on record`);
  }
  const places = rows.map((row) => row.leaf_index).sort((a, b) => a - b);
  if (places.some((place, index) => place !== index)) faults.push('the log has a gap or a double');
  const outbox = database.prepare('SELECT count(*) AS n FROM outbox').get() as { n: number };
  if (outbox.n !== rows.length) faults.push(`${rows.length} records, ${outbox.n} events`);
  database.close();
  return rows.length;
}
