import type { AnySha256 } from './hash.ts';
import { createRunningRoot } from './running-root.ts';

/** The root over leaf hashes as they come, from the first on, in memory for one hash of each level. */
export async function rootOf(
  leafHashes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  sha256: AnySha256,
): Promise<Uint8Array> {
  const running = createRunningRoot(sha256);
  for await (const leafHash of leafHashes) await running.add(leafHash);
  return running.root();
}
