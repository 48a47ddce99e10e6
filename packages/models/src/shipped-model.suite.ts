import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Manifest {
  readonly files: Readonly<Record<string, { readonly sha256: string; readonly bytes: number }>>;
}

const modelBytesMax = 40_000_000;

/** What must hold of the folder of every model that ships. */
export function testShippedModel(folder: URL): void {
  const readManifest = (): Manifest => JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8'));

  it('is the files its manifest names, byte for byte', () => {
    const { files } = readManifest();
    const found = Object.fromEntries(
      Object.keys(files).map((name) => {
        const content = readFileSync(new URL(name, folder));
        return [
          name,
          { sha256: createHash('sha256').update(content).digest('hex'), bytes: content.byteLength },
        ];
      }),
    );
    expect(found).toEqual(files);
  });

  it('names its graph and its vocabulary, and nothing lies beside them unnamed but what describes them', () => {
    const named = Object.keys(readManifest().files);
    const describing = ['CARD.md', 'NOTICE', 'manifest.json'];
    expect(named.toSorted()).toEqual(['model.onnx', 'vocab.txt']);
    expect(readdirSync(folder).toSorted()).toEqual([...describing, ...named].toSorted());
  });

  it('is small enough to travel with the source', () => {
    expect(readManifest().files['model.onnx']?.bytes).toBeLessThanOrEqual(modelBytesMax);
  });
}
