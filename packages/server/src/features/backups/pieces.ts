import { hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '@avow/foundation';
import { forEachConcurrently } from '@avow/foundation/concurrency';
import { makePrivateFolder } from '@avow/foundation/files';
import { type BackedUpFile, nameOfPiece, piecesPrefix } from './manifest.ts';
import { atOnceMax, type BackupTarget } from './targets/backup-target.ts';

/**
 * Files are kept in pieces of one size, each under its hash. A database and a log that only grows change in few places, so
 * most pieces of the next backup are there already. The smaller they are, the less is copied again, and the more there are:
 * at most this many of a file, as far as their size allows.
 */
const piecesMax = 4096;
const pieceBytesMin = 1 << 16;
const pieceBytesMax = 1 << 20;

/** A power of two, so that a file that grows has the same pieces for long. */
export function pieceBytesFor(size: number): number {
  let bytes = pieceBytesMin;
  while (bytes < pieceBytesMax && bytes * piecesMax < size) bytes *= 2;
  return bytes;
}

/** How much of a backup was written, and how much was there already. */
export interface PieceCounts {
  bytes: number;
  addedBytes: number;
  addedPieces: number;
}

export interface PieceWriter {
  /** Null: the file has been removed meanwhile. */
  writeFile(path: string, name: string): Promise<BackedUpFile | null>;
  readonly counts: Readonly<PieceCounts>;
}

export async function openPieceWriter(target: BackupTarget): Promise<PieceWriter> {
  const known = new Map((await target.list(piecesPrefix)).map(({ name, bytes }) => [name, bytes]));
  const counts: PieceCounts = { bytes: 0, addedBytes: 0, addedPieces: 0 };
  const put = async (bytes: Uint8Array) => {
    const digest = hash('sha256', bytes);
    const name = nameOfPiece(digest);
    counts.bytes += bytes.length;
    // One of another size was not written by a backup, or is damaged.
    if (known.get(name) === bytes.length) return digest;
    known.set(name, bytes.length);
    await target.write(name, bytes);
    if (target.isReadable) await readPiece(target, digest);
    counts.addedBytes += bytes.length;
    counts.addedPieces += 1;
    return digest;
  };
  return {
    counts,
    writeFile: async (path, name) => {
      const file = await open(path).catch(nullIfMissing);
      if (file === null) return null;
      try {
        const { size } = await file.stat();
        const length = pieceBytesFor(size);
        const pieces = new Array<string>(Math.ceil(size / length)).fill('');
        await forEachConcurrently([...pieces.keys()], target.isReadable ? atOnceMax : 1, async (index) => {
          const piece = new Uint8Array(Math.min(length, size - index * length));
          const { bytesRead } = await file.read(piece, 0, piece.length, index * length);
          if (bytesRead < piece.length) throw new Error(`${name} became shorter while it was backed up`);
          pieces[index] = await put(piece);
        });
        return { path: name, bytes: size, pieces };
      } finally {
        await file.close();
      }
    },
  };
}

/** Rejects unless it has the hash that it is named by. */
async function readPiece(target: BackupTarget, digest: string): Promise<Uint8Array> {
  const name = nameOfPiece(digest);
  const bytes = await target.read(name);
  if (bytes === null)
    throw new UserError(`The backup is not complete: ${name} is missing in ${target.name}.`);
  if (hash('sha256', bytes) !== digest)
    throw new UserError(`The backup is damaged: ${name} in ${target.name} is not what was written.`);
  return bytes;
}

/** Writes the file from its pieces, and syncs it. */
export async function readFileFromPieces(
  target: BackupTarget,
  { path: name, bytes, pieces }: BackedUpFile,
  path: string,
): Promise<void> {
  makePrivateFolder(dirname(path));
  const file = await open(path, 'wx', 0o600);
  try {
    let written = 0;
    for await (const piece of readAhead(target, pieces)) {
      await file.writeFile(piece);
      written += piece.length;
    }
    if (written !== bytes)
      throw new UserError(`The backup is damaged: ${name} is not of the size that it had.`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** In order, with the next ones on their way. */
async function* readAhead(target: BackupTarget, digests: readonly string[]): AsyncGenerator<Uint8Array> {
  const coming: Promise<Uint8Array>[] = [];
  for (let next = 0; next < digests.length || coming.length > 0; ) {
    for (; next < digests.length && coming.length < atOnceMax; next += 1) {
      const piece = readPiece(target, digests[next] ?? '');
      // If one fails, those after it are not waited for.
      piece.catch(() => undefined);
      coming.push(piece);
    }
    const first = await coming.shift();
    if (first !== undefined) yield first;
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
