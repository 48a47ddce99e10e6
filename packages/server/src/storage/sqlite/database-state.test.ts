import { symlinkSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { hasDatabase } from './database-state.ts';
import { databasePath } from './open-database.ts';
import { newFolder } from './test-support/temporary-folder.ts';

const folder = newFolder();
afterAll(() => folder.remove());

it('distinguishes a database that cannot be read from a missing one', () => {
  expect(hasDatabase(folder.path)).toBe(false);
  // As root every folder may be entered: a link to itself cannot be looked at by anybody.
  symlinkSync(databasePath(folder.path), databasePath(folder.path));
  expect(() => hasDatabase(folder.path)).toThrow('ELOOP');
});
