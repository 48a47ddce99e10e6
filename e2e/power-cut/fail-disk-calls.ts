import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceProcess, startServiceProcess } from '../service-process.ts';
import { createRecordedFolder, type Order, type RecordedFolder } from './recorded-folder.ts';

/** What a service did when the calls to its disk failed. */
export interface FailedDisk {
  readonly order: Order;
  /** The answers to what was asked meanwhile, by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Null: it goes on. */
  readonly exitCode: number | null;
  readonly endedAfterMs: number | null;
  readonly faults: readonly string[];
}

const askedBefore = 20;
const askedMeanwhile = 16;
const endWaitMs = 10_000;
/** The problem codes of a failing disk, and of a service that is already stopping. */
const refusals: ReadonlySet<string> = new Set(['audit_unavailable', 'shutting_down']);

interface Asked {
  /** 0: the connection broke. */
  readonly status: number;
  readonly code: string | null;
  readonly messageId: string | null;
}

async function ask(url: string, apiKey: string): Promise<Asked> {
  try {
    const response = await fetch(`${url}/v1/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'Who keeps the lighthouse?' }),
    });
    const body = (await response.json()) as { readonly code?: string; readonly message_id?: string };
    return { status: response.status, code: body.code ?? null, messageId: body.message_id ?? null };
  } catch {
    return { status: 0, code: null, messageId: null };
  }
}

/** The real calls fail, as those of a dying or a full disk do, and the service has to do the right thing by each. */
export async function failDiskCalls(onProgress?: (progress: string) => void): Promise<FailedDisk[]> {
  const folder = createRecordedFolder();
  try {
    await folder.avow('tenants', 'create', 'trial');
    const said = await folder.avow('keys', 'create', '--scopes', 'query:write,messages:read');
    const apiKey = /avw_\S+/.exec(said)?.[0] ?? '';
    const outcomes: FailedDisk[] = [];
    for (const order of ['fail-sync', 'fail-write', 'fill-disk'] as const) {
      onProgress?.(`calls that fail: ${order}`);
      outcomes.push(await failOne(folder, apiKey, order));
    }
    return outcomes;
  } finally {
    folder.remove();
  }
}

async function failOne(folder: RecordedFolder, apiKey: string, order: Order): Promise<FailedDisk> {
  const faults: string[] = [];
  const service = await startServiceProcess(folder.env);
  const earlier: Asked[] = [];
  for (let asked = 0; asked < askedBefore; asked += 1) earlier.push(await ask(service.url, apiKey));
  folder.give(order);
  const failedAtMs = performance.now();
  const meanwhile = await Promise.all(Array.from({ length: askedMeanwhile }, () => ask(service.url, apiKey)));
  for (const { status, code } of meanwhile)
    if (status !== 0 && (status !== 503 || !refusals.has(code ?? '')))
      faults.push(`asked meanwhile it says ${status} ${code ?? ''}`);
  const mustEnd = order !== 'fill-disk';
  const exitCode = await awaitEnd(service, mustEnd ? endWaitMs : endWaitMs / 5);
  const endedAfterMs = exitCode === null ? null : Math.round(performance.now() - failedAtMs);
  if (mustEnd && exitCode !== 1) faults.push(`it ended with ${exitCode}`);
  if (!mustEnd && exitCode !== null) faults.push(`it did not go on: ${exitCode}`);
  const fatalLines = service.said.join('\n').match(/"level":"fatal"/g)?.length ?? 0;
  if (fatalLines !== (mustEnd ? 1 : 0)) faults.push(`${fatalLines} fatal lines`);
  if (service.said.join('\n').includes('lighthouse')) faults.push('the log quotes what was asked');
  folder.takeBack(order);
  faults.push(
    ...(await checkAfter(mustEnd ? await startServiceProcess(folder.env) : service, apiKey, earlier)),
  );
  const statuses = Object.groupBy(meanwhile, ({ status }) => String(status));
  const counts = Object.entries(statuses).map(([status, asked]) => [status, asked?.length ?? 0]);
  return { order, statuses: Object.fromEntries(counts), exitCode, endedAfterMs, faults };
}

async function awaitEnd({ child }: ServiceProcess, waitMs: number): Promise<number | null> {
  const untilMs = performance.now() + waitMs;
  while (child.exitCode === null && performance.now() < untilMs) await sleep(10);
  return child.exitCode;
}

/** All that was answered before is on record, and new questions are answered. */
async function checkAfter(
  service: ServiceProcess,
  apiKey: string,
  earlier: readonly Asked[],
): Promise<string[]> {
  const faults: string[] = [];
  const headers = { authorization: `Bearer ${apiKey}` };
  for (const { status, messageId } of earlier) {
    if (status !== 200) faults.push(`before the fault it says ${status}`);
    const read = await fetch(`${service.url}/v1/messages/${messageId}`, { headers });
    if (read.status !== 200) faults.push(`${messageId} was answered, and reading it says ${read.status}`);
    await read.arrayBuffer();
  }
  const after = await ask(service.url, apiKey);
  if (after.status !== 200) faults.push(`after the fault it says ${after.status} ${after.code ?? ''}`);
  if ((await service.stop()) !== 0) faults.push('it did not stop in order');
  return faults;
}
