import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BundleDeed, type BundleHead, formatBundleLine, formatEntry } from '@avow/audit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPart, resumePart } from './part-file.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'avow-part-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const time = '2026-01-02T03:04:05.678Z';
const head: BundleHead = {
  ...{ type: 'bundle', tenantId: 'ten_1', origin: 'avow/ten_1', verifierKey: 'avow/ten_1+00000000+AQ==' },
  ...{ what: { kind: 'all' }, exportedAt: time, checkpoint: 'a note\n' },
};
const deeds = Array.from({ length: 4 }, (_, leafIndex): BundleDeed => {
  const words = {
    kind: 'access',
    tenantId: 'ten_1',
    subject: `msg_é${leafIndex}`,
    state: 'read',
    time,
    actor: 'key_1',
  };
  const entry = formatEntry({ ...words, details: [], commitments: [] });
  return { type: 'deed', leafIndex, entry, inclusion: [] };
});

it('goes on behind the last whole line, wherever it was cut off, to the same bytes', async () => {
  const whole = join(directory, 'whole');
  const part = await createPart(whole, async () => head);
  await part.append(deeds.slice(0, 3));
  await part.append(deeds.slice(3));
  expect(await part.end()).toEqual({ records: 0, deeds: 4 });
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
    if (!resumed.isEnded) await resumed.append(deeds.slice(resumed.next));
    await resumed.end();
    await resumed.close();
    expect(readFileSync(path).equals(bytes), `cut at ${length}`).toBe(true);
  }
});

it('is for its owner alone, and takes no other file', async () => {
  const path = join(directory, 'taken');
  await (await createPart(path, async () => head)).close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await expect(createPart(path, async () => head)).rejects.toThrow('EEXIST');
  expect(await resumePart(join(directory, 'missing'))).toBeNull();
});

it('leaves nothing behind where there is no head for it', async () => {
  const path = join(directory, 'headless');
  const failing = createPart(path, () => Promise.reject(new Error('no head')));
  await expect(failing).rejects.toThrow('no head');
  expect(existsSync(path)).toBe(false);
});

it('changes nothing of what is there until something is put behind it', async () => {
  const path = join(directory, 'torn');
  const part = await createPart(path, async () => head);
  await part.append(deeds);
  await part.close();
  const torn = readFileSync(path).subarray(0, -3);
  writeFileSync(path, torn);
  await (await resumePart(path))?.close();
  expect(readFileSync(path).equals(torn)).toBe(true);
});

it.each([
  ['a text without an end of line', 'something else'],
  ['an export without its head', `${formatBundleLine(deeds[0] as BundleDeed)}`],
  ['an export with two heads', `${formatBundleLine(head)}${formatBundleLine(head)}`],
])('does not take %s for what an export left', async (_what, text) => {
  const path = join(directory, 'foreign');
  writeFileSync(path, text);
  await expect(resumePart(path)).rejects.toThrow('no part of an export');
  expect(readFileSync(path, 'utf8')).toBe(text);
});
