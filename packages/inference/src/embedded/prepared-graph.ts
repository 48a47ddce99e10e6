import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { env, InferenceSession } from 'onnxruntime-node';
import { graphFile, readGraph } from './read-graph.ts';
import { readLimitedFile } from './read-limited-file.ts';
import type { ModelManifest } from './read-model-manifest.ts';

/**
 * A graph as the runtime has it in memory once it is loaded: optimised, with its weights packed for this processor in a file
 * of their own. That file is mapped, so that all processes which run the model have one copy of it, and nothing is left to
 * compute when one starts. The scores are the same to the last bit.
 */
const graphName = 'model.onnx';
const weightsName = 'weights.bin';
const listName = 'prepared.json';
const listBytesMax = 4_096;
/** Smaller tensors stay in the graph. */
const weightBytesMin = 1_024;

interface Fingerprints {
  readonly [graphName]: string;
  readonly [weightsName]: string;
}

const sessionOptions = {
  executionProviders: ['cpu'],
  executionMode: 'sequential',
  interOpNumThreads: 1,
} as const satisfies InferenceSession.SessionOptions;

/** Loads the graph that this folder holds prepared. Null: there is none, or it cannot be used. */
export async function openPrepared(
  folder: string,
  { manifest, threads }: { readonly manifest: ModelManifest; readonly threads: number },
): Promise<InferenceSession | null> {
  const path = join(folder, preparedName(manifest));
  if (!(await isIntact(path))) return null;
  try {
    return await InferenceSession.create(join(path, graphName), {
      ...{ ...sessionOptions, graphOptimizationLevel: 'disabled', intraOpNumThreads: threads },
    });
  } catch {
    return null;
  }
}

/** Loads the graph of a model from its own file. */
export async function openPlain(
  bytes: Uint8Array,
  options: InferenceSession.SessionOptions & { readonly intraOpNumThreads: number },
): Promise<InferenceSession> {
  return await InferenceSession.create(bytes, {
    ...{ ...sessionOptions, graphOptimizationLevel: 'all', ...options },
  });
}

/** Prepares the graph of a model, unless this folder holds it already. What it holds of the model for others is removed. */
export async function prepareGraph({
  folder,
  manifest,
  preparedFolder,
}: {
  readonly folder: string;
  readonly manifest: ModelManifest;
  readonly preparedFolder: string;
}): Promise<void> {
  const name = preparedName(manifest);
  const path = join(preparedFolder, name);
  if (await isIntact(path)) return;
  const unfinished = `${path}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    const session = await openPlain(await readGraph(folder, manifest), {
      intraOpNumThreads: 1,
      logSeverityLevel: 3,
      optimizedModelFilePath: join(unfinished, graphName),
      extra: {
        session: {
          optimized_model_external_initializers_file_name: weightsName,
          optimized_model_external_initializers_min_size_in_bytes: String(weightBytesMin),
          save_external_prepacked_constant_initializers: '1',
        },
      },
    });
    await session.release();
    await writeFile(join(unfinished, listName), JSON.stringify(await fingerprints(unfinished)));
    await rm(path, { recursive: true, force: true });
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  for (const other of readdirSync(preparedFolder))
    if (other !== name && other.startsWith(`${manifest.name}-`))
      // One that another process still has open stays on some systems, until the next time.
      await rm(join(preparedFolder, other), { recursive: true, force: true }).catch(() => undefined);
}

/** Names what a prepared graph hangs on: the graph, the runtime and the processor. */
function preparedName(manifest: ModelManifest): string {
  const { sha256 } = graphFile(manifest).entry;
  const machine = [process.platform, process.arch, cpus()[0]?.model ?? ''];
  const of = JSON.stringify([sha256, env.versions, ...machine]);
  return `${manifest.name}-${createHash('sha256').update(of).digest('hex').slice(0, 16)}`;
}

async function isIntact(path: string): Promise<boolean> {
  try {
    if (!existsSync(join(path, listName))) return false;
    const text = await readLimitedFile(join(path, listName), { bytesMax: listBytesMax });
    return isDeepStrictEqual(JSON.parse(text.toString('utf8')), await fingerprints(path));
  } catch {
    return false;
  }
}

async function fingerprints(path: string): Promise<Fingerprints> {
  const [graph, weights] = await Promise.all(
    [graphName, weightsName].map((name) => fingerprint(join(path, name))),
  );
  return { [graphName]: graph ?? '', [weightsName]: weights ?? '' };
}

async function fingerprint(path: string): Promise<string> {
  const hash = createHash('sha256');
  const { size } = await stat(path);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return `${size} ${hash.digest('hex')}`;
}
