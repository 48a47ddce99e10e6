import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { encoderFolder } from './encoder-folder.ts';

interface Manifest {
  readonly dimensions: number;
  readonly files: Readonly<Record<string, { readonly sha256: string; readonly bytes: number }>>;
}

const modelBytesMax = 40_000_000;
const manifest: Manifest = JSON.parse(readFileSync(new URL('manifest.json', encoderFolder), 'utf8'));

describe('the encoder that ships', () => {
  it('is the files its manifest names, byte for byte', () => {
    const found = Object.fromEntries(
      Object.keys(manifest.files).map((name) => {
        const content = readFileSync(new URL(name, encoderFolder));
        return [
          name,
          { sha256: createHash('sha256').update(content).digest('hex'), bytes: content.byteLength },
        ];
      }),
    );
    expect(found).toEqual(manifest.files);
  });

  it('names its graph and its vocabulary, and nothing lies beside them unnamed but what describes them', () => {
    const describing = ['CARD.md', 'NOTICE', 'manifest.json'];
    expect(Object.keys(manifest.files).sort()).toEqual(['model.onnx', 'vocab.txt']);
    expect(readdirSync(encoderFolder).sort()).toEqual([...describing, ...Object.keys(manifest.files)].sort());
  });

  it('is small enough to travel with the source', () => {
    expect(manifest.files['model.onnx']?.bytes).toBeLessThanOrEqual(modelBytesMax);
  });
});
