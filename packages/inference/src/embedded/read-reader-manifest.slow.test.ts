import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@avow/foundation';
import { describe, expect, it } from 'vitest';
import { useTinyReaders } from './test-support/tiny-readers.ts';
import { writeModelManifest } from './test-support/write-manifest.ts';
import { tinyReaderVocabulary, writeTinyReader } from './test-support/write-tiny-reader.ts';

const soon = { timeoutMs: 20_000 };
const passage = [{ context: '', text: 'a' }];
const { folder, events, open, openTiny } = useTinyReaders();

describe('the files of a reader', () => {
  it.each(['manifest.json', 'model.onnx', 'vocab.txt'])('says so when %s is missing', async (file) => {
    writeTinyReader(folder());
    rmSync(join(folder(), file));
    await expect(open()).rejects.toThrow(new UserError(`${join(folder(), file)} is missing`));
  });

  it.each(['model.onnx', 'vocab.txt'])('says so when %s is damaged', async (file) => {
    writeTinyReader(folder());
    const bytes = readFileSync(join(folder(), file));
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(join(folder(), file), bytes);
    await expect(open()).rejects.toThrow(`${join(folder(), file)} is damaged: its SHA-256`);
  });

  it('says what is wrong with a manifest', async () => {
    for (const [manifest, reason] of [
      [{ kind: 'transformer' }, 'kind'],
      [{ tokens_max: 300 }, 'tokens_max'],
      [{ judge_temperature: 0 }, 'judge_temperature'],
      [{ files: {} }, 'files.vocab.txt'],
    ] as const) {
      writeTinyReader(folder(), manifest);
      await expect(open()).rejects.toThrow(`manifest.json cannot be used: ${reason}`);
    }
  });

  it('reads a compressed graph as it does a plain one', async () => {
    writeTinyReader(folder());
    const plain = await (await open()).read('the', passage, soon);
    rmSync(join(folder(), 'model.onnx'));
    writeTinyReader(folder(), { isCompressed: true });
    const reader = await open();
    expect(await reader.read('the', passage, soon)).toEqual(plain);
    expect(plain).not.toBeNull();
  });

  it('says so when a compressed graph cannot be unpacked', async () => {
    writeTinyReader(folder(), { isCompressed: true });
    writeFileSync(join(folder(), 'model.onnx.zst'), 'no graph');
    const { files: _, ...manifest } = JSON.parse(readFileSync(join(folder(), 'manifest.json'), 'utf8'));
    writeModelManifest(folder(), manifest);
    expect(await (await open()).read('the', passage, soon)).toBeNull();
    expect(events()).toMatchObject([
      { detail: expect.stringContaining('model.onnx.zst cannot be unpacked') },
    ]);
  });

  it('wants one graph and no more', async () => {
    writeTinyReader(folder());
    writeTinyReader(folder(), { isCompressed: true });
    await expect(open()).rejects.toThrow('files.model.onnx either it or model.onnx.zst is needed');
  });

  it('says so when the vocabulary lacks a marker', async () => {
    writeTinyReader(folder(), { vocabulary: tinyReaderVocabulary.slice(0, -1) });
    await expect(open()).rejects.toThrow(new UserError('vocab.txt has no [unused4]'));
  });

  it.each([
    [{ without: 'judge' }, 'model.onnx has no output judge'],
    [{ without: 'start' }, 'model.onnx has no output start'],
    [{ narrow: 'judge' }, "model.onnx gives other outputs than a reading model's: judge"],
  ])('runs no model of another shape: %o', async (faults, detail) => {
    writeTinyReader(folder(), faults);
    expect(await (await open()).read('the', passage, soon)).toBeNull();
    expect(events()).toMatchObject([{ kind: 'lost', reason: 'not_started', detail }]);
  });

  it('runs no file that was changed after it was opened', async () => {
    const reader = await openTiny();
    appendFileSync(join(folder(), 'model.onnx'), 'x');
    expect(await reader.read('the', passage, soon)).toBeNull();
    expect(events()).toMatchObject([{ detail: expect.stringContaining('model.onnx is too large') }]);
  });
});
