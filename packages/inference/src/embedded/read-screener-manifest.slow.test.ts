import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@avow/foundation';
import { describe, expect, it } from 'vitest';
import { useTinyScreeners } from './test-support/tiny-screeners.ts';
import { writeTinyScreener } from './test-support/write-tiny-screener.ts';

const soon = { signal: new AbortController().signal, owner: 'one' };
const { folder, events, open, openTiny } = useTinyScreeners();

describe('the files of a screener', () => {
  it.each(['manifest.json', 'model.onnx', 'vocab.txt'])('says so when %s is missing', async (file) => {
    writeTinyScreener(folder());
    rmSync(join(folder(), file));
    await expect(open()).rejects.toThrow(new UserError(`${join(folder(), file)} is missing`));
  });

  it.each(['model.onnx', 'vocab.txt'])('says so when %s is damaged', async (file) => {
    writeTinyScreener(folder());
    const bytes = readFileSync(join(folder(), file));
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(join(folder(), file), bytes);
    await expect(open()).rejects.toThrow(`${join(folder(), file)} is damaged: its SHA-256`);
  });

  it('says what is wrong with a manifest', async () => {
    for (const [manifest, reason] of [
      [{ kind: 'reader' }, 'kind'],
      [{ tokens_max: 95 }, 'tokens_max'],
      [{ injection_temperature: 0 }, 'injection_temperature'],
      [{ unsafe_temperature: '1' }, 'unsafe_temperature'],
      [{ window_overlap: 32 }, 'window_overlap'],
      [{ unsafe_kinds: ['harassment', 'hate'] }, 'unsafe_kinds must be hate, harassment, self_harm'],
      [{ tags: ['O', 'B-person', 'I-person'] }, 'tags must be O, B-person, I-person, B-address'],
      [{ files: {} }, 'files.vocab.txt'],
    ] as const) {
      writeTinyScreener(folder(), manifest);
      await expect(open()).rejects.toThrow(`manifest.json cannot be used: ${reason}`);
    }
  });

  it.each([
    [{ without: 'tags' }, 'model.onnx has no output tags'],
    [{ without: 'injection' }, 'model.onnx has no output injection'],
    [
      { narrow: 'unsafe' },
      "model.onnx gives other outputs than a screening model's: injection, unsafe, tags",
    ],
  ])('runs no model of another shape: %o', async (faults, detail) => {
    writeTinyScreener(folder(), faults);
    expect(await (await open()).screen(['a'], soon)).toBeNull();
    expect(events()).toMatchObject([{ kind: 'lost', reason: 'not_started', detail }]);
  });

  it('runs no file that was changed after it was opened', async () => {
    const screener = await openTiny();
    appendFileSync(join(folder(), 'model.onnx'), 'x');
    expect(await screener.screen(['a'], soon)).toBeNull();
    expect(events()).toMatchObject([{ detail: expect.stringContaining('model.onnx is too large') }]);
  });
});
