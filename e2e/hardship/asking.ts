import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageId, TenantId } from '@avow/foundation';
import { ArchiveFaultFound } from '@avow/ledger/verification';
import { composePackLoader, loadConfig, openDataFolder, verifyInstallation } from '@avow/server';
import { createInstallation } from '../new-installation.ts';
import type { ServiceProcess } from '../service-process.ts';

const askedMs = 30_000;

export interface Outcome {
  readonly status: number;
  readonly ms: number;
  readonly messageId: MessageId | null;
}

export interface Installed {
  readonly dataDir: string;
  readonly apiKey: string;
  readonly tenantId: TenantId;
}

let found = 0;

export const failures = () => found;

export function report(check: string, isOk: boolean, detail: string): void {
  if (!isOk) found += 1;
  process.stdout.write(`${isOk ? 'ok     ' : 'fault  '} ${check}: ${detail}\n`);
}

export async function install(dataDir: string): Promise<Installed> {
  const { data, apiKey, tenantId } = await createInstallation(dataDir);
  const folder = `${dataDir}-pack`;
  mkdirSync(folder, { recursive: true });
  const pair = { question: 'Who approves travel?', answer: 'The team lead approves travel.' };
  writeFileSync(join(folder, 'pairs.qna.json'), JSON.stringify([pair]));
  await composePackLoader(data).load(tenantId, folder, { skipFaulty: false, onProgress: () => undefined });
  await data.close();
  return { dataDir, apiKey, tenantId };
}

export const plain = {
  AVOW_SEARCH_BY_MEANING: 'off',
  AVOW_EMBEDDED_READER: 'off',
  AVOW_EMBEDDED_SCREENER: 'off',
  AVOW_LOG_LEVEL: 'warn',
  AVOW_QUERY_RATE_PER_MINUTE: '1000000',
  AVOW_QUERY_BURST: '100000',
};

async function ask(service: ServiceProcess, apiKey: string): Promise<Outcome> {
  const startedMs = performance.now();
  const response = await fetch(`${service.url}/v1/query`, {
    method: 'POST',
    signal: AbortSignal.timeout(askedMs),
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'Who approves travel?' }),
  });
  const body = (await response.json()) as { message_id?: MessageId };
  const messageId = response.status === 200 ? (body.message_id ?? null) : null;
  return { status: response.status, ms: performance.now() - startedMs, messageId };
}

export async function askMany(service: ServiceProcess, apiKey: string, count: number) {
  const outcomes: Outcome[] = [];
  for (let asked = 0; asked < count; asked += 1) outcomes.push(await ask(service, apiKey));
  return outcomes;
}

/** Everything acknowledged is on record, and all logs verify. */
export async function checkRecords(
  check: string,
  { dataDir, tenantId }: Installed,
  outcomes: readonly Outcome[],
) {
  const settings = loadConfig({ AVOW_DATA_DIR: dataDir });
  const data = await openDataFolder(settings);
  const acknowledged = outcomes.flatMap(({ messageId }) => messageId ?? []);
  let lost = 0;
  for (const messageId of acknowledged)
    if ((await data.store.records.getMessage(tenantId, messageId)) === null) lost += 1;
  await data.close();
  const faults = await verifyInstallation(settings, { trustedKey: null, threads: 1 }, { tenant: null }).then(
    () => '',
    (error: unknown) => {
      if (!(error instanceof ArchiveFaultFound)) throw error;
      return JSON.stringify(error.fault);
    },
  );
  const said = `${acknowledged.length} acknowledged, ${lost} lost, ${faults === '' ? 'logs verify' : faults}`;
  report(`${check}, records`, lost === 0 && faults === '', said);
}

export const countOf = (outcomes: readonly Outcome[], status: number) =>
  outcomes.filter((outcome) => outcome.status === status).length;
