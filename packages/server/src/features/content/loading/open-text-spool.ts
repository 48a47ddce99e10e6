import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { diskFull, isDiskFull } from '@avow/foundation';

/** The location of a text in the spool. */
export interface SpooledText {
  readonly start: number;
  readonly bytes: number;
}

/** Holds the texts of a plan until it is applied, so that a folder need not fit into memory or be read twice. */
export interface TextSpool {
  write(text: string): Promise<SpooledText>;
  read(place: SpooledText): Promise<string>;
  close(): Promise<void>;
}

export async function openTextSpool(directory: string): Promise<TextSpool> {
  const path = join(directory, `load-${randomBytes(8).toString('hex')}.tmp`);
  const file = await open(path, 'wx+', 0o600);
  // Unlinked immediately: the file disappears with the process, however it ends.
  await rm(path, { force: true });
  let end = 0;
  return {
    write: async (text) => {
      const bytes = Buffer.from(text, 'utf8');
      const start = end;
      end += bytes.length;
      try {
        for (let done = 0; done < bytes.length; )
          done += (await file.write(bytes, done, bytes.length - done, start + done)).bytesWritten;
      } catch (error) {
        throw isDiskFull(error) ? diskFull() : error;
      }
      return { start, bytes: bytes.length };
    },
    read: async ({ start, bytes }) => {
      const buffer = Buffer.alloc(bytes);
      for (let done = 0; done < bytes; ) {
        const { bytesRead } = await file.read(buffer, done, bytes - done, start + done);
        if (bytesRead === 0) throw new Error('the spooled text is truncated');
        done += bytesRead;
      }
      return buffer.toString('utf8');
    },
    close: () => file.close(),
  };
}
