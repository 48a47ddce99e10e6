import { setImmediate } from 'node:timers/promises';
import type { DraftPassage } from './gather-passages.ts';
import { createHashChains } from './hash-chains.ts';
import { bandKeys, hashWords, jaccard, saidWords, shinglesOf } from './shingles.ts';

export interface DuplicateGroup {
  /** Between the first passage and the one least like it. */
  readonly similarity: number;
  /** Positions among the passages. */
  readonly members: readonly number[];
}

/** From here on a reader takes two passages for the same: one word in ten may differ in one place. */
const similarityMin = 0.8;
/** Below it a passage is a heading or a phrase. */
const wordsMin = 15;
/** Compared with one passage. Boilerplate is one group, which is one candidate; rows of one form can be thousands. */
const candidatesMax = 32;
const shingleSetsKept = 4_000;
const passagesPerTurn = 200;

interface Group {
  readonly leader: number;
  readonly members: number[];
  similarity: number;
}

/**
 * Groups passages that are nearly the same. Each group is about its first passage: others join it where they are like
 * that one, so that groups do not drift. Passages are compared only with those that share a key with them, and the time
 * grows with their number.
 */
export async function findNearDuplicates(passages: readonly DraftPassage[]): Promise<DuplicateGroup[]> {
  const groups = new Map<number, Group>();
  /** The first passage with these very words. */
  const firstOfWords = new Map<number, number>();
  const groupOf = new Map<number, Group>();
  const leaders = createLeaders(passages);
  for (const [position, { text }] of passages.entries()) {
    if (position % passagesPerTurn === 0) await setImmediate();
    const words = saidWords(text);
    if (words.length < wordsMin) continue;
    const key = hashWords(words);
    const before = firstOfWords.get(key);
    const first = before !== undefined && sameWords(words, passages[before]?.text ?? '') ? before : undefined;
    const shingles = first === undefined ? shinglesOf(words) : null;
    const found =
      shingles === null
        ? { leader: first ?? position, similarity: 1 }
        : leaders.findOrAdd(position, shingles);
    if (before === undefined) firstOfWords.set(key, position);
    if (found === null) continue;
    const group = groupOf.get(found.leader) ?? {
      leader: found.leader,
      members: [found.leader],
      similarity: 1,
    };
    group.members.push(position);
    group.similarity = Math.min(group.similarity, found.similarity);
    groups.set(group.leader, group);
    groupOf.set(group.leader, group).set(position, group);
  }
  return [...groups.values()];
}

/** Two texts in some billions share a key by chance. */
function sameWords(words: readonly string[], text: string): boolean {
  const others = saidWords(text);
  return words.length === others.length && words.every((word, position) => word === others[position]);
}

interface Leaders {
  /** The passage that this one is like, of those that nothing before was like; null where there is none, and it is one itself. */
  readonly findOrAdd: (
    position: number,
    shingles: ReadonlySet<number>,
  ) => { readonly leader: number; readonly similarity: number } | null;
}

function createLeaders(passages: readonly DraftPassage[]): Leaders {
  const bands = Array.from(bandKeys(new Set()), () => createHashChains(passages.length));
  const keysOf = bands.map(() => new Uint32Array(passages.length));
  const kept = new Map<number, ReadonlySet<number>>();
  const shinglesAt = (position: number): ReadonlySet<number> => {
    const known = kept.get(position);
    if (known !== undefined) return known;
    const shingles = shinglesOf(saidWords(passages[position]?.text ?? ''));
    if (kept.size >= shingleSetsKept) for (const oldest of kept.keys()) if (kept.delete(oldest)) break;
    kept.set(position, shingles);
    return shingles;
  };

  function findOrAdd(position: number, shingles: ReadonlySet<number>) {
    const keys = bandKeys(shingles);
    const tried = new Set<number>();
    for (const [band, chains] of bands.entries()) {
      const key = keys[band] ?? 0;
      for (
        let other = chains.first(key);
        other !== -1 && tried.size < candidatesMax;
        other = chains.next(other)
      ) {
        if (keysOf[band]?.[other] !== key || tried.has(other)) continue;
        tried.add(other);
        const similarity = jaccard(shingles, shinglesAt(other));
        if (similarity >= similarityMin) return { leader: other, similarity: Math.min(similarity, 0.99) };
      }
    }
    for (const [band, chains] of bands.entries()) {
      const key = keys[band] ?? 0;
      chains.add(position, key);
      const column = keysOf[band];
      if (column !== undefined) column[position] = key;
    }
    return null;
  }

  return { findOrAdd };
}
