import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@avow/foundation';
import {
  createRules,
  newTenant,
  nothingElse,
  openSqliteStore,
  sampleMasterKey,
  sampleMessage,
} from '@avow/server/testing/inner';
import { showHelp } from '../../e2e/show-help.ts';

showHelp(
  'npm run bench -- rules\nWhat it costs a query that its record names what it was answered by: finding the names, and writing them, beside records without any, in turns.',
);

const rounds = 20;
const recordsPerRound = 500;
const findsPerRound = 20_000;
const rules = [3, 5, 6, 7, 9, 12];

const directory = mkdtempSync(join(tmpdir(), 'avow-bench-'));
const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
const tenantId = await newTenant(store.access);

/** Milliseconds of processor time over all threads, for each record. */
async function writeRecords(named: readonly number[]): Promise<number> {
  const before = process.cpuUsage();
  const messages = Array.from({ length: recordsPerRound }, () => ({ ...sampleMessage(), rules: named }));
  await Promise.all(messages.map((message) => store.records.finishMessage(tenantId, message, nothingElse)));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / recordsPerRound;
}

const installed = (['software', 'settings', 'models'] as const).map((kind) => ({
  ...{ kind, version: '1', details: [], content: 'ab'.repeat(32) },
}));
const finder = createRules({ store: store.rules, clock: systemClock, installed: async () => installed });
const by = {
  packVersions: [],
  policy: { version: 'default-1', revision: null },
  ...{ calibration: null, guarantee: null },
};

async function findRules(): Promise<number> {
  const startedAt = performance.now();
  for (let count = 0; count < findsPerRound; count += 1) await finder.inForce(tenantId, by);
  return (performance.now() - startedAt) / findsPerRound;
}

const median = (values: readonly number[]) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

await writeRecords([]);
const [without, withRules, finding]: [number[], number[], number[]] = [[], [], []];
for (let round = 0; round < rounds; round += 1) {
  without.push(await writeRecords([]));
  withRules.push(await writeRecords(rules));
  if (round < 3) finding.push(await findRules());
}
const [page] = await store.log.readEntries(tenantId, { from: 20, limit: 1 });
console.log(
  JSON.stringify({
    record_ms: median(without),
    record_with_rules_ms: median(withRules),
    finding_ms: median(finding),
    leaf_bytes: page?.text.length,
  }),
);
await store.close();
rmSync(directory, { recursive: true, force: true });
