import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { formatTable } from './terminal.ts';

it('writes each row of a table on one line', () => {
  const text = formatTable(
    ['VERSION', 'NOTE'],
    [['2', 'Rewritten.\nPublished past the gate.\u001b[31m'], ['  1']],
  );
  expect(text.split('\n')).toEqual([
    'VERSION  NOTE',
    '2        Rewritten. Published past the gate. [31m',
    '  1',
  ]);
});

describe('output that nobody reads', () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const help = (stdout: 'pipe' | number) =>
    spawn(process.execPath, [main, 'audit', '--help'], { stdio: ['ignore', stdout, 'pipe'] });
  const endOf = async (child: ReturnType<typeof help>) => {
    const [err, [code]] = await Promise.all([
      child.stderr === null ? '' : text(child.stderr),
      once(child, 'exit'),
    ]);
    return { code, err };
  };

  it('does not change the exit code if the pipe is closed', async () => {
    const child = help('pipe');
    child.stdout?.destroy();
    expect(await endOf(child)).toEqual({ code: 0, err: '' });
  });

  it.runIf(existsSync('/dev/full'))('is reported if the disk is full', async () => {
    const full = openSync('/dev/full', 'w');
    const { code, err } = await endOf(help(full));
    closeSync(full);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^avow: the result could not be written: ENOSPC.*\n$/),
    ]);
  });
});
