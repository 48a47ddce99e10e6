import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@avow/foundation';
import { describe, expect, it } from 'vitest';
import { useTinyEncoders } from './test-support/tiny-encoders.ts';
import { tinyVocabulary } from './test-support/tiny-vocabulary.ts';
import { writeTinyEncoder, writeTinyManifest } from './test-support/write-tiny-encoder.ts';

const soon = { timeoutMs: 300_000, owner: 'one' };
const { folder, events, open, openTiny } = useTinyEncoders();

describe('the files of an encoder', () => {
  it.each(['manifest.json', 'model.onnx', 'vocab.txt'])('says so when %s is missing', async (file) => {
    writeTinyEncoder(folder());
    rmSync(join(folder(), file));
    await expect(open()).rejects.toThrow(new UserError(`${join(folder(), file)} is missing`));
  });

  it.each(['model.onnx', 'vocab.txt'])('says so when %s is damaged, in length or within', async (file) => {
    writeTinyEncoder(folder());
    const bytes = readFileSync(join(folder(), file));
    appendFileSync(join(folder(), file), 'x');
    await expect(open()).rejects.toThrow(`${file} is too large: it has ${bytes.length + 1} bytes`);
    writeFileSync(join(folder(), file), bytes.subarray(1));
    await expect(open()).rejects.toThrow(`${file} is damaged: it has ${bytes.length - 1} bytes`);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(join(folder(), file), bytes);
    await expect(open()).rejects.toThrow(`${file} is damaged: its SHA-256`);
  });

  it('says what is wrong with a manifest', async () => {
    for (const [manifest, reason] of [
      [{ dimensions: 0 }, 'dimensions'],
      [{ kind: 'other' }, 'kind'],
      [{ files: {} }, 'files.vocab.txt'],
    ] as const) {
      writeTinyEncoder(folder(), manifest);
      await expect(open()).rejects.toThrow(`manifest.json cannot be used: ${reason}`);
    }
    writeFileSync(join(folder(), 'manifest.json'), '{');
    await expect(open()).rejects.toThrow('manifest.json cannot be used: it is not JSON');
  });

  it('runs no file that was changed after it was opened', async () => {
    const encoder = await openTiny({ limits: { backoffMs: 1 } });
    appendFileSync(join(folder(), 'model.onnx'), 'x');
    await expect(encoder.encodePassages(['a'], { owner: 'one' })).rejects.toThrow('model.onnx is too large');
    expect(await encoder.encodeQuestion('a', soon)).toBeNull();
    expect(events()[0]).toMatchObject({ kind: 'lost', reason: 'not_started' });
    writeTinyEncoder(folder());
    await expect.poll(() => encoder.encodeQuestion('a', soon)).not.toBeNull();
  });

  it('does not run another model under its name', async () => {
    const encoder = await openTiny();
    const other = `${tinyVocabulary.join('\n')}\nother\n`;
    writeFileSync(join(folder(), 'vocab.txt'), other);
    writeTinyManifest(folder(), {});
    expect((await open()).name).not.toBe(encoder.name);
    await expect(encoder.encodePassages(['a'], { owner: 'one' })).rejects.toThrow('vocab.txt is too large');
  });

  it.each([
    [{ dimensions: 15 }, 'gives other vectors than manifest.json says'],
    [{ pooling: 'none', normalise: false }, 'gives vectors that are not of length 1'],
  ])('refuses a model that is not as the manifest says: %o', async (manifest, reason) => {
    writeTinyEncoder(folder(), manifest);
    await expect((await open()).encodePassages(['a'], { owner: 'one' })).rejects.toThrow(reason);
  });
});
