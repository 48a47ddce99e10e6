import type { Readiness } from '@avow/contract';
import type { Clock } from '@avow/foundation';
import { repeat } from '@avow/foundation/concurrency';
import type { Log } from '@avow/foundation/log';
import type { Config } from '../../../config/load-config.ts';
import type { Metrics } from '../../../telemetry/metrics.ts';
import { type BackupState, isBackupOverdue, readBackupState } from '../backup-state.ts';

export interface BackupDependencies {
  readonly config: Pick<Config, 'dataDir' | 'backupTarget' | 'backupEveryHours'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Makes one, in another process; omitted: none are made here. The signal ends it. */
  readonly runBackup?: (signal: AbortSignal) => Promise<void>;
}

export interface ComposedBackups {
  /** How the backups of this service are, for its readiness. */
  state(): Promise<Readiness['backup']>;
  start(): void;
  close(): Promise<void>;
}

const lookEveryMs = 60_000;
const hourMs = 3_600_000;

/** The schedule of backups. It is kept by what the last attempt has left in the data folder, so a restart does not shift it. */
export function composeBackups(
  { config, clock, log, runBackup }: BackupDependencies,
  metrics: Pick<Metrics, 'noteBackup'>,
): ComposedBackups {
  const { dataDir, backupTarget, backupEveryHours } = config;
  const stopped = new AbortController();
  const note = async () => {
    const state = await readBackupState(dataDir);
    metrics.noteBackup({
      succeededAtMs: state?.succeeded_at ? Date.parse(state.succeeded_at) : null,
      isFailing: state !== null && state.failure !== null,
      bytes: state?.bytes ?? null,
    });
    return state;
  };
  const round = async () => {
    try {
      if (runBackup === undefined || !isDue(await note(), backupEveryHours, clock.nowMs())) return;
      await runBackup(stopped.signal);
      log.info({ target: backupTarget }, 'a backup was made');
    } catch (error) {
      if (!stopped.signal.aborted) log.error({ target: backupTarget, err: error }, 'a backup failed');
    } finally {
      await note();
    }
  };
  let stop = async () => undefined as unknown;
  return {
    state: async () => {
      if (backupTarget === null) return 'off';
      const state = await readBackupState(dataDir);
      // Before the first attempt nothing is wrong yet.
      if (state === null) return 'pending';
      if (state.failure !== null) return 'failing';
      return isBackupOverdue(state, backupEveryHours, clock.nowMs()) ? 'overdue' : 'ok';
    },
    start: () => {
      if (backupTarget !== null) stop = repeat(lookEveryMs, round);
    },
    close: async () => {
      stopped.abort();
      await stop();
    },
  };
}

/** After a failure it is tried again within the hour. */
export function isDue(state: BackupState | null, everyHours: number, nowMs: number): boolean {
  if (state === null) return true;
  const waitHours = state.failure === null ? everyHours : Math.min(1, everyHours);
  // Half a round short, so that each backup is not a minute later than the one before.
  const passedMs = nowMs - Date.parse(state.tried_at);
  return passedMs < 0 || passedMs >= waitHours * hourMs - lookEveryMs / 2;
}
