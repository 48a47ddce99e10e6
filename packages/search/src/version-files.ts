import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { PackId, PackVersion, TenantId } from '@avow/foundation';
import { withFileLock } from '@avow/foundation/files';
import { PassageSearchError } from './passage-search-error.ts';
import { makeFolder, syncFolder, temporaryPrefix } from './segments/durable-files.ts';
import { type Manifest, readPackManifest, writeManifest } from './segments/manifest.ts';
import { type PackFolder, packFolder, segmentPath } from './segments/pack-folder.ts';

/** A file of the search index: what its segments are made of, and their vectors. */
export interface VersionFile {
  readonly name: string;
  /** SHA-256, in hexadecimal. */
  readonly hash: string;
  readonly bytes: number;
}

/** Everything that a version consists of. */
export interface VersionDescription {
  /** As JSON. */
  readonly manifest: string;
  readonly files: readonly VersionFile[];
}

/** The files of versions, as they are copied from the search index of one node to that of another. */
export interface VersionFiles {
  /** Null: the version is not here. */
  readManifest(tenantId: TenantId, pack: PackVersion): string | null;
  /** Null: the version is not here, or not whole. */
  describe(tenantId: TenantId, pack: PackVersion): Promise<VersionDescription | null>;
  /** The file from its beginning, in pieces of one size. */
  read(tenantId: TenantId, packId: PackId, name: string): AsyncIterable<Uint8Array>;
  /**
   * Makes the version searchable here. Files that are here and whole are kept; the others are fetched, and must have the
   * hashes that were described: otherwise it rejects with `damaged`, and the version is as it was.
   */
  install(
    tenantId: TenantId,
    pack: PackVersion,
    described: VersionDescription,
    fetch: (file: VersionFile) => AsyncIterable<Uint8Array>,
  ): Promise<void>;
}

const pieceBytes = 1 << 20;
const lockWaitMs = 60_000;
/** Vectors come later than the rest, and clusters later still. */
const neededParts = ['idx', 'txt'] as const;
const laterParts = ['vec', 'ivf'] as const;
const fileName = /^seg-[0-9a-f]{1,64}\.(?:idx|txt|vec|ivf)$/;

/** Several processes may use the directory at the same time, and search in it meanwhile. */
export function openVersionFiles(directory: string): VersionFiles {
  const folderOf = (tenantId: TenantId, packId: PackId) => packFolder(directory, { tenantId, packId });
  return {
    readManifest(tenantId, { packId, version }) {
      try {
        return JSON.stringify(readPackManifest(folderOf(tenantId, packId), version));
      } catch (error) {
        return ifNotWhole(error);
      }
    },
    async describe(tenantId, { packId, version }) {
      const folder = folderOf(tenantId, packId);
      try {
        const manifest = readPackManifest(folder, version);
        return { manifest: JSON.stringify(manifest), files: await describeFiles(folder, manifest) };
      } catch (error) {
        return ifNotWhole(error);
      }
    },
    read: (tenantId, packId, name) =>
      createReadStream(pathIn(folderOf(tenantId, packId), name), { highWaterMark: pieceBytes }),
    async install(tenantId, pack, described, fetch) {
      const folder = folderOf(tenantId, pack.packId);
      const manifest: Manifest = JSON.parse(described.manifest);
      if (manifest.version !== pack.version) throw damaged(pack);
      makeFolder(folder.path);
      const locked = await withFileLock({ path: folder.lockPath, waitMs: lockWaitMs }, async () => {
        for (const file of described.files) await installFile(folder, file, { pack, fetch });
        syncFolder(folder.path);
        writeManifest(folder, manifest);
      });
      if (locked.kind === 'busy')
        throw new PassageSearchError('timeout', 'another process is writing to the search index');
    },
  };
}

function ifNotWhole(error: unknown): null {
  if (error instanceof PassageSearchError) return null;
  throw error;
}

function damaged(pack: PackVersion): PassageSearchError {
  return new PassageSearchError('damaged', 'a file of the search index is not as it was described', { pack });
}

/** Only names that this module has made. */
function pathIn(folder: PackFolder, name: string): string {
  if (!fileName.test(name)) throw new RangeError('not a file of the search index');
  return join(folder.path, name);
}

async function describeFiles(folder: PackFolder, { segments, version }: Manifest): Promise<VersionFile[]> {
  const files: VersionFile[] = [];
  for (const { id } of segments)
    for (const part of [...neededParts, ...laterParts]) {
      const path = segmentPath(folder, id, part);
      if (existsSync(path)) files.push({ name: basename(path), ...(await hashFile(path)) });
      else if (part === 'idx' || part === 'txt') throw damaged({ packId: folder.packId, version });
    }
  return files;
}

async function hashFile(path: string): Promise<Pick<VersionFile, 'hash' | 'bytes'>> {
  const digest = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    digest.update(piece);
    bytes += piece.length;
  }
  return { hash: digest.digest('hex'), bytes };
}

async function installFile(
  folder: PackFolder,
  file: VersionFile,
  {
    pack,
    fetch,
  }: { readonly pack: PackVersion; readonly fetch: (file: VersionFile) => AsyncIterable<Uint8Array> },
): Promise<void> {
  const path = pathIn(folder, file.name);
  if (existsSync(path) && (await hashFile(path)).hash === file.hash) return;
  const temporary = join(folder.path, `${temporaryPrefix}${crypto.randomUUID()}`);
  try {
    const digest = createHash('sha256');
    const written = await open(temporary, 'wx', 0o600);
    try {
      for await (const piece of fetch(file)) {
        digest.update(piece);
        await written.writeFile(piece);
      }
      await written.sync();
    } finally {
      await written.close();
    }
    if (digest.digest('hex') !== file.hash) throw damaged(pack);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
