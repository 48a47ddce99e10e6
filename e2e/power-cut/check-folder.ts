import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { MessageId, TenantId } from '@avow/foundation';
import { systemClock } from '@avow/foundation';
import type { Config, DataFolder } from '@avow/server';
import { createAuthentication, loadConfig, openDataFolder, recordsPath } from '@avow/server';
import { startServiceProcess } from '../service-process.ts';
import { checkLogs } from './check-logs.ts';
import type { Promised } from './read-promises.ts';

/** What had been promised when the power went. */
export interface Expected {
  /** Null: it had not been made yet. */
  readonly apiKey: string | null;
  readonly isPackLoaded: boolean;
  readonly promises: readonly Promised[];
  /** The idempotency key of each message that a client knows of. */
  readonly keys: ReadonlyMap<string, string>;
  readonly erasing: ReadonlySet<string>;
}

const faultsMax = 3;

/**
 * Says what must not be in a folder. Where it is opened by our own store it is read through that first, with its keys; in any
 * case with nothing of ours in between.
 */
export async function checkFolder(
  directory: string,
  expected: Expected,
  { throughStore }: { readonly throughStore: boolean },
): Promise<string[]> {
  const faults: string[] = [];
  const config = loadConfig({ AVOW_DATA_DIR: directory });
  try {
    if (throughStore) {
      const data = await openDataFolder(config, { forServing: true });
      try {
        await checkThroughStore(data, expected, faults);
      } finally {
        await data.close();
      }
    }
    if (throughStore || existsSync(recordsPath(config))) await checkTables(config, expected, faults);
    else if (expected.apiKey !== null) faults.push('the database is not there');
  } catch (error) {
    faults.push(`it does not open: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (faults.length <= faultsMax) return faults;
  return [...faults.slice(0, faultsMax), `and ${faults.length - faultsMax} more`];
}

async function checkThroughStore(data: DataFolder, expected: Expected, faults: string[]): Promise<void> {
  if (expected.apiKey === null) return;
  const { authenticate } = createAuthentication({
    access: data.store.access,
    pepper: data.pepper,
    clock: systemClock,
  });
  const tenantId = await authenticate(`Bearer ${expected.apiKey}`).then(
    (principal) => principal.tenantId,
    () => null,
  );
  if (tenantId === null) faults.push('the key that was made is not known');
  else
    await Promise.all(
      expected.promises.map((promised) => checkPromise(data, tenantId, promised, expected, faults)),
    );
}

async function checkPromise(
  data: DataFolder,
  tenantId: TenantId,
  { what, id }: Promised,
  { keys, erasing }: Expected,
  faults: string[],
): Promise<void> {
  if (what === 'feedback' || erasing.has(id)) return;
  const stored = await data.store.records.getMessage(tenantId, id as MessageId);
  if (!JSON.stringify(stored).includes(keys.get(id) ?? id)) faults.push(`${id} does not hold what was asked`);
}

async function checkTables(config: Config, { promises }: Expected, faults: string[]): Promise<void> {
  const database = new DatabaseSync(recordsPath(config));
  const column = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => Object.values(row)[0]);
  const integrity = column('PRAGMA integrity_check').join();
  if (integrity !== 'ok') faults.push(`integrity: ${integrity}`);
  if (column('PRAGMA foreign_key_check').length > 0) faults.push('a row refers to another that is not there');
  if (column("SELECT name FROM sqlite_schema WHERE name = 'logs'").length === 0) {
    if (promises.length > 0) faults.push('the tables are not there');
    return database.close();
  }
  checkPromises(database, promises, faults);
  await checkLogs(database, config.anchorDir, faults);
  // Each question came with a key of its own: an answer beside the one that its key leads to would be a double.
  const doubles = column(`SELECT message_id FROM messages WHERE status = 'delivered'
    AND content_state <> 'erased' AND message_id NOT IN (SELECT message_id FROM idempotency)`);
  for (const id of doubles) faults.push(`${String(id)} is a record that no key leads to`);
  const [messages, events] = column(`SELECT count(*) FROM messages WHERE status = 'delivered'
    UNION ALL SELECT count(*) FROM outbox WHERE type = 'message.delivered'`);
  if (messages !== events) faults.push(`${String(messages)} records, ${String(events)} events`);
  database.close();
}

function checkPromises(database: DatabaseSync, promises: readonly Promised[], faults: string[]): void {
  const feedback = database.prepare('SELECT 1 FROM feedback WHERE feedback_id = ?');
  const message = database.prepare('SELECT status, content_state FROM messages WHERE message_id = ?');
  for (const { what, id } of promises) {
    const found = (what === 'feedback' ? feedback : message).get(id);
    if (found === undefined) faults.push(`${id} was ${what} and is not on record`);
    else if (what === 'ended' && found['status'] !== 'delivered')
      faults.push(`${id} was delivered and is ${String(found['status'])}`);
    else if (what === 'erased' && found['content_state'] !== 'erased')
      faults.push(`${id} was erased and is ${String(found['content_state'])}`);
  }
}

/** Starts the service on the folder as a supervisor would, and asks what its pack answers. */
export async function checkService(directory: string, { apiKey, isPackLoaded }: Expected): Promise<string[]> {
  const service = await startServiceProcess({
    AVOW_DATA_DIR: directory,
    AVOW_SEARCH_BY_MEANING: 'off',
    AVOW_EMBEDDED_READER: 'off',
    AVOW_EMBEDDED_SCREENER: 'off',
  }).catch((error: Error) => error);
  if (service instanceof Error) return [`it cannot be served: ${service.message}`];
  const faults: string[] = [];
  for (const [prompt, answer] of [
    ['Where is the canteen?', 'second floor'],
    ['When does the office in Rotterdam open?', 'seven in the morning'],
  ] as const) {
    if (!isPackLoaded) break;
    const response = await fetch(`${service.url}/v1/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt }),
    });
    const said = await response.text();
    if (response.status !== 200 || !said.includes(answer))
      faults.push(`asked "${prompt}" it says ${response.status}`);
  }
  if ((await service.stop()) !== 0) faults.push('the service did not stop in order');
  return faults;
}
