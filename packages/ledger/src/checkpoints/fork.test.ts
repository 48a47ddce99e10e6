import { newId } from '@avow/foundation';
import { expect, it } from 'vitest';
import { describeForks, type Fork } from './fork.ts';

const tenantId = newId('ten', 1);
const fork = (changes: Partial<Fork>): Fork => ({
  ...{ tenantId, knownBy: 'database', signedSize: 7, size: 5, kind: 'cut', ...changes },
});

it('describes the fork and names the source of the checkpoint', () => {
  const lineOf = (changes: Partial<Fork>) => describeForks([fork(changes)]).split('\n')[1];
  expect(lineOf({})).toBe(
    `  ${tenantId}: signed entries are missing (the log has 5, the checkpoint of the database 7)`,
  );
  expect(lineOf({ knownBy: 'folder' })).toContain('the checkpoint of the anchor "folder" 7');
  expect(lineOf({ knownBy: 'this process' })).toContain('the checkpoint of this process 7');
});

it('shows ten, and says how many more there are', () => {
  const lines = describeForks(Array.from({ length: 13 }, () => fork({}))).split('\n');
  expect(lines.filter((line) => line.startsWith(`  ${tenantId}`))).toHaveLength(10);
  expect(lines).toContain('  and 3 more');
});
