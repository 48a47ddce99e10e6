import { type AnySha256, checkHash, emptyRoot, hashChildren } from './hash.ts';

interface Peak {
  readonly hash: Uint8Array;
  readonly level: number;
}

/** The root over leaf hashes as they come, from the first on, in memory for one hash of each level. */
export async function rootOf(
  leafHashes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  sha256: AnySha256,
): Promise<Uint8Array> {
  const peaks: Peak[] = [];
  for await (const leafHash of leafHashes) {
    checkHash(leafHash);
    let hash = leafHash;
    let level = 0;
    for (let peak = peaks.at(-1); peak?.level === level; peak = peaks.at(-1)) {
      hash = await hashChildren({ left: peak.hash, right: hash }, sha256);
      level++;
      peaks.pop();
    }
    peaks.push({ hash, level });
  }
  let root = peaks.pop()?.hash;
  if (root === undefined) return emptyRoot(sha256);
  for (const { hash } of peaks.reverse()) root = await hashChildren({ left: hash, right: root }, sha256);
  return root;
}
