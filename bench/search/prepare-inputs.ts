import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { functionWords, questionWords } from '@avow/text/terms';
import { createRandom } from '../../research/harness/random.ts';
import { makePassages } from './make-passages.ts';
import { dimensions } from './vector-rows.ts';

const clusters = 600;
const queryWordsMax = 12;
export const inputNames = {
  passages: 'passages.txt',
  queries: 'queries.txt',
  passageVectors: 'vectors-passages.i8',
  queryVectors: 'vectors-queries.i8',
} as const;

/**
 * Writes into `folder` what every engine is given: passages, queries, and the vectors of both. A folder of vectors may
 * bring the texts that they were made of; otherwise they must be those of `makePassages`, line by line. Says what it took.
 */
export function prepareInputs(given: {
  readonly folder: string;
  readonly dataFolder: () => string;
  readonly vectorsFolder: string | null;
  readonly passagesMax: number;
  readonly queriesMax: number;
}): { readonly passageCount: number; readonly queryCount: number; readonly vectorsFrom: string } {
  const brought = given.vectorsFolder === null ? null : join(given.vectorsFolder, inputNames.passages);
  const texts =
    given.vectorsFolder !== null && brought !== null && existsSync(brought)
      ? {
          passages: linesOf(brought).slice(0, given.passagesMax),
          queries: linesOf(join(given.vectorsFolder, inputNames.queries)).slice(0, given.queriesMax),
        }
      : makePassages(given.dataFolder(), given);
  writeFileSync(join(given.folder, inputNames.passages), texts.passages.join('\n'));
  writeFileSync(join(given.folder, inputNames.queries), texts.queries.map(neutralWords).join('\n'));
  const counts = { passageCount: texts.passages.length, queryCount: texts.queries.length };
  if (given.vectorsFolder === null) {
    writeClusteredVectors(given.folder, counts);
    return { ...counts, vectorsFrom: 'made up: random, in clusters (no --vectors given)' };
  }
  for (const name of [inputNames.passageVectors, inputNames.queryVectors]) {
    const from = join(given.vectorsFolder, name);
    if (!existsSync(from))
      throw new Error(`${given.vectorsFolder} has no ${name}, only ${readdirSync(given.vectorsFolder)}`);
    copyFileSync(from, join(given.folder, name));
  }
  return { ...counts, vectorsFrom: `of real texts, from ${given.vectorsFolder}` };
}

export function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** Lower case words without those of grammar: every engine looks for the same ones, however it takes text apart. */
function neutralWords(query: string): string {
  const words = query.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const telling = words.filter((word) => !functionWords.has(word) && !questionWords.has(word));
  return [...new Set(telling)].slice(0, queryWordsMax).join(' ') || 'nothing';
}

function writeClusteredVectors(
  folder: string,
  counts: { readonly passageCount: number; readonly queryCount: number },
): void {
  const random = createRandom(384);
  const normal = () => random() + random() + random() + random() - 2;
  const centres = Array.from({ length: clusters }, () => Float32Array.from({ length: dimensions }, normal));
  const rows = (count: number) => {
    const bytes = new Int8Array(count * dimensions);
    for (let row = 0; row < count; row += 1) {
      const centre = centres[Math.floor(random() * clusters)];
      for (let at = 0; at < dimensions; at += 1)
        bytes[row * dimensions + at] = Math.round(((centre?.[at] ?? 0) + 1.2 * normal()) * 25);
    }
    return bytes;
  };
  writeFileSync(join(folder, inputNames.passageVectors), rows(counts.passageCount));
  writeFileSync(join(folder, inputNames.queryVectors), rows(counts.queryCount));
}
