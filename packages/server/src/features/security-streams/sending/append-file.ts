import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { explainStorage } from './explain-error.ts';
import { failure, type SendEvents, taken } from './stream-sender.ts';

/** Not through a symbolic link, which somebody else may have put there. */
const flags =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** Readable by the group, which collectors are members of. */
const mode = 0o640;
const newline = 0x0a;

/**
 * Appends events to a file, one in a line (NDJSON), and flushes it. The file is opened anew for each batch: one that was moved away
 * is followed by a new one. After a failure nothing of the batch is left in it.
 */
export function createAppendFile(path: string): SendEvents {
  return async (events, signal) => {
    signal.throwIfAborted();
    try {
      const file = await open(path, flags, mode);
      try {
        return await append(file, path, events.map(({ json }) => `${json}\n`).join(''));
      } finally {
        await file.close();
      }
    } catch (error) {
      return explainStorage(error);
    }
  };
}

async function append(file: FileHandle, path: string, text: string) {
  const found = await file.stat();
  if (!found.isFile()) return failure('storage', 'it is not a plain file');
  try {
    // A process that was killed while it wrote left a part of a line, whose event follows now.
    const begun = await isBegun(file, found.size);
    await file.appendFile(begun ? `\n${text}` : text);
    await file.datasync();
    if (found.size === 0) await syncFolder(dirname(path));
    return taken;
  } catch (error) {
    await file.truncate(found.size).catch(() => undefined);
    throw error;
  }
}

async function isBegun(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  await file.read(last, 0, 1, size - 1);
  return last[0] !== newline;
}

/** So that a new file has its name after a power cut, too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
