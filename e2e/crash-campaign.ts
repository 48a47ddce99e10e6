import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageId, TenantId } from '@avow/foundation';
import { ArchiveFaultFound } from '@avow/ledger/verification';
import { loadConfig, openDataFolder, verifyInstallation } from '@avow/server';
import { openEnvelope } from '@avow/server/testing/inner';
import { openWebhookCheck } from './check-webhooks.ts';
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
  /** Messages whose events reached a webhook endpoint. */
  readonly reported: number;
  /** Violations; empty if there are none. */
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
      // Whole sentences: without the screening model, a few letters and digits may read like an attack, and be blocked.
      body: JSON.stringify({ prompt: `Who approves travel, request ${key}?`, metadata: { key } }),
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
 * Kills a service under load repeatedly. Each client retries an interrupted request under the same key, as a careful client
 * would; in the end the database must contain exactly one record for every key, and every answer that was given.
 */
export async function runCrashCampaign(options: {
  readonly kills: number;
  readonly onKill?: (kills: number) => void;
}): Promise<CrashReport> {
  const directory = await mkdtemp(join(tmpdir(), 'avow-crash-'));
  const { data, tenantId, apiKey } = await createInstallation(directory);
  await data.close();
  const env = {
    AVOW_DATA_DIR: directory,
    AVOW_QUERY_RATE_PER_MINUTE: '10000000',
    AVOW_QUERY_BURST: '1000000',
    // The receiver of events is on this machine.
    AVOW_WEBHOOK_PRIVATE_ADDRESSES: 'on',
    // Processes that load a model would take the time in which the store is to be killed at work.
    AVOW_SEARCH_BY_MEANING: 'off',
    AVOW_EMBEDDED_READER: 'off',
    AVOW_EMBEDDED_SCREENER: 'off',
  };
  const webhooks = await openWebhookCheck(directory, env);
  // A killed process does not save its compile cache: this one does, for all that follow.
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
    // By work done and not only by time, so that a slow machine is killed during work as often as a fast one.
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
  const records = await checkRecords(directory, tenantId, { acknowledged, faults });
  webhooks.check(faults);
  const { reported } = webhooks;
  await webhooks.close();
  await rm(directory, { recursive: true, force: true });
  const counts = { acknowledged: acknowledged.length, retried, replayed, records, reported };
  return { kills: options.kills, ...counts, faults };
}

/** What the records and their log show once the last service has stopped. */
async function checkRecords(
  directory: string,
  tenantId: TenantId,
  { acknowledged, faults }: { readonly acknowledged: readonly Asked[]; readonly faults: string[] },
): Promise<number> {
  checkDatabase(directory, faults);
  const data = await openDataFolder(loadConfig({ AVOW_DATA_DIR: directory }));
  const byKey = new Map<string, string>();
  const places: number[] = [];
  for (let before: MessageId | null = null; ; ) {
    const page = await data.store.records.listMessages(
      tenantId,
      { readableBy: null },
      { before, limit: pageMax },
    );
    for (const { messageId, status, envelope, log } of page) {
      const { key } = openEnvelope(envelope).metadata as { key: string };
      if (byKey.has(key)) faults.push(`two records for ${key}`);
      byKey.set(key, messageId);
      if (status !== 'delivered') faults.push(`${messageId} is ${status}`);
      places.push(log?.leafIndex ?? -1);
    }
    before = page.at(-1)?.messageId ?? null;
    if (page.length < pageMax) break;
  }
  for (const { key, messageId } of acknowledged) {
    if (byKey.get(key) !== messageId) faults.push(`acknowledged ${messageId} for ${key} is not on record`);
  }
  if (new Set(places).size !== places.length) faults.push('two records have one place on the log');
  await data.close();
  await checkLog(directory, places.length, faults);
  return places.length;
}

const pageMax = 500;

/** The log must have no gap, an entry for each record, and be consistent with every checkpoint that was signed between kills. */
async function checkLog(directory: string, records: number, faults: string[]): Promise<void> {
  const options = { trustedKey: null, threads: 1 };
  const settings = loadConfig({ AVOW_DATA_DIR: directory });
  try {
    const [log] = await verifyInstallation(settings, options, { tenant: null });
    if (log?.counts.whole !== records) faults.push(`${records} records, and ${log?.counts.whole} on the log`);
  } catch (error) {
    if (!(error instanceof ArchiveFaultFound)) throw error;
    faults.push(`the log: ${JSON.stringify(error.fault)}`);
  }
}

/** Reads the database with nothing of ours in between. */
function checkDatabase(directory: string, faults: string[]): void {
  const database = new DatabaseSync(join(directory, 'avow.db'), { readOnly: true });
  const integrity = database
    .prepare('PRAGMA integrity_check')
    .all()
    .map((row) => Object.values(row)[0]);
  if (integrity.join() !== 'ok') faults.push(`integrity: ${integrity.join()}`);
  const count = (rows: string) => Number(database.prepare(`SELECT count(*) AS n FROM ${rows}`).get()?.['n']);
  const [records, events] = [count('messages'), count("outbox WHERE type LIKE 'message.%'")];
  if (records !== events) faults.push(`${records} records, ${events} events`);
  if (records !== count('record_secrets')) faults.push('a secret is missing or left over');
  database.close();
}
