import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@avow/foundation';
import { createLog } from '@avow/foundation/log';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDataFolder } from '../../../app/open-data-folder.ts';
import { loadConfig } from '../../../config/load-config.ts';
import { newTenant, nothingElse, sampleMessage, sampleTimeMs } from '../../../storage/contract/samples.ts';
import { composeRetention } from './compose-retention.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const dueDays = 20;

const root = mkdtempSync(join(tmpdir(), 'avow-forgetting-'));
const data = await openDataFolder(loadConfig({ AVOW_DATA_DIR: root }));
const lines: string[] = [];
const log = createLog('warn', { write: (line) => void lines.push(line) });
afterAll(async () => {
  await data.close();
  rmSync(root, { recursive: true });
});

beforeEach(() => {
  lines.length = 0;
  // Advancing them moves both the clock and what tells how long the process has run; setting moves the clock alone.
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: sampleTimeMs });
});
afterEach(() => {
  vi.useRealTimers();
});

function start() {
  const memories = { dropCached: async () => undefined, listRunningOf: async () => [] };
  return composeRetention({ data, clock: systemClock, log }, memories);
}

/** A new process that goes on for a quarter of an hour, and what its upkeep does then. */
async function startAndSweep(): Promise<void> {
  const { recordTime, expireRecords } = start();
  vi.advanceTimersByTime(15 * minuteMs);
  await recordTime();
  await expireRecords(new AbortController().signal);
}

/** A message that is asked now. What becomes of it? */
async function ask() {
  const tenantId = await newTenant(data.store.access);
  const message = sampleMessage();
  await data.store.records.finishMessage(tenantId, message, nothingElse);
  const retention = { contentDays: dueDays, recordDays: null };
  await data.store.retention.setRetention(tenantId, retention, { atMs: sampleTimeMs, actor: 'operator' });
  return async () => (await data.store.records.getRecord(tenantId, message.messageId))?.kind;
}

const leap = (days: number) => vi.setSystemTime(Date.now() + days * dayMs);

it('[CON-15-03] destroys due records even if the service is restarted every night and nobody asks for weeks', async () => {
  const kind = await ask();
  const kinds: unknown[] = [];
  for (let night = 0; night < 30; night++) {
    await startAndSweep();
    kinds.push(await kind());
    vi.advanceTimersByTime(dayMs - 15 * minuteMs);
  }
  expect(kinds.indexOf('emptied')).toBe(dueDays);
  expect(lines).toEqual([]);
});

it('[CON-15-03] destroys nothing while the clock is wrong, however often the service starts, and continues once it is corrected', async () => {
  const kind = await ask();
  for (let day = 0; day < 5; day++) {
    await startAndSweep();
    vi.advanceTimersByTime(dayMs);
  }
  leap(365);
  for (let times = 1; times <= 10; times++) {
    await startAndSweep();
    vi.advanceTimersByTime(dayMs / 12);
  }
  expect(await kind()).toBe('whole');
  expect(lines).toHaveLength(10);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    last_ran: new Date(sampleTimeMs + 4 * (dayMs + 15 * minuteMs) + 15 * minuteMs).toISOString(),
    msg: expect.stringMatching(/^nothing expires yet/),
  });
  leap(-365);
  while (Date.now() < sampleTimeMs + dueDays * dayMs) {
    await startAndSweep();
    expect(await kind()).toBe('whole');
    vi.advanceTimersByTime(dayMs);
  }
  await startAndSweep();
  expect(await kind()).toBe('emptied');
  expect(lines).toHaveLength(10);
});

it('notes the time only in the upkeep of a service that has run for a while', async () => {
  // Whatever was noted before is later.
  leap(-1000);
  const { recordTime, expireRecords } = start();
  await recordTime();
  vi.advanceTimersByTime(9 * minuteMs);
  await recordTime();
  await expireRecords(new AbortController().signal);
  expect(await data.store.retention.findRecordedTime(Date.now())).toBeNull();
  vi.advanceTimersByTime(minuteMs);
  await recordTime();
  expect(await data.store.retention.findRecordedTime(Date.now())).toBe(Date.now());
});
