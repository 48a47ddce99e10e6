import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../errors/user-error.ts';
import type { ArchivedCheckpoint } from '../interfaces/archive.ts';
import { type AnchoredLine, anchorFileOf } from './anchored-line.ts';

const suffix = anchorFileOf('');
const namesTenant = (name: string) => /^\w+$/.test(name);

/** Every line that the folder of anchors has of a tenant. */
export async function* readAnchored(directory: string, tenantId: string): AsyncGenerator<AnchoredLine> {
  const path = join(directory, anchorFileOf(tenantId));
  if (!namesTenant(tenantId)) return;
  const file = await open(path, 'r').catch((error) => nullIfMissing(path, error));
  if (file === null) return;
  try {
    yield* parseAnchored(file.readLines());
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    // Whoever has found a fault does not read on.
    await file.close();
  }
}

/** What the lines of a file of anchors say. */
export async function* parseAnchored(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<AnchoredLine> {
  let line = 0;
  for await (const text of lines) {
    line++;
    // A crash may have torn a line: the same checkpoint, or a later one, was put behind it.
    if (text === '' || (text.startsWith('{') && !text.endsWith('}'))) continue;
    yield { line, checkpoint: parseLine(text) };
  }
}

/** Tenants of which the folder of anchors knows anything. */
export async function listAnchored(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error) => nullIfMissing(directory, error));
  return (names ?? [])
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length))
    .filter(namesTenant);
}

/** What is not there knows nothing. What may not be looked at may know better: then nothing can be called sound. */
function nullIfMissing(path: string, error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw unreadable(path, error);
}

function unreadable(path: string, cause: unknown): UserError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : String(cause);
  return new UserError(
    `The anchors in ${path} cannot be read (${code}): run this as a user who may read them, or set AVOW_ANCHOR_DIR.`,
    { cause },
  );
}

function parseLine(text: string): ArchivedCheckpoint | null {
  try {
    const { size, root, note } = JSON.parse(text);
    const isCheckpoint = Number.isSafeInteger(size) && typeof root === 'string' && typeof note === 'string';
    return isCheckpoint ? { size, root, note } : null;
  } catch {
    return null;
  }
}
