import { type AnySha256, checkHash, emptyRoot, hashChildren } from './hash.ts';

interface Peak {
  readonly hash: Uint8Array;
  readonly level: number;
}

/** A tree that grows leaf by leaf, with one hash per level in memory. Await each call before the next. */
export interface RunningRoot {
  add(leafHash: Uint8Array): Promise<void>;
  /** The root over all leaves so far. */
  root(): Promise<Uint8Array>;
}

export function createRunningRoot(sha256: AnySha256): RunningRoot {
  const peaks: Peak[] = [];
  return {
    add: async (leafHash) => {
      checkHash(leafHash);
      let hash = leafHash;
      let level = 0;
      for (let peak = peaks.at(-1); peak?.level === level; peak = peaks.at(-1)) {
        hash = await hashChildren({ left: peak.hash, right: hash }, sha256);
        level++;
        peaks.pop();
      }
      peaks.push({ hash, level });
    },
    root: async () => {
      const [last, ...lefts] = [...peaks].reverse();
      if (last === undefined) return emptyRoot(sha256);
      let root = last.hash;
      for (const { hash } of lefts) root = await hashChildren({ left: hash, right: root }, sha256);
      return root;
    },
  };
}
