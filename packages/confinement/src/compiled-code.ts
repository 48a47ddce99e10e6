import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, statSync, utimesSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { channelFile } from './channel/channel-file.ts';

const dayMs = 86_400_000;
const niceness = 10;

/**
 * The folder in which Node keeps what it has compiled of the code of a confined process, apart from what this process runs; null
 * if this process keeps nothing compiled. It is filled by a process that loads the code and is given nothing else, and again
 * after a day, since the code may have changed. Until it is full, a start takes longer.
 */
export function keepCompiled(codePath: string): string | null {
  const kept = getCompileCacheDir();
  if (kept === undefined) return null;
  const folder = join(kept, `confined-${createHash('sha256').update(codePath).digest('hex').slice(0, 16)}`);
  try {
    const filledMs = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const nowMs = Date.now();
    if (Math.abs(nowMs - filledMs) < dayMs) return folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // The next start finds that it is being filled.
    utimesSync(folder, nowMs / 1000, nowMs / 1000);
    fill(folder, codePath);
    return folder;
  } catch {
    // Nothing is kept where nothing can be written.
    return null;
  }
}

/** Code that has been loaded is kept at the end of the process, which ends with its channel, and that with this process. */
function fill(folder: string, codePath: string): void {
  const stdio: Array<'ignore' | 'pipe'> = ['ignore', 'ignore', 'ignore', 'pipe'];
  const child: ChildProcess = spawn(process.execPath, [codePath], {
    ...{ env: { NODE_COMPILE_CACHE: folder }, stdio },
  });
  child.on('error', () => undefined);
  child.unref();
  child.stdio[channelFile]?.destroy();
  try {
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // As for a confined process.
  }
}
