import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Manifest {
  readonly files: Readonly<Record<string, { readonly sha256: string; readonly bytes: number }>>;
}

const modelBytesMax = 65_000_000;
const graphAndVocabulary = { named: ['model.onnx', 'vocab.txt'], describing: ['CARD.md', 'NOTICE'] };
export const compressedGraphAndVocabulary = {
  named: ['model.onnx.zst', 'vocab.txt'],
  describing: ['CARD.md', 'NOTICE'],
};

/** What must hold of the folder of every model that ships. */
export function testShippedModel(folder: URL, { named, describing } = graphAndVocabulary): void {
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

  it('names what it is made of, and nothing lies beside that unnamed but what describes it', () => {
    expect(Object.keys(readManifest().files).toSorted()).toEqual(named.toSorted());
    expect(readdirSync(folder).toSorted()).toEqual(['manifest.json', ...describing, ...named].toSorted());
  });

  it('is small enough to travel with the source', () => {
    const bytes = Object.values(readManifest().files).map((file) => file.bytes);
    expect(Math.max(...bytes)).toBeLessThanOrEqual(modelBytesMax);
  });
}
