import { UserError } from '../../errors/user-error.ts';
import { checkReaderAnswer } from './check-reader-answer.ts';
import type { ModelToLoad } from './model-to-load.ts';
import { openSession } from './open-session.ts';
import type { ReaderManifest } from './read-reader-manifest.ts';
import { type ReaderAnswer, type ReaderRequest, type ReaderTask, readerOutputs } from './reader-request.ts';
import type { RunModel } from './serve-model.ts';

const shortLength = 8;
const tasks = Object.keys(readerOutputs) as ReaderTask[];

/**
 * Loads what a folder holds into this process, and runs it on the longest sequence there may be: the first run is the
 * slowest, and memory does not grow after it. Each task is tried, so that a model of another shape is found out here.
 */
export async function loadReaderModel(
  toLoad: ModelToLoad<ReaderManifest>,
): Promise<RunModel<ReaderRequest, ReaderAnswer>> {
  const session = await openSession(toLoad, Object.values(readerOutputs).flat());
  const run: RunModel<ReaderRequest, ReaderAnswer> = async ({ task, ids, secondSegmentAt }) => {
    const segments = new Uint8Array(ids.length).fill(1, secondSegmentAt);
    const outputs = await session.run({ ids, segments }, readerOutputs[task]);
    const values = readerOutputs[task].map((name) => [name, outputs[name]?.data]);
    // What the values are is looked at where they are used.
    return Object.fromEntries(values) as ReaderAnswer;
  };
  for (const [at, task] of tasks.entries()) {
    const length = at === 0 ? toLoad.manifest.tokens_max : shortLength;
    const request = { task, ids: new Array<number>(length).fill(0), secondSegmentAt: length >> 1 };
    if (checkReaderAnswer(request, await run(request)) === null)
      throw new UserError(
        `model.onnx gives other outputs than a reading model's: ${readerOutputs[task].join(', ')}`,
      );
  }
  return run;
}
