import { setTimeout } from 'node:timers/promises';
import type { ModelLoadRequest } from '../model-load-request.ts';
import type { ModelManifest } from '../read-model-manifest.ts';
import { readTokeniser } from '../read-tokeniser.ts';
import type { RunModel } from '../serve-model.ts';

const slowStartMs = 1_000;
const slowMs = 300;

/** A model that runs as usual, but does what some words ask for, and is as slow to start as its name. */
export async function withFaults<
  Request extends { readonly ids: readonly number[] },
  Answer extends Readonly<Record<string, Float32Array>>,
>(
  toLoad: ModelLoadRequest<ModelManifest>,
  run: RunModel<Request, Answer>,
): Promise<RunModel<Request, Answer | null>> {
  const { tokenise } = await readTokeniser(toLoad.folder, toLoad.manifest);
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
    if (!has('short')) return answer;
    const shortened = Object.entries(answer).map(([name, values]) => [name, values.slice(1)]);
    return Object.fromEntries(shortened) as Answer;
  };
}
