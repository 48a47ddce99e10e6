import { unwrapKey } from '@avow/storage/sealing';
import type { HandedOverLog, LogHandOver } from '../hand-over-logs.ts';

/** How many tenant keys open under each of two master keys. */
export interface KeySurvey {
  readonly underOld: number;
  readonly underNew: number;
  readonly underNeither: number;
}

/** What the keys of an installation protect, while nobody else uses it: for changing the master key and the log key. */
export interface KeyChange {
  /** Null: there is no such key, so nothing opens under it. */
  survey(keys: { readonly old: Uint8Array | null; readonly new: Uint8Array | null }): KeySurvey;
  /**
   * Rewraps each key that is not under the new master key, and appends that to the tenant's log, all in one commit, and only
   * if each key opens again. Returns how many. It also appends to a log that contradicts its signed checkpoints: a leaked
   * master key must be replaceable without delay, and the checkpoints still show the contradiction.
   */
  rewrap(keys: { readonly old: Uint8Array; readonly new: Uint8Array }, atMs: number): number;
  /** The last checkpoints of all logs. */
  listLogs(): readonly HandedOverLog[];
  /**
   * Hands all logs over to another key, all in one commit: to each it appends that, and stores the checkpoint that both keys
   * have signed. Returns how many.
   */
  handOver(change: LogHandOver): Promise<number>;
  /** In SQLite, empties the WAL, which still contains the previous pages: afterwards no file has a key under the old master key. */
  emptyWal(): void;
  close(): void;
}

/** How many keys open under each of two master keys. */
export function surveyKeys(
  wrapped: readonly Uint8Array[],
  keys: Parameters<KeyChange['survey']>[0],
): KeySurvey {
  const opens = (masterKey: Uint8Array | null, key: Uint8Array) =>
    masterKey !== null && unwrapKey(masterKey, key) !== null;
  const counts = { underOld: 0, underNew: 0, underNeither: 0 };
  for (const key of wrapped) {
    if (opens(keys.new, key)) counts.underNew += 1;
    else if (opens(keys.old, key)) counts.underOld += 1;
    else counts.underNeither += 1;
  }
  return counts;
}

/** The event by which a tenant's log says that its key was wrapped anew. */
export const rekeyEvent = (atMs: number) =>
  ({ kind: 'rekey', subject: '', state: 'rewrapped', atMs, actor: 'operator', details: [] }) as const;
