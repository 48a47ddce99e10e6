import { setTimeout } from 'node:timers/promises';
import { loadReaderModel } from '../load-reader-model.ts';
import type { ReaderManifest } from '../read-reader-manifest.ts';
import { readTokeniser } from '../read-tokeniser.ts';
import type { ReaderAnswer, ReaderRequest } from '../reader-request.ts';
import { serveModel } from '../serve-model.ts';

const slowStartMs = 1_000;
const slowMs = 300;

/** Reads as usual, but does what some words ask for, and is as slow to start as its name. */
await serveModel<ReaderManifest, ReaderRequest, ReaderAnswer | null>(async (toLoad) => {
  const { tokenise } = await readTokeniser(toLoad.folder, toLoad.manifest);
  const run = await loadReaderModel(toLoad);
  if (toLoad.manifest.name === 'slow') await setTimeout(slowStartMs);
  return async (request) => {
    const has = (word: string) =>
      `,${request.ids.join(',')},`.includes(`,${tokenise(word, 10).ids.join(',')},`);
    if (has('hang')) for (;;);
    if (has('crash')) process.abort();
    if (has('slow')) await setTimeout(slowMs);
    if (has('throw')) throw new RangeError('words of the text');
    if (has('nothing')) return null;
    const answer = await run(request);
    if (has('short'))
      return Object.fromEntries(
        Object.entries(answer).map(([name, values]) => [name, values.slice(1)]),
      ) as unknown as ReaderAnswer;
    return answer;
  };
});
