import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

/** Logs a line that is not written at once, when its input ends. */
const script = `
  import { createLog } from ${JSON.stringify(new URL('./create-log.ts', import.meta.url).href)};
  const log = createLog('info');
  process.stdout.write('ready');
  process.stdin.resume().once('end', () => log.info('the last line'));
`;

function startLogging() {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return { child, ended: once(child, 'exit') };
}

it('writes what it has gathered before the process ends', async () => {
  const { child, ended } = startLogging();
  child.stdin.end();
  expect(await text(child.stdout)).toContain('"msg":"the last line"');
  expect(await ended).toEqual([0, null]);
});

it('lets the process end though nobody reads what it writes any more', async () => {
  const { child, ended } = startLogging();
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
});
