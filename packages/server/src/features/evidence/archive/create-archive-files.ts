import { createHash } from 'node:crypto';
import { crc32, createDeflateRaw } from 'node:zlib';
import { UserError } from '@avow/foundation';
import { inOrder, type PackFile, type PackFiles } from '../pack-files.ts';
import { bundleFile, type FileSum } from '../sums.ts';
import { centralDirectory, dataDescriptor, localHeader, type ZipEntry } from './zip-records.ts';

interface ArchiveOptions {
  /** The folder that all files are in. */
  readonly root: string;
  readonly madeAtMs: number;
  /** Of the archive, and of each of its files. */
  readonly bytesMax: number;
  /** Writes the next bytes of the archive. */
  readonly write: (bytes: Buffer) => Promise<void>;
  /** Exports the records, and returns what the bundle consists of. */
  readonly exportBundle:
    | (() => Promise<{ readonly records: number; readonly chunks: AsyncIterable<Uint8Array> }>)
    | null;
}

/** Files of a zip archive, which is written from its beginning to its end. `close` writes the directory. */
export function createArchiveFiles({
  root,
  madeAtMs,
  bytesMax,
  write,
  exportBundle,
}: ArchiveOptions): PackFiles & { close(): Promise<void> } {
  const entries: ZipEntry[] = [];
  const sums: FileSum[] = [];
  let position = 0;
  const limit = (bytes: number) => {
    if (bytes > bytesMax)
      throw new UserError(
        'The pack is too large. Choose a shorter period, leave the records out, or use the command line.',
      );
  };
  const put = async (bytes: Buffer) => {
    limit(position + bytes.length);
    await write(bytes);
    position += bytes.length;
  };

  async function create(path: string): Promise<PackFile> {
    const offset = position;
    await put(localHeader(`${root}/${path}`, madeAtMs));
    const [start, hash, deflate] = [position, createHash('sha256'), createDeflateRaw()];
    let [checksum, bytes] = [0, 0];
    const packed = (async () => {
      for await (const chunk of deflate) await put(chunk as Buffer);
    })();
    // A failure is thrown by the next that is awaited.
    packed.catch(() => undefined);
    return {
      append: async (chunk) => {
        checksum = crc32(chunk, checksum);
        bytes += chunk.length;
        limit(bytes);
        hash.update(chunk);
        const taken = new Promise<void>((resolve) => deflate.write(chunk, () => resolve()));
        await Promise.race([taken, packed]);
      },
      end: async () => {
        deflate.end();
        await packed;
        const entry = {
          path: `${root}/${path}`,
          crc32: checksum,
          packedBytes: position - start,
          bytes,
          offset,
        };
        await put(dataDescriptor(entry));
        entries.push(entry);
        sums.push({ path, sha256: hash.digest('hex') });
      },
    };
  }

  return {
    create,
    addBundle:
      exportBundle === null
        ? null
        : async () => {
            const { records, chunks } = await exportBundle();
            const file = await create(bundleFile);
            for await (const chunk of chunks) await file.append(chunk);
            await file.end();
            return { records };
          },
    sums: () => inOrder(sums),
    close: () => put(centralDirectory(entries, madeAtMs, position)),
  };
}
