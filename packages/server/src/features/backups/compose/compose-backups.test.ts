import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@avow/foundation/log';
import { waitFor } from '@avow/foundation/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMetrics } from '../../../telemetry/metrics.ts';
import { type BackupState, writeBackupState } from '../backup-state.ts';
import { composeBackups, isDue } from './compose-backups.ts';

const hourMs = 3_600_000;
const startMs = Date.parse('2026-11-17T00:00:00Z');
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'avow-backups-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true, force: true });
});

const stateAt = (atMs: number, failure: string | null): BackupState => ({
  ...{ succeeded_at: new Date(startMs).toISOString(), target: 'there', bytes: 5, has_keys: true },
  ...{ tried_at: new Date(atMs).toISOString(), failure },
});

test('makes the first backup at once, the next when it is due, and repeats one that failed within the hour', () => {
  expect(isDue(null, 24, startMs)).toBe(true);
  const done = stateAt(startMs, null);
  expect(isDue(done, 24, startMs + 23 * hourMs)).toBe(false);
  expect(isDue(done, 24, startMs + 24 * hourMs)).toBe(true);
  expect(isDue(stateAt(startMs, 'no'), 24, startMs + hourMs / 2)).toBe(false);
  expect(isDue(stateAt(startMs, 'no'), 24, startMs + hourMs)).toBe(true);
  // A clock that was set back must not stop them.
  expect(isDue(done, 24, startMs - hourMs)).toBe(true);
});

test('runs on schedule, and reports its state to readiness and metrics', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let nowMs = startMs;
  let runs = 0;
  const metrics = createMetrics({ queriesInProgress: () => 0 });
  const backups = composeBackups(
    {
      config: { dataDir, backupTarget: 'there', backupEveryHours: 24 },
      ...{ clock: { nowMs: () => nowMs }, log: createLog('silent') },
      runBackup: async () => {
        runs += 1;
        await writeBackupState(dataDir, stateAt(nowMs, runs === 2 ? 'The disk is full.' : null));
        if (runs === 2) throw new Error('The disk is full.');
      },
    },
    metrics,
  );
  const tick = async () => {
    const before = runs;
    // A tick while the round before is still ending is skipped.
    await waitFor(async () => {
      await vi.advanceTimersByTimeAsync(60_000);
      expect(runs).toBe(before + 1);
    });
  };
  expect(await backups.state()).toBe('pending');
  backups.start();
  await tick();
  await waitFor(async () => expect(await backups.state()).toBe('ok'));
  await waitFor(async () =>
    expect((await metrics.text()).text).toContain(`avow_backup_success_timestamp_seconds ${startMs / 1000}`),
  );
  nowMs = startMs + 24 * hourMs;
  await tick();
  await waitFor(async () => expect(await backups.state()).toBe('failing'));
  await waitFor(async () => expect((await metrics.text()).text).toContain('avow_backup_failing 1'));
  await writeBackupState(dataDir, stateAt(nowMs, null));
  nowMs = startMs + 49 * hourMs;
  expect(await backups.state()).toBe('overdue');
  await backups.close();
});

test('is off without a target', async () => {
  const config = { dataDir, backupTarget: null, backupEveryHours: 24 };
  const backups = composeBackups(
    { config, clock: { nowMs: () => startMs }, log: createLog('silent') },
    createMetrics({ queriesInProgress: () => 0 }),
  );
  backups.start();
  expect(await backups.state()).toBe('off');
  await backups.close();
});
