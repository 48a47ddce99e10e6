import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TenantId } from '@avow/foundation';
import { systemClock } from '@avow/foundation';
import { createLog } from '@avow/foundation/log';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDataFolder } from '../../../app/open-data-folder.ts';
import { loadConfig } from '../../../config/load-config.ts';
import { newTenant, nothingElse, sampleMessage } from '../../../storage/contract/samples.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { composeLedger } from './compose-ledger.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'avow-ledger-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** As a service opens it, over a data folder; the anchors lie elsewhere. */
async function open() {
  const config = loadConfig({
    AVOW_DATA_DIR: join(root, 'data'),
    AVOW_ANCHOR_DIR: join(root, 'anchors'),
    AVOW_CHECKPOINT_EVERY_MS: '10000',
  });
  const data = await openDataFolder(config);
  const metrics = createMetrics({ queriesInProgress: () => 0 });
  let forks = 0;
  const parts = { config, data, clock: systemClock, log: createLog('silent') };
  const ledger = composeLedger(parts, { metrics, onFork: () => forks++ });
  const close = async () => {
    await ledger.close();
    await data.close();
  };
  return { ...ledger, data, metrics, countForks: () => forks, close };
}

async function finish({ data }: Awaited<ReturnType<typeof open>>, tenantId: TenantId, count: number) {
  const messages = Array.from({ length: count }, () => sampleMessage());
  for (const message of messages) await data.store.records.finishMessage(tenantId, message, nothingElse);
  return messages.map(({ messageId }) => messageId);
}

describe('composeLedger', () => {
  it('proves records of a data folder, signs at the end, and continues at the next start', async () => {
    const first = await open();
    await first.start();
    const tenantId = await newTenant(first.data.store.access);
    const [messageId] = await finish(first, tenantId, 3);
    if (messageId === undefined) throw new Error('there are three');
    const proof = await first.auditLog.proveRecord(tenantId, messageId);
    expect(proof).toMatchObject({ place: { leafIndex: 0 }, checkpoint: { size: 3 }, events: [] });
    await finish(first, tenantId, 2);
    await first.close();
    const lines = readFileSync(join(root, 'anchors', `${tenantId}.jsonl`), 'utf8')
      .trim()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line).size)).toEqual([3, 5]);

    const second = await open();
    await second.start();
    expect(await second.auditLog.checkpoint(tenantId)).toMatchObject({ size: 5 });
    expect(await second.auditLog.proveRecord(tenantId, messageId)).toEqual(proof);
    expect((await second.metrics.text()).text).toMatch(/^avow_log_signed_timestamp_seconds 1\d{9}/m);
    expect(second.countForks()).toBe(0);
    await second.close();
  });

  it('refuses to start on a backup that is older than the anchored checkpoints', async () => {
    const first = await open();
    await first.start();
    const tenantId = await newTenant(first.data.store.access);
    await finish(first, tenantId, 2);
    await first.close();
    cpSync(join(root, 'data'), join(root, 'backup'), { recursive: true });
    const second = await open();
    await second.start();
    await finish(second, tenantId, 2);
    await second.close();
    rmSync(join(root, 'data'), { recursive: true });
    cpSync(join(root, 'backup'), join(root, 'data'), { recursive: true });
    const third = await open();
    await expect(third.start()).rejects.toThrow('the log has 2, the checkpoint of the anchor "folder" 4');
    expect(third.countForks()).toBe(1);
    await third.close();
  });
});
