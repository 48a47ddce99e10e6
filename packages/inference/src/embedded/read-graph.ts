import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { UserError } from '@avow/foundation';
import type { ModelManifest } from './read-model-manifest.ts';
import { readVerifiedFile } from './read-verified-file.ts';
import { releaseBytes } from './release-bytes.ts';

const unpack = promisify(zstdDecompress);
const graphBytesMax = 512 * 1024 * 1024;
/** Most graphs unpack to less than this times their size: into one piece of memory, which need not be copied. */
const unpackedTimes = 2;
const minimumChunk = 64 * 1024;

/** The file that holds the graph, and its entry in the manifest. */
export function graphFile({ files }: ModelManifest) {
  const { 'model.onnx': plain, 'model.onnx.zst': packed } = files;
  if (plain !== undefined) return { name: 'model.onnx', entry: plain } as const;
  if (packed !== undefined) return { name: 'model.onnx.zst', entry: packed } as const;
  throw new TypeError('a manifest without a graph');
}

/** Fails with a `UserError` that names the file where it is missing or damaged. */
export async function verifyGraph(folder: string, manifest: ModelManifest): Promise<Uint8Array> {
  const { name, entry } = graphFile(manifest);
  return await readVerifiedFile(join(folder, name), entry);
}

/** The graph, verified, and unpacked where it is stored compressed. */
export async function readGraph(folder: string, manifest: ModelManifest): Promise<Uint8Array> {
  const bytes = await verifyGraph(folder, manifest);
  const { name } = graphFile(manifest);
  if (name === 'model.onnx') return bytes;
  try {
    const chunkSize = Math.max(minimumChunk, bytes.byteLength * unpackedTimes);
    return await unpack(bytes, { maxOutputLength: graphBytesMax, chunkSize });
  } catch (error) {
    throw new UserError(`${join(folder, name)} cannot be unpacked`, { cause: error });
  } finally {
    releaseBytes(bytes);
  }
}
