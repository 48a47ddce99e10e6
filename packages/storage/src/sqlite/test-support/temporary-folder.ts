import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new folder, gone when the test has finished. */
export function temporaryFolder(): string {
  const { path, remove } = newFolder();
  onTestFinished(remove);
  return path;
}

/** For what outlives a single test; the caller removes it. */
export function newFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'avow-store-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
