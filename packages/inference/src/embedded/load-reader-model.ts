import { UserError } from '@avow/foundation';
import type { ModelLoadRequest } from './model-load-request.ts';
import { openSession } from './open-session.ts';
import { parseReaderAnswer } from './parse-reader-answer.ts';
import type { ReaderManifest } from './read-reader-manifest.ts';
import { type ReaderAnswer, type ReaderRequest, type ReaderTask, readerOutputs } from './reader-request.ts';
import type { RunModel } from './serve-model.ts';

const shortLength = 8;
const tasks = Object.keys(readerOutputs) as ReaderTask[];

/**
 * Loads the model of a folder into this process and runs it on the longest possible sequence, because the first run is
 * the slowest and memory does not grow after it. Each task is run, so that a model with the wrong outputs is detected
 * here.
 */
export async function loadReaderModel(
  toLoad: ModelLoadRequest<ReaderManifest>,
): Promise<RunModel<ReaderRequest, ReaderAnswer>> {
  const session = await openSession(toLoad, Object.values(readerOutputs).flat());
  const run: RunModel<ReaderRequest, ReaderAnswer> = async ({ task, ids, secondSegmentAt }) => {
    const segments = new Uint8Array(ids.length).fill(1, secondSegmentAt);
    const outputs = await session.run({ ids, segments }, readerOutputs[task]);
    const values = readerOutputs[task].map((name) => [name, outputs[name]?.data]);
    // The values are checked where they are used.
    return Object.fromEntries(values) as ReaderAnswer;
  };
  for (const [at, task] of tasks.entries()) {
    const length = at === 0 ? toLoad.manifest.tokens_max : shortLength;
    const request = { task, ids: new Array<number>(length).fill(0), secondSegmentAt: length >> 1 };
    if (parseReaderAnswer(request, await run(request)) === null)
      throw new UserError(
        `model.onnx gives other outputs than a reading model's: ${readerOutputs[task].join(', ')}`,
      );
  }
  return run;
}
