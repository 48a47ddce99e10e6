import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundleFile, type FileSum } from './sums.ts';

/** A file of a pack that is being written. */
export interface PackFile {
  append(bytes: Uint8Array): Promise<void>;
  end(): Promise<void>;
}

/** Where the files of a pack are written, one after the other. */
export interface PackFiles {
  create(path: string): Promise<PackFile>;
  /** Writes the bundle of the records; null: the pack has none. */
  readonly addBundle: (() => Promise<{ readonly records: number }>) | null;
  /** Of everything that was written, in the order of the paths. */
  sums(): readonly FileSum[];
}

export async function writeText(files: PackFiles, path: string, text: string): Promise<void> {
  const file = await files.create(path);
  await file.append(Buffer.from(text));
  await file.end();
}

/** In the order of the code units, as sums are listed. */
export const inOrder = (sums: readonly FileSum[]): readonly FileSum[] =>
  sums.toSorted((one, other) => (one.path < other.path ? -1 : 1));

/** Files of a folder. `exportTo` writes the bundle to a path. */
export function createFolderFiles(
  folder: string,
  exportTo: ((path: string) => Promise<{ readonly records: number }>) | null,
): PackFiles {
  const sums: FileSum[] = [];
  return {
    create: async (path) => {
      const full = join(folder, path);
      await mkdir(dirname(full), { recursive: true, mode: 0o700 });
      const file = await open(full, 'wx', 0o600);
      const hash = createHash('sha256');
      return {
        append: async (bytes) => {
          hash.update(bytes);
          await file.writeFile(bytes);
        },
        end: async () => {
          await file.close();
          sums.push({ path, sha256: hash.digest('hex') });
        },
      };
    },
    addBundle:
      exportTo === null
        ? null
        : async () => {
            const path = join(folder, bundleFile);
            const report = await exportTo(path);
            sums.push({ path: bundleFile, sha256: await hashFile(path) });
            return report;
          },
    sums: () => inOrder(sums),
  };
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
