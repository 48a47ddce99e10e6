import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** What has this beginning is being written, or was when its writer died. */
export const temporaryPrefix = 'tmp-';

/**
 * On the disk when it returns, but for its name: `syncFolder` makes that last. Where it fails there is no file: on a full disk
 * the beginning of one would take the room that others need.
 */
export function writeNewFile(path: string, parts: Iterable<Uint8Array>): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    for (const part of inLargerParts(parts)) writeFully(file, part);
    fsyncSync(file);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** The file has its new content, durably, or its old: a reader never meets anything between. */
export function replaceFile(path: string, bytes: Uint8Array): void {
  const temporary = `${dirname(path)}/${temporaryPrefix}${crypto.randomUUID()}`;
  writeNewFile(temporary, [bytes]);
  try {
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

export function makeFolder(path: string): void {
  if (mkdirSync(path, { recursive: true, mode: 0o700 }) === undefined) return;
  syncFolder(dirname(path));
  syncFolder(dirname(dirname(path)));
}

export function syncFolder(path: string): void {
  // Windows opens no folders, and keeps names by itself.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

export function writeFully(file: number, bytes: Uint8Array, position: number | null = null): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(file, bytes, done, bytes.length - done, position === null ? null : position + done);
}

/** A call to the system for each of a million small texts would take longer than the texts. */
function* inLargerParts(parts: Iterable<Uint8Array>): Generator<Uint8Array> {
  const largeBytes = 1 << 20;
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  for (const part of parts) {
    gathered.push(part);
    gatheredBytes += part.length;
    if (gatheredBytes < largeBytes) continue;
    yield gathered.length === 1 ? part : Buffer.concat(gathered);
    gathered = [];
    gatheredBytes = 0;
  }
  if (gatheredBytes > 0) yield Buffer.concat(gathered);
}
