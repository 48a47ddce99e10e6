import { readdir, readFile } from 'node:fs/promises';

/** How many files and connections this process may have open; null: the system does not report it. */
export async function readDescriptorLimit(): Promise<number | null> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const soft = /^Max open files\s+(\S+)/m.exec(text)?.[1];
  if (soft === undefined) return null;
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
}

/** How many it has open; null: the system does not report it. */
export async function countDescriptors(): Promise<number | null> {
  const open = await readdir('/proc/self/fd').catch(() => null);
  return open === null ? null : open.length;
}
