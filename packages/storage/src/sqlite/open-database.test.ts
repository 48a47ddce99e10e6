import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { databasePath, isSqliteSafe, openForReading, openForWriting } from './open-database.ts';
import { temporaryFolder } from './test-support/temporary-folder.ts';

const busyTimeoutMs = 1234;

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

describe('openForWriting and openForReading', () => {
  it('sets the pragmas that durability and erasure depend on, for both', () => {
    const directory = temporaryFolder();
    const writer = openForWriting({ directory, busyTimeoutMs });
    const reader = openForReading({ directory, busyTimeoutMs });
    for (const database of [writer, reader]) {
      const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
      expect(pragma('journal_mode')).toBe('wal');
      expect(pragma('synchronous')).toBe(2);
      expect(pragma('foreign_keys')).toBe(1);
      expect(pragma('secure_delete')).toBe(1);
      expect(pragma('busy_timeout')).toBe(busyTimeoutMs);
    }
    expect(() => reader.exec('CREATE TABLE a (b)')).toThrow(/readonly/);
    reader.close();
    writer.close();
  });

  it('creates the folder and files readable by their owner only', () => {
    const directory = join(temporaryFolder(), 'deep', 'data');
    const writer = openForWriting({ directory, busyTimeoutMs });
    writer.exec('CREATE TABLE a (b)');
    expect(modeOf(directory)).toBe('700');
    for (const suffix of ['', '-wal', '-shm']) expect(modeOf(databasePath(directory) + suffix)).toBe('600');
    writer.close();
  });

  it('does not change the mode of an existing folder', () => {
    const directory = join(temporaryFolder(), 'data');
    mkdirSync(directory);
    chmodSync(directory, 0o750);
    openForWriting({ directory, busyTimeoutMs }).close();
    expect(modeOf(directory)).toBe('750');
    expect(modeOf(databasePath(directory))).toBe('600');
  });
});

describe('isSqliteSafe', () => {
  it('accepts 3.51.3 and later', () => {
    for (const version of ['3.51.3', '3.51.10', '3.53.4', '3.100.0', '4.0.0']) {
      expect(isSqliteSafe(version), version).toBe(true);
    }
  });

  it('refuses earlier versions', () => {
    for (const version of ['3.51.2', '3.51', '3.50.9', '3.6.99', '2.99.99', '']) {
      expect(isSqliteSafe(version), version).toBe(false);
    }
  });
});
