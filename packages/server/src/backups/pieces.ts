import { hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makePrivateFolder, UserError } from '@avow/foundation';
import { nameOfPiece, piecesPrefix } from './backup-names.ts';
import type { BackupTarget } from './backup-target.ts';
import type { BackedUpFile } from './manifest.ts';

/**
 * Files are kept in pieces of one size, each under its hash. A database and a log that only grows change in few places, so
 * most pieces of the next backup are there already.
 */
const pieceBytes = 1 << 20;

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
    await target.write(name, bytes);
    if (target.isReadable) await readPiece(target, digest);
    known.set(name, bytes.length);
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
        const pieces: string[] = [];
        const { size } = await file.stat();
        const buffer = Buffer.alloc(Math.min(pieceBytes, size));
        let bytes = 0;
        while (bytes < size) {
          const { bytesRead } = await file.read(buffer, 0, Math.min(pieceBytes, size - bytes), bytes);
          if (bytesRead === 0) break;
          pieces.push(await put(Uint8Array.prototype.slice.call(buffer, 0, bytesRead)));
          bytes += bytesRead;
        }
        return { path: name, bytes, pieces };
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
    for (const digest of pieces) {
      const piece = await readPiece(target, digest);
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

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
