import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readOptions } from './read-options.ts';

const module = new URL('./read-options.ts', import.meta.url).href;
const code = `import { readOptions } from ${JSON.stringify(module)}; readOptions(process.argv.slice(1));`;

function read(...words: readonly string[]) {
  const all = ['--input-type=module-typescript', '--eval', code, '--', ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('the options of the soak test', () => {
  it('are read, or have their defaults', () => {
    expect(readOptions([])).toMatchObject({ hours: 1, rate: 5, restartMinutes: 60 });
    const words = ['--hours', '0.5', '--rate=20', '--restart-minutes', '90', '--folder', '/soak'];
    expect(readOptions(words)).toEqual({ hours: 0.5, rate: 20, restartMinutes: 90, folder: '/soak' });
  });

  it('explain themselves, and end the command with 2 if one is not valid', () => {
    expect(read('--help')).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringContaining('--rate'),
    });
    for (const words of [['--hours', '0'], ['--rate', 'fast'], ['--restart-minutes=-1'], ['--day'], ['one']])
      expect(read(...words), words.join(' ')).toMatchObject({
        ...{ status: 2, stdout: '', stderr: expect.stringContaining('npm run campaign -- soak') },
      });
  });
});
