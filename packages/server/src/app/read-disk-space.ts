import { statfs } from 'node:fs/promises';
import type { DiskSpace } from '../telemetry/metrics.ts';

/** Of the disk that a folder is on, as far as this process may fill it. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
