import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../config/load-config.ts';
import { createLog } from '../log/create-log.ts';
import { newTenant, nothingElse, sampleMessage, sampleTimeMs } from '../stores/contract/samples.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { composeForgetting } from './compose-forgetting.ts';
import { composeLedger } from './compose-ledger.ts';
import { openDataFolder } from './open-data-folder.ts';

it('[CON-15-03] destroys what is due by a clock that the log bears out, and nothing by one that is years ahead', async () => {
  const root = mkdtempSync(join(tmpdir(), 'avow-forgetting-'));
  const config = loadConfig({ AVOW_DATA_DIR: root });
  const data = await openDataFolder(config);
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const clockAt = (days: number) => ({ nowMs: () => sampleTimeMs + days * 86_400_000 });
  const metrics = createMetrics({ queriesInProgress: () => 0 });
  const ledger = composeLedger(
    { config, data, clock: clockAt(0), log },
    { metrics, onFork: () => undefined },
  );
  const tenantId = await newTenant(data.store.access);
  const message = sampleMessage();
  await data.store.records.finishMessage(tenantId, message, nothingElse);
  await ledger.auditLog.checkpoint(tenantId);
  const retention = { contentDays: 2, recordDays: null };
  await data.store.forgetting.setRetention(tenantId, retention, { atMs: sampleTimeMs, actor: 'operator' });
  const kindAfter = async (days: number) => {
    const parts = { data, clock: clockAt(days), log };
    const { expireRecords } = composeForgetting(parts, {
      ...{ forgetCached: () => undefined, listRunningOf: () => [] },
    });
    await expireRecords(new AbortController().signal);
    return (await data.store.records.getRecord(tenantId, message.messageId))?.kind;
  };
  expect(await kindAfter(5000)).toBe('whole');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 'warn',
      last_signed: new Date(sampleTimeMs).toISOString(),
      msg: expect.stringMatching(/^nothing expires yet/),
    },
  ]);
  expect(await kindAfter(3)).toBe('emptied');
  expect(lines).toHaveLength(1);
  await ledger.close();
  await data.close();
  rmSync(root, { recursive: true });
});
