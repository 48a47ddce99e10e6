import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startTestService } from './support/test-service.ts';

const directory = mkdtempSync(join(tmpdir(), 'avow-denied-'));
afterAll(() => rmSync(directory, { recursive: true }));

it.each([
  ['a word without a letter', 'fine\n!!!\n', 'denied word 2 has no letter or digit'],
  ['a word that is too long', `${'x'.repeat(201)}\n`, 'denied word 1 is longer than 200 characters'],
  ['too many words', 'x\n'.repeat(10_001), 'at most 10000 words'],
  ['too long phrases', `${'x '.repeat(100)}\n`.repeat(201), 'at most 20,000 words in all phrases'],
])('a service does not start with %s among what is denied', async (_, text, message) => {
  const path = join(directory, 'denied.txt');
  writeFileSync(path, text);
  await expect(startTestService({ env: { AVOW_DENIED_WORDS_FILE: path } })).rejects.toThrow(message);
});
