import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { formatTime } from '@avow/contract';
import { suffixOf } from '../../ids/typeid.ts';
import type { CheckpointAnchor } from '../../interfaces/audit-log.ts';
import type { TenantId } from '../../interfaces/identity.ts';
import type { StoredCheckpoint } from '../../interfaces/log-store.ts';
import { syncToDisk } from '../../locks/sync-to-disk.ts';
import { type AnchoredLine, parseLines } from './anchored-line.ts';

/** Holds well over a hundred checkpoints: what the newest is found in. */
const tailBytes = 64 * 1024;
const suffix = '.jsonl';
const newline = 0x0a;

/**
 * A folder with one file a tenant, which only grows: each line is a checkpoint. It is best on another disk or machine than
 * the records, or made append-only by the system it lies on.
 */
export function createFolderAnchor(directory: string): CheckpointAnchor {
  const pathOf = (tenantId: TenantId) => {
    if (suffixOf(tenantId, ['ten']) === null)
      throw new Error('only the id of a tenant names a file of anchors');
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

/** Puts the checkpoint behind what is there, unless it is the last of that. True: the file is new. */
async function append(file: FileHandle, checkpoint: StoredCheckpoint): Promise<boolean> {
  const tail = await readTail(file);
  const text = JSON.stringify(lineOf(checkpoint));
  const last = tail.bytes.subarray(-Buffer.byteLength(text) - 1);
  if (last.toString() === `${text}\n`) return false;
  // A line that a crash tore stays as it is, but for the newline that ends it: what is here is never taken back.
  const isTorn = tail.bytes.length > 0 && tail.bytes.at(-1) !== newline;
  const line = Buffer.from(`${isTorn ? '\n' : ''}${text}\n`);
  const { bytesWritten } = await file.write(line);
  if (bytesWritten !== line.length) throw new Error('a checkpoint could only be written in part');
  await file.sync();
  return tail.bytes.length === 0;
}

function lineOf({ size, root, note, createdAtMs }: StoredCheckpoint): AnchoredLine {
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
 * From the end backwards, the first checkpoint that is a true one, or the largest of the whole file: whoever may only append
 * cannot hide what stands before by putting something else, or an old one, behind it. A file that has lines and no true one is
 * an error: it would pass for one that knows nothing.
 */
async function searchBack(
  file: FileHandle,
  isTrue: (line: AnchoredLine) => Promise<boolean>,
  reach: 'tail' | 'whole',
): Promise<AnchoredLine | null> {
  let largest: AnchoredLine | null = null;
  let end: number | undefined;
  let behind: Buffer = Buffer.alloc(0);
  let hasLines = false;
  for (;;) {
    const { bytes, start } = await readTail(file, end);
    const joined = Buffer.concat([bytes, behind]);
    // The first line of a part begins somewhere before it.
    const from = start === 0 ? 0 : joined.indexOf(newline) + 1;
    for (const line of parseLines(joined.subarray(from))) {
      if (line.size <= (largest?.size ?? -1)) break;
      if (await isTrue(line)) largest = line;
    }
    if (largest !== null && reach === 'tail') return largest;
    hasLines ||= joined.includes(newline) || start > 0;
    if (start === 0) break;
    // No checkpoint is so long: what is, is none.
    behind = from <= tailBytes ? joined.subarray(0, from) : Buffer.alloc(0);
    end = start;
  }
  if (largest !== null) return largest;
  if (hasLines) throw new Error('the file of an anchor cannot be read: it has no true checkpoint');
  return null;
}

/** Not as other folders are made: this one may lie on a disk that hangs, which must hold up nothing else. */
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
