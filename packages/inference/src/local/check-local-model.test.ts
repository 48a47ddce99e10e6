import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkLocalModel } from './check-local-model.ts';
import { readGguf } from './read-gguf.ts';
import { usualFields, writeGguf } from './test-support/write-gguf.ts';

let folder = '';
const path = () => join(folder, 'model.gguf');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'avow-gguf-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a GGUF file', () => {
  it('says what its model is', async () => {
    writeGguf(path());
    expect(await readGguf(path())).toEqual({
      ...{ architecture: 'llama', name: 'Tiny', parameters: 192, quantisation: 'Q4_K_M' },
      ...{ contextTokensMax: 8192, hasChatTemplate: true, layers: 2, headsForKeys: 2, headWidth: 32 },
      fileBytes: readFileSync(path()).length,
    });
  });

  it('may leave much unsaid', async () => {
    writeGguf(path(), { fields: { 'general.architecture': 'new' }, version: 2 });
    expect(await readGguf(path())).toMatchObject({
      ...{ architecture: 'new', name: null, quantisation: null, contextTokensMax: null },
      ...{ hasChatTemplate: false, layers: null, headsForKeys: null, headWidth: null },
    });
  });

  it.each([
    [
      'of another kind',
      () => writeFileSync(path(), 'PK and more than twenty-four bytes'),
      'is not a GGUF file',
    ],
    ['that is empty', () => writeFileSync(path(), ''), 'is not a GGUF file'],
    ['of a later version', () => writeGguf(path(), { version: 9 }), 'has version 9 of GGUF'],
    [
      'without an architecture',
      () => writeGguf(path(), { fields: {} }),
      'is damaged: it does not name its architecture',
    ],
    [
      'that was cut in its header',
      () => {
        writeGguf(path());
        truncateSync(path(), 200);
      },
      'is damaged: its header does not end',
    ],
    [
      'that was cut in its tensors',
      () => writeGguf(path(), { tensors: [{ name: 't', dimensions: [4], offset: 300 }] }),
      'is damaged: it ends before its tensors do',
    ],
    [
      'with a text that is longer than the file',
      () => writeFileSync(path(), Buffer.concat([headerOf(1), Buffer.alloc(8, 0xff), Buffer.alloc(64)])),
      'is damaged: a text in it is too long',
    ],
    [
      'with more fields than any model has',
      () => writeFileSync(path(), Buffer.concat([headerOf(1_000_000), Buffer.alloc(64)])),
      'is damaged: it has too many fields',
    ],
    [
      'with a value of no known type',
      () =>
        writeFileSync(
          path(),
          Buffer.concat([headerOf(1), Buffer.alloc(8), Buffer.of(99, 0, 0, 0), Buffer.alloc(8)]),
        ),
      'is damaged: a field in it has an unknown type',
    ],
  ])('%s is refused', async (_, write, said) => {
    write();
    await expect(readGguf(path())).rejects.toThrow(said);
  });

  it('that is not there, or is a folder, is refused', async () => {
    await expect(readGguf(path())).rejects.toThrow('cannot be read (ENOENT)');
    await expect(readGguf(folder)).rejects.toThrow(/is not a GGUF file|cannot be read \(EISDIR\)/);
  });
});

function headerOf(fields: number): Buffer {
  const bytes = Buffer.alloc(24);
  bytes.write('GGUF');
  bytes.writeUInt32LE(3, 4);
  bytes.writeBigUInt64LE(BigInt(fields), 16);
  return bytes;
}

describe('a local model', () => {
  const gibibyte = 1024 ** 3;
  const machine = { availableBytes: () => gibibyte, hasLlama: () => true };
  const wanted = () => ({ path: path(), contextTokens: 4096, atOnceMax: 1 });

  it('can be run where there is enough memory', async () => {
    writeGguf(path());
    const { neededBytes } = await checkLocalModel(wanted(), machine);
    // What is remembered of a token: two layers, two heads, 32 values of two bytes.
    const each = 2 * 2 * 32 * 2;
    const twice = await checkLocalModel({ ...wanted(), atOnceMax: 2 }, machine);
    expect(twice.neededBytes - neededBytes).toBe(4096 * each);
  });

  it('is refused with a reason where it cannot be run', async () => {
    writeGguf(path());
    await expect(checkLocalModel(wanted(), { ...machine, hasLlama: () => false })).rejects.toThrow(
      'Install it with "npm install',
    );
    await expect(
      checkLocalModel(wanted(), { ...machine, availableBytes: () => 0.2 * gibibyte }),
    ).rejects.toThrow('needs about 0.4 GiB of memory, and 0.2 GiB are available');
    await expect(checkLocalModel({ ...wanted(), contextTokens: 9000 }, machine)).rejects.toThrow(
      'has a context of 8192 tokens, and context_tokens is 9000',
    );
    const { 'tokenizer.chat_template': _, ...fields } = usualFields;
    writeGguf(path(), { fields });
    await expect(checkLocalModel(wanted(), machine)).rejects.toThrow('has no chat template');
  });
});
