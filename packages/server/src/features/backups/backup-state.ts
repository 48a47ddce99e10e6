import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const schema = z.object({
  /** When the last backup that succeeded was begun. */
  succeeded_at: z.iso.datetime().nullable(),
  target: z.string().nullable(),
  bytes: z.int().min(0).nullable(),
  has_keys: z.boolean().nullable(),
  /** When the last attempt was begun. */
  tried_at: z.iso.datetime(),
  /** Why it failed; null: it succeeded. */
  failure: z.string().nullable(),
});

/** What the last attempts at a backup have led to, for health, metrics and `avow doctor`. */
export type BackupState = z.infer<typeof schema>;

const stateFile = 'backup.json';

/** Null: no backup was tried yet, or the file cannot be understood. */
export async function readBackupState(directory: string): Promise<BackupState | null> {
  try {
    return schema.parse(JSON.parse(await readFile(join(directory, stateFile), 'utf8')));
  } catch {
    return null;
  }
}

export async function writeBackupState(directory: string, state: BackupState): Promise<void> {
  const path = join(directory, stateFile);
  await writeFile(`${path}.part`, JSON.stringify(state), { mode: 0o600 });
  await rename(`${path}.part`, path);
}

const hourMs = 3_600_000;
/** Without a schedule. */
const usualHours = 7 * 24;

/** Whether the last backup is older than it may be: twice the time between two, or a week if there is no schedule. */
export function isBackupOverdue(
  { succeeded_at: last }: Pick<BackupState, 'succeeded_at'>,
  everyHours: number | null,
  nowMs: number,
): boolean {
  const limitMs = (everyHours === null ? usualHours : 2 * everyHours) * hourMs;
  return last === null || nowMs - Date.parse(last) > limitMs;
}
