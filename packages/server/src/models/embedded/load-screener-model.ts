import { UserError } from '../../errors/user-error.ts';
import { checkScreenerAnswer } from './check-screener-answer.ts';
import type { ModelToLoad } from './model-to-load.ts';
import { openSession } from './open-session.ts';
import type { ScreenerManifest } from './read-screener-manifest.ts';
import { type ScreenerAnswer, type ScreenerRequest, screenerOutputs } from './screener-request.ts';
import type { RunModel } from './serve-model.ts';

/**
 * Loads what a folder holds into this process, and runs it on the longest sequence there may be: the first run is the
 * slowest, and memory does not grow after it. A model of another shape is found out here.
 */
export async function loadScreenerModel(
  toLoad: ModelToLoad<ScreenerManifest>,
): Promise<RunModel<ScreenerRequest, ScreenerAnswer>> {
  const session = await openSession(toLoad, screenerOutputs);
  const run: RunModel<ScreenerRequest, ScreenerAnswer> = async ({ ids, capitals }) => {
    const outputs = await session.run({ ids, segments: capitals }, screenerOutputs);
    const values = screenerOutputs.map((name) => [name, outputs[name]?.data]);
    // What the values are is looked at where they are used.
    return Object.fromEntries(values) as ScreenerAnswer;
  };
  const zeros = new Array<number>(toLoad.manifest.tokens_max).fill(0);
  const longest = { ids: zeros, capitals: zeros };
  if (checkScreenerAnswer(longest, await run(longest)) === null)
    throw new UserError(
      `model.onnx gives other outputs than a screening model's: ${screenerOutputs.join(', ')}`,
    );
  return run;
}
