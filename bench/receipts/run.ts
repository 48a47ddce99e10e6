import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeReceipt, parseReceipt, spellSources, verifyReceipt } from '@avow/ledger-log/receipts';
import { receiptKeyText, receiptPartsIn, receiptVerifier } from '@avow/ledger-log/testing';
import { startTestService } from '@avow/server/testing';
import {
  newTenant,
  nothingElse,
  openSqliteStore,
  sampleMasterKey,
  sampleMessage,
} from '@avow/server/testing/inner';
import { showHelp } from '../../e2e/show-help.ts';

showHelp(
  'npm run bench -- receipts\nSize of receipts in logs of several sizes, the time to take and to check one, and what it costs a record to commit to what its answer cites, in turns with records that do not.',
);

const rounds = 20;
const recordsPerRound = 500;
const placesPerSize = 500;
const timed = 200;

const median = (values: readonly number[]) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

/** Of places all over a log of this size, under the checkpoint that comes within 200 leaves. */
async function measureSizes(bits: number, cited: number) {
  const sizes: number[] = [];
  let listed = 0;
  for (let place = 0; place < placesPerSize; place += 1) {
    const index = Math.floor(((place + 0.5) / placesPerSize) * 2 ** bits) + (place % 7);
    const text = composeReceipt(
      await receiptPartsIn({ index, size: index + 1 + ((place * 37) % 200) }, { cited }),
    );
    sizes.push(text.length);
    if (parseReceipt(text).sources !== null) listed += 1;
  }
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  return {
    ...{ leaves: `2^${bits}`, cited, median_bytes: median(sizes), largest_bytes: largest },
    lists_sources: listed / placesPerSize,
  };
}

async function measureChecks(): Promise<number> {
  const text = composeReceipt(await receiptPartsIn({ index: 2 ** 20 + 7, size: 2 ** 20 + 60 }, { cited: 3 }));
  const startedAt = performance.now();
  for (let count = 0; count < timed; count += 1)
    await verifyReceipt(text, {
      ...receiptVerifier,
      trustedKey: receiptKeyText,
      sha256: (bytes) => createHash('sha256').update(bytes).digest(),
      hmac: (key, message) => createHmac('sha256', key).update(message).digest(),
    });
  return (performance.now() - startedAt) / timed;
}

/** Milliseconds of processor time over all threads, for each record, with and without what it cites. */
async function measureRecords() {
  const directory = mkdtempSync(join(tmpdir(), 'avow-bench-'));
  const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
  const tenantId = await newTenant(store.access);
  const documents = [{ id: 'doc_01m7j7ctvqezgsry291gx0c2aq', hash: 'AAAAAAAAAAAAAAAAAAAAAA' }];
  const cited = spellSources([{ packId: 'pack_01m7j7ctvqezgsry291gx0c2aq', version: 3, documents }]);
  const write = async (also: ReadonlyArray<readonly [string, string]>) => {
    const messages = Array.from({ length: recordsPerRound }, () => {
      const message = sampleMessage();
      return { ...message, envelope: [...message.envelope, ...also] };
    });
    const before = process.cpuUsage();
    await Promise.all(messages.map((message) => store.records.finishMessage(tenantId, message, nothingElse)));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / recordsPerRound;
  };
  await write([]);
  const [without, withSources]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    without.push(await write([]));
    withSources.push(await write([['sources', cited]]));
  }
  await store.close();
  rmSync(directory, { recursive: true, force: true });
  return { record_ms: median(without), record_with_sources_ms: median(withSources) };
}

/** Over the whole service, in this process. */
async function measureTaking() {
  const service = await startTestService();
  const tenantId = await service.createTenant('bench');
  const key = await service.createKey(tenantId, { scopes: ['query:write', 'messages:read'] });
  const { message_id: id } = await service.ask(key, { prompt: 'Who approves travel?' });
  const time = async (path: string) => {
    await service.get(key, path);
    const times: number[] = [];
    for (let count = 0; count < timed; count += 1) {
      const startedAt = performance.now();
      await service.get(key, path);
      times.push(performance.now() - startedAt);
    }
    return median(times);
  };
  const message = await time(`/v1/messages/${id}`);
  const receipt = await time(`/v1/messages/${id}/receipt`);
  await service.close();
  return { read_message_ms: message, take_receipt_ms: receipt };
}

for (const bits of [10, 16, 20, 24])
  for (const cited of [1, 3, 6]) console.log(JSON.stringify(await measureSizes(bits, cited)));
console.log(JSON.stringify({ check_ms: await measureChecks() }));
console.log(JSON.stringify(await measureRecords()));
console.log(JSON.stringify(await measureTaking()));
