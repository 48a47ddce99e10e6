import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BundleEvent, type BundleHead, bundleVersion, formatBundleLine } from '@avow/ledger-log';
import { formatEntry } from '@avow/ledger-log/entries';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPart, resumePart } from './part-file.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'avow-part-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const time = '2026-01-02T03:04:05.678Z';
const head: BundleHead = {
  ...{
    type: 'bundle',
    version: bundleVersion,
    tenantId: 'ten_1',
    origin: 'avow/ten_1',
    verifierKey: 'avow/ten_1+00000000+AQ==',
    keyChanges: [],
    consistency: [],
  },
  ...{ what: { kind: 'all' }, exportedAt: time, checkpoint: 'a note\n' },
};
const events = Array.from({ length: 4 }, (_, leafIndex): BundleEvent => {
  const words = {
    kind: 'access',
    tenantId: 'ten_1',
    subject: `msg_é${leafIndex}`,
    state: 'read',
    time,
    actor: 'key_1',
  };
  const entry = formatEntry({ ...words, details: [], commitments: [] });
  return { type: 'event', leafIndex, entry, inclusion: [] };
});

it('resumes after the last complete line, wherever it was cut off, and writes the same bytes', async () => {
  const whole = join(directory, 'whole');
  const part = await createPart(whole, async () => head);
  await part.append(events.slice(0, 3));
  await part.append(events.slice(3));
  expect(await part.end()).toEqual({ records: 0, events: 4 });
  await part.close();
  const bytes = readFileSync(whole);
  const headBytes = bytes.indexOf('\n') + 1;
  for (let length = bytes.length; length > 0; length -= 7) {
    const path = join(directory, 'cut');
    writeFileSync(path, bytes.subarray(0, length));
    const resumed = await resumePart(path);
    expect(resumed === null, `cut at ${length}`).toBe(length < headBytes);
    if (resumed === null) continue;
    expect(resumed.head).toEqual(head);
    if (!resumed.isEnded) await resumed.append(events.slice(resumed.next));
    await resumed.end();
    await resumed.close();
    expect(readFileSync(path).equals(bytes), `cut at ${length}`).toBe(true);
  }
});

it('is readable only by its owner, and rejects other files', async () => {
  const path = join(directory, 'taken');
  await (await createPart(path, async () => head)).close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await expect(createPart(path, async () => head)).rejects.toThrow('EEXIST');
  expect(await resumePart(join(directory, 'missing'))).toBeNull();
});

it('leaves no file if the head cannot be made', async () => {
  const path = join(directory, 'headless');
  const failing = createPart(path, () => Promise.reject(new Error('no head')));
  await expect(failing).rejects.toThrow('no head');
  expect(existsSync(path)).toBe(false);
});

it('changes nothing in the file until something is appended', async () => {
  const path = join(directory, 'torn');
  const part = await createPart(path, async () => head);
  await part.append(events);
  await part.close();
  const torn = readFileSync(path).subarray(0, -3);
  writeFileSync(path, torn);
  await (await resumePart(path))?.close();
  expect(readFileSync(path).equals(torn)).toBe(true);
});

it.each([
  ['a text without an end of line', 'something else'],
  ['an export without its head', `${formatBundleLine(events[0] as BundleEvent)}`],
  ['an export with two heads', `${formatBundleLine(head)}${formatBundleLine(head)}`],
])('does not take %s for what an export left', async (_what, text) => {
  const path = join(directory, 'foreign');
  writeFileSync(path, text);
  await expect(resumePart(path)).rejects.toThrow('not a partial export');
  expect(readFileSync(path, 'utf8')).toBe(text);
});

it.skipIf(process.platform === 'win32')(
  'fails, and leaves nothing, if the disk takes only a part of the head',
  async () => {
    const path = join(directory, 'short');
    const module = new URL('./part-file.ts', import.meta.url).href;
    const long = { ...head, checkpoint: `${'a note '.repeat(500)}\n` };
    const script = `import(${JSON.stringify(module)}).then(async ({ createPart }) => {
    const part = await createPart(${JSON.stringify(path)}, async () => (${JSON.stringify(long)}));
    await part.close();
  }).then(() => process.stdout.write('written'), (error) => process.stdout.write(error.code))`;
    // No file may grow beyond 1 KiB: the first write takes that much, and the next one fails.
    const shell = `trap '' XFSZ; ulimit -f 1; exec "$0" --no-warnings -e "$1"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', shell, process.execPath, script]);
    expect(stdout).toBe('EFBIG');
    expect(existsSync(path)).toBe(false);
  },
);
