import { newId, type TenantId } from '@avow/foundation';
import { openPostgresStore, openSqliteStore, sampleMasterKey } from '@avow/server/testing/inner';
import { showHelp } from '../../e2e/show-help.ts';
import { sampleRow } from '../sample-row.ts';

/** Writes records for a while, as one node does, and prints how many, in how many seconds, at how much processor time. */
const [place = '', seconds = '', ...tenantIds] = process.argv.slice(2);
showHelp('PLACE SECONDS TENANT…: writes records for a while. "npm run bench -- nodes" starts it.');
const waitingCount = 128;
const warmUpMs = 2000;
const envelope = [['response', 'r'.repeat(1500)]] as const;

const masterKey = sampleMasterKey;
const store = place.startsWith('postgres:')
  ? await openPostgresStore({ url: place, masterKey, nodeId: newId('nod', Date.now()) })
  : await openSqliteStore({ directory: place, masterKey });
let [count, total] = [0, 0];

async function write(tenantId: TenantId): Promise<void> {
  const nowMs = Date.now();
  const row = sampleRow(nowMs, envelope);
  const event = {
    ...{ eventId: newId('evt', nowMs), type: 'message.delivered', messageId: row.messageId, body: '{}' },
  };
  const also = { events: [event], idempotency: null, journal: [], cost: null, label: null, isNew: true };
  await store.records.finishMessage(tenantId, row, also);
  count += 1;
  total += 1;
}

async function writeFor(ms: number) {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  count = 0;
  const clients = Array.from({ length: waitingCount }, async (_, client) => {
    const tenantId = tenantIds[client % tenantIds.length] as TenantId;
    while (performance.now() - startedMs < ms) await write(tenantId);
  });
  await Promise.all(clients);
  const { user, system } = process.cpuUsage(before);
  return { count, total, seconds: (performance.now() - startedMs) / 1000, cpuMs: (user + system) / 1000 };
}

await writeFor(warmUpMs);
console.log(JSON.stringify(await writeFor(Number(seconds) * 1000)));
await store.close();
