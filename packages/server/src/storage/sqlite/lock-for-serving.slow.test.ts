import { UserError } from '@avow/foundation';
import { lockForServing } from '@avow/storage/sqlite';
import { temporaryFolder } from '@avow/storage/testing';
import { describe, expect, it } from 'vitest';
import { sampleMasterKey } from '../contract/sample-master-key.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import { runProcess } from './test-support/run-process.ts';

describe('lockForServing', () => {
  it('admits one service, and the next once it has stopped', async () => {
    const directory = temporaryFolder();
    const first = lockForServing(directory);
    expect(() => lockForServing(directory)).toThrow(UserError);
    // Asking from the same process must not loosen the lock that is held.
    const other = runProcess({ file: 'hold-serving-lock.ts', directory });
    expect(await other.nextLine()).toContain('Another avow service uses this folder');
    first.release();
    lockForServing(directory).release();
  });

  it('excludes other processes, and ends with a process that is killed', async () => {
    const directory = temporaryFolder();
    const holder = runProcess({ file: 'hold-serving-lock.ts', directory });
    expect(await holder.nextLine()).toBe('locked');
    expect(() => lockForServing(directory)).toThrow(UserError);
    const second = runProcess({ file: 'hold-serving-lock.ts', directory });
    expect(await second.nextLine()).toContain('Another avow service uses this folder');
    await second.ended();
    expect(() => lockForServing(directory)).toThrow(UserError);
    holder.child.kill('SIGKILL');
    await holder.ended();
    lockForServing(directory).release();
  });

  it('does not exclude the command line', async () => {
    const directory = temporaryFolder();
    const lock = lockForServing(directory);
    const service = await openSqliteStore({ masterKey: sampleMasterKey, directory });
    const commandLine = await openSqliteStore({ masterKey: sampleMasterKey, directory });
    await commandLine.ping();
    await service.ping();
    await commandLine.close();
    await service.close();
    lock.release();
  });
});
