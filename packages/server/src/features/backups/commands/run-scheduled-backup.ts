import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../../config/load-config.ts';

const main = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url));

/**
 * Runs `avow backup` with the settings of this process, at a lower priority: copying and verifying must not delay answers.
 * A backup that is ended leaves nothing behind that counts.
 */
export async function runScheduledBackup(
  { backupKeep }: Pick<Config, 'backupKeep'>,
  signal: AbortSignal,
): Promise<void> {
  const words = [main, 'backup', '--keep', String(backupKeep), '--json'];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'], signal });
  if (child.pid !== undefined) lowerPriority(child.pid);
  const [[code], said] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  if (code !== 0) throw new Error(said.trim().replace(/^avow: /, '') || `it ended with ${code}`);
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It may have ended already, and works at any priority.
  }
}
