import type { AnySha256 } from './hash.ts';
import { createRunningRoot } from './running-root.ts';

/** The root over a sequence of leaf hashes, with one hash per level in memory. */
export async function computeRoot(
  leafHashes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  sha256: AnySha256,
): Promise<Uint8Array> {
  const running = createRunningRoot(sha256);
  for await (const leafHash of leafHashes) await running.add(leafHash);
  return running.root();
}
