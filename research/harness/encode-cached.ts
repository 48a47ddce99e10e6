import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Encoder } from '@avow/inference';

const textsPerFile = 512;
const questionTimeoutMs = 60_000;
const owner = 'evaluation';

/** In the system's temporary folder, because the vectors can be recomputed at any time. */
const cacheFolder = join(tmpdir(), 'avow-evaluation-vectors');

/** The vectors of texts, computed once per encoder and cached in files outside the project. */
export async function encodeCached(
  encoder: Encoder,
  given: { readonly label: string; readonly as: 'question' | 'passage'; readonly texts: readonly string[] },
): Promise<Float32Array[]> {
  const folder = join(cacheFolder, encoder.name.replace(/[^\w.-]/g, '_'));
  mkdirSync(folder, { recursive: true });
  const vectors: Float32Array[] = [];
  let spokeAt = Date.now();
  for (let start = 0; start < given.texts.length; start += textsPerFile) {
    const texts = given.texts.slice(start, start + textsPerFile);
    const hash = createHash('sha256')
      .update(JSON.stringify([given.as, texts]))
      .digest('hex');
    const path = join(folder, `${hash}.f32`);
    if (!existsSync(path)) {
      const made = given.as === 'question' ? await questions(encoder, texts) : await passages(encoder, texts);
      writeFileSync(`${path}.part`, Buffer.concat(made.map(({ buffer }) => new Uint8Array(buffer))));
      renameSync(`${path}.part`, path);
    }
    const file = readFileSync(path);
    const numbers = new Float32Array(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
    for (let row = 0; row < texts.length; row += 1)
      vectors.push(numbers.subarray(row * encoder.dimensions, (row + 1) * encoder.dimensions));
    if (Date.now() - spokeAt > 5_000) {
      spokeAt = Date.now();
      process.stderr.write(`${given.label}: ${vectors.length} of ${given.texts.length} encoded\n`);
    }
  }
  return vectors;
}

async function questions(encoder: Encoder, texts: readonly string[]): Promise<Float32Array<ArrayBuffer>[]> {
  const made: Float32Array<ArrayBuffer>[] = [];
  for (const text of texts) {
    const vector = await encoder.encodeQuestion(text, { timeoutMs: questionTimeoutMs, owner });
    if (vector === null) throw new Error('a question was not encoded in time');
    made.push(new Float32Array(vector));
  }
  return made;
}

async function passages(encoder: Encoder, texts: readonly string[]): Promise<Float32Array<ArrayBuffer>[]> {
  const made: Float32Array<ArrayBuffer>[] = [];
  for (let start = 0; start < texts.length; start += 32)
    for (const vector of await encoder.encodePassages(texts.slice(start, start + 32), { owner }))
      made.push(new Float32Array(vector));
  return made;
}
