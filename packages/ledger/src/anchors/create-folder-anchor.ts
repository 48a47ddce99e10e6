import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { formatTime } from '@avow/contract/values';
import type { TenantId } from '@avow/foundation';
import { suffixOf } from '@avow/foundation';
import { syncToDisk } from '@avow/foundation/files';
import type { StoredCheckpoint } from '../checkpoints/log-store.ts';
import type { CheckpointAnchor } from './checkpoint-anchor.ts';

/** A line of an anchor file. */
interface AnchoredCheckpoint {
  readonly size: number;
  /** In lower-case hexadecimal. */
  readonly root: string;
  readonly note: string;
  readonly created_at: string;
}

/** The checkpoints of some lines, the largest first. Truncated lines and lines that are not checkpoints are skipped. */
function parseLines(bytes: Uint8Array): AnchoredCheckpoint[] {
  const lines = Buffer.from(bytes).toString('utf8').split('\n');
  return lines
    .map(parseLine)
    .filter((line) => line !== null)
    .sort((one, other) => other.size - one.size);
}

function parseLine(text: string): AnchoredCheckpoint | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { size, root, note, created_at } = value as Partial<Record<keyof AnchoredCheckpoint, unknown>>;
  const isSize = typeof size === 'number' && Number.isSafeInteger(size) && size >= 0;
  if (!isSize || typeof root !== 'string' || typeof note !== 'string') return null;
  return { size, root, note, created_at: typeof created_at === 'string' ? created_at : '' };
}

/** Enough for over a hundred checkpoints, among which the newest is usually found. */
const tailBytes = 64 * 1024;
const suffix = '.jsonl';
const newline = 0x0a;

/**
 * A folder with one append-only file per tenant: each line is a checkpoint. It should be on a different disk or machine
 * than the records, or made append-only by the file system.
 */
export function createFolderAnchor(directory: string): CheckpointAnchor {
  const pathOf = (tenantId: TenantId) => {
    if (suffixOf(tenantId, ['ten']) === null)
      throw new Error('an anchor file can only be named by a tenant id');
    return join(directory, `${tenantId}${suffix}`);
  };
  return {
    name: 'folder',
    publish: async (tenantId, checkpoint) => {
      const path = pathOf(tenantId);
      await makeFolder(directory);
      const file = await open(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600);
      try {
        if (await append(file, checkpoint)) await syncToDisk(directory);
      } finally {
        await file.close();
      }
    },
    newest: async (tenantId, isTrue = async () => true, reach = 'tail') => {
      const file = await openExisting(pathOf(tenantId));
      if (file === null) return null;
      try {
        return await searchBack(file, isTrue, reach);
      } finally {
        await file.close();
      }
    },
    listTenants: async () => {
      const names = await readdir(directory).catch(nullIfMissing);
      return (names ?? [])
        .filter((name) => name.endsWith(suffix))
        .map((name) => name.slice(0, -suffix.length))
        .filter((name): name is TenantId => suffixOf(name, ['ten']) !== null);
    },
  };
}

/** Appends the checkpoint unless it is the last line already. Returns true if the file is new. */
async function append(file: FileHandle, checkpoint: StoredCheckpoint): Promise<boolean> {
  const tail = await readTail(file);
  const text = JSON.stringify(lineOf(checkpoint));
  const last = tail.bytes.subarray(-Buffer.byteLength(text) - 1);
  if (last.toString() === `${text}\n`) return false;
  // A line that a crash truncated is ended by a newline and otherwise left alone: nothing anchored is ever removed.
  const isTorn = tail.bytes.length > 0 && tail.bytes.at(-1) !== newline;
  const line = Buffer.from(`${isTorn ? '\n' : ''}${text}\n`);
  const { bytesWritten } = await file.write(line);
  if (bytesWritten !== line.length) throw new Error('the checkpoint was written only in part');
  await file.sync();
  return tail.bytes.length === 0;
}

function lineOf({ size, root, note, createdAtMs }: StoredCheckpoint): AnchoredCheckpoint {
  return { size, root, note, created_at: formatTime(createdAtMs) };
}

async function readTail(file: FileHandle, end?: number) {
  const until = end ?? (await file.stat()).size;
  const start = Math.max(0, until - tailBytes);
  const buffer = Buffer.alloc(until - start);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
  return { bytes: buffer.subarray(0, bytesRead), start };
}

/**
 * Searches backwards from the end for the first valid checkpoint, or for the largest in the whole file: an attacker who
 * can only append cannot hide a checkpoint by appending garbage or an old one. A file that has lines but no valid
 * checkpoint is an error, because it would otherwise look empty.
 */
async function searchBack(
  file: FileHandle,
  isTrue: (line: AnchoredCheckpoint) => Promise<boolean>,
  reach: 'tail' | 'whole',
): Promise<AnchoredCheckpoint | null> {
  let largest: AnchoredCheckpoint | null = null;
  let end: number | undefined;
  let behind: Buffer = Buffer.alloc(0);
  let hasLines = false;
  for (;;) {
    const { bytes, start } = await readTail(file, end);
    const joined = Buffer.concat([bytes, behind]);
    // The first line of a chunk begins in the chunk before it.
    const from = start === 0 ? 0 : joined.indexOf(newline) + 1;
    for (const line of parseLines(joined.subarray(from))) {
      if (line.size <= (largest?.size ?? -1)) break;
      if (await isTrue(line)) largest = line;
    }
    if (largest !== null && reach === 'tail') return largest;
    hasLines ||= joined.includes(newline) || start > 0;
    if (start === 0) break;
    // No checkpoint is this long, so this line is not one.
    behind = from <= tailBytes ? joined.subarray(0, from) : Buffer.alloc(0);
    end = start;
  }
  if (largest !== null) return largest;
  if (hasLines) throw new Error('the anchor file has no valid checkpoint');
  return null;
}

/** Not created synchronously like other folders: this one may be on a disk that hangs, which must not block anything else. */
async function makeFolder(directory: string): Promise<void> {
  const made = await mkdir(directory, { recursive: true, mode: 0o700 });
  if (made === undefined) return;
  const highest = resolve(made);
  for (let folder = resolve(directory); ; folder = dirname(folder)) {
    await syncToDisk(dirname(folder));
    if (folder === highest || folder === dirname(folder)) return;
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

const openExisting = (path: string): Promise<FileHandle | null> => open(path, 'r').catch(nullIfMissing);
