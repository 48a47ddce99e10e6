import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { UserError } from '@avow/foundation';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { isBackupName } from '../manifest.ts';
import type { BackupTarget } from './backup-target.ts';
import { openFolderTarget } from './open-folder-target.ts';

/** One whole backup as a tar archive: nothing is there already, and nothing can be read back. */
export function openTarWriter(out: NodeJS.WritableStream, nowMs: () => number): BackupTarget {
  const { readable, controller } = createTarPacker();
  const sent = Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]);
  // Also rejects if the reader has gone.
  const ended = pipeline(sent, out, { end: false });
  // Reported by `close`.
  ended.catch(() => undefined);
  const names = new Set<string>();
  return {
    name: 'standard output',
    isReadable: false,
    list: async () => [],
    read: async () => null,
    write: async (name, bytes) => {
      if (names.has(name)) return;
      names.add(name);
      const header = {
        name,
        size: bytes.length,
        type: 'file',
        mode: 0o600,
        mtime: new Date(nowMs()),
      } as const;
      const body = controller.add(header).getWriter();
      await body.write(bytes);
      await body.close();
    },
    remove: async () => undefined,
    close: async () => {
      controller.finalize();
      await ended;
    },
  };
}

/** The backup in a tar archive, unpacked into a temporary folder. */
export async function openTarReader(input: NodeJS.ReadableStream): Promise<BackupTarget> {
  const directory = await mkdtemp(join(tmpdir(), 'avow-restore-'));
  const removeAll = () => rm(directory, { recursive: true, force: true });
  try {
    const folder = await openFolderTarget(directory, { forWriting: true });
    await unpack(input, folder);
    return {
      ...folder,
      name: 'standard input',
      close: async () => {
        await folder.close();
        await removeAll();
      },
    };
  } catch (error) {
    await removeAll();
    throw error;
  }
}

async function unpack(input: NodeJS.ReadableStream, folder: BackupTarget): Promise<void> {
  const { readable, writable } = createTarDecoder({ strict: true });
  const feeding = finished(input.pipe(Writable.fromWeb(writable)));
  feeding.catch(() => undefined);
  try {
    for await (const { header, body } of readable) {
      if (header.type !== 'file' || !isBackupName(header.name)) throw new Error(`unexpected ${header.name}`);
      const parts: Uint8Array[] = [];
      for await (const part of body) parts.push(part);
      await folder.write(header.name, Buffer.concat(parts));
    }
    await feeding;
  } catch (error) {
    throw new UserError('Standard input is not a complete backup: use what "avow backup -" wrote.', {
      cause: error,
    });
  }
}
