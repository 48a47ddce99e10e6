import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '@avow/foundation';
import { LogError } from '@avow/ledger-log';
import {
  followKeyChanges,
  keyChangesMax,
  namedNextKey,
  type VerifierKey,
  type VerifyEd25519,
} from '@avow/ledger-log/notes';
import { sha256Bytes } from '../checkpoints/hashing.ts';
import { type AnchoredLine, anchorFileName } from './anchored-line.ts';
import type { ArchivedCheckpoint } from './archive.ts';

const suffix = anchorFileName('');
const isTenantName = (name: string) => /^\w+$/.test(name);

/** Every line of the anchor file of a tenant. */
export async function* readAnchorFile(directory: string, tenantId: string): AsyncGenerator<AnchoredLine> {
  const path = join(directory, anchorFileName(tenantId));
  if (!isTenantName(tenantId)) return;
  const file = await open(path, 'r').catch((error) => nullIfMissing(path, error));
  if (file === null) return;
  try {
    yield* parseAnchorLines(file.readLines());
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    // A caller that has found a fault stops reading early.
    await file.close();
  }
}

/** The statements in the anchor file of a tenant by which this key was replaced, and those that follow. */
export async function readAnchoredKeyChanges(
  directory: string,
  tenantId: string,
  { key, verify }: { readonly key: VerifierKey; readonly verify: VerifyEd25519 },
): Promise<readonly string[]> {
  const statements: string[] = [];
  const reader = { origin: key.name, sha256: sha256Bytes, verify };
  for await (const { checkpoint } of readAnchorFile(directory, tenantId)) {
    if (checkpoint === null || !checkpoint.note.includes('next-key ')) continue;
    if (statements.length === keyChangesMax || statements.includes(checkpoint.note)) continue;
    try {
      if (namedNextKey(checkpoint.note) === null) continue;
      await followKeyChanges(key, [...statements, checkpoint.note], reader);
      statements.push(checkpoint.note);
    } catch (error) {
      // Anyone who can write here can write another.
      if (!(error instanceof LogError)) throw error;
    }
  }
  return statements;
}

/** Parses the lines of an anchor file. */
export async function* parseAnchorLines(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<AnchoredLine> {
  let line = 0;
  for await (const text of lines) {
    line++;
    // A crash may have truncated a line: the same checkpoint, or a later one, was appended after it.
    if (text === '' || (text.startsWith('{') && !text.endsWith('}'))) continue;
    yield { line, checkpoint: parseLine(text) };
  }
}

/** The tenants that have a file in the anchor folder. */
export async function listAnchoredTenants(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error) => nullIfMissing(directory, error));
  return (names ?? [])
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length))
    .filter(isTenantName);
}

/** A missing file is an empty one. A file that may not be read could contradict the log, so nothing can be called valid. */
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
