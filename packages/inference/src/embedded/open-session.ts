import { UserError } from '@avow/foundation';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { ModelLoadRequest } from './model-load-request.ts';
import { openPlain, openPrepared } from './prepared-graph.ts';
import { readGraph } from './read-graph.ts';
import type { ModelManifest } from './read-model-manifest.ts';
import { releaseBytes } from './release-bytes.ts';

/** A model in this process's memory. */
export interface ModelSession {
  readonly run: (tokens: TokenSequence, outputs: readonly string[]) => Promise<InferenceSession.ReturnType>;
}

interface TokenSequence {
  readonly ids: ArrayLike<number>;
  /** The segment of each token, 0 or 1. All are of the first where it is left out. */
  readonly segments?: ArrayLike<number>;
}

const inputs = ['input_ids', 'attention_mask', 'token_type_ids'];

/** Loads the graph that a folder holds, which must have these outputs. */
export async function openSession(
  toLoad: ModelLoadRequest<ModelManifest>,
  outputs: readonly string[],
): Promise<ModelSession> {
  const session = await loadGraph(toLoad);
  const unknown = session.inputNames.find((name) => !inputs.includes(name));
  if (unknown !== undefined) throw new UserError(`model.onnx wants an input that is not known: ${unknown}`);
  const missing = outputs.find((name) => !session.outputNames.includes(name));
  if (missing !== undefined) throw new UserError(`model.onnx has no output ${missing}`);
  return {
    run: async (tokens, wanted) => await session.run(feedsFor(tokens, session), wanted),
  };
}

/** As it was prepared for this machine, or else as it came. */
async function loadGraph({
  folder,
  manifest,
  threads,
  preparedFolder,
}: ModelLoadRequest<ModelManifest>): Promise<InferenceSession> {
  const prepared = preparedFolder === null ? null : await openPrepared(preparedFolder, { manifest, threads });
  if (prepared !== null) return prepared;
  const bytes = await readGraph(folder, manifest);
  const session = await openPlain(bytes, { intraOpNumThreads: threads });
  // The session has its own copy.
  releaseBytes(bytes);
  return session;
}

/**
 * One text alone. Several at a time are no faster on a processor, and their padding would change the results: a model
 * in 8-bit integers takes its scale from the largest number among all that it is given at once.
 */
function feedsFor({ ids, segments }: TokenSequence, session: InferenceSession): Record<string, Tensor> {
  const { length } = ids;
  const tensor = (values: BigInt64Array) => new Tensor('int64', values, [1, length]);
  const feeds: Record<string, Tensor> = {
    input_ids: tensor(BigInt64Array.from(ids, BigInt)),
    attention_mask: tensor(new BigInt64Array(length).fill(1n)),
    token_type_ids: tensor(
      segments === undefined ? new BigInt64Array(length) : BigInt64Array.from(segments, BigInt),
    ),
  };
  return Object.fromEntries(session.inputNames.map((name) => [name, feeds[name] as Tensor]));
}
