import { UserError } from '@avow/foundation';
import type { ModelLoadRequest } from './model-load-request.ts';
import { openSession } from './open-session.ts';
import { parseScreenerAnswer } from './parse-screener-answer.ts';
import type { ScreenerManifest } from './read-screener-manifest.ts';
import { type ScreenerAnswer, type ScreenerRequest, screenerOutputs } from './screener-request.ts';
import type { RunModel } from './serve-model.ts';

/**
 * Loads the model of a folder into this process and runs it on the longest possible sequence, because the first run is
 * the slowest and memory does not grow after it. A model with the wrong outputs is detected here.
 */
export async function loadScreenerModel(
  toLoad: ModelLoadRequest<ScreenerManifest>,
): Promise<RunModel<ScreenerRequest, ScreenerAnswer>> {
  const session = await openSession(toLoad, screenerOutputs);
  const run: RunModel<ScreenerRequest, ScreenerAnswer> = async ({ ids, capitals }) => {
    const outputs = await session.run({ ids, segments: capitals }, screenerOutputs);
    const values = screenerOutputs.map((name) => [name, outputs[name]?.data]);
    // The values are checked where they are used.
    return Object.fromEntries(values) as ScreenerAnswer;
  };
  const zeros = new Array<number>(toLoad.manifest.tokens_max).fill(0);
  const longest = { ids: zeros, capitals: zeros };
  if (parseScreenerAnswer(longest, await run(longest)) === null)
    throw new UserError(
      `model.onnx gives other outputs than a screening model's: ${screenerOutputs.join(', ')}`,
    );
  return run;
}
