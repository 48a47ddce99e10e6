import { setImmediate } from 'node:timers/promises';
import { bandKeys, hashWords, jaccard, shinglesOf, visibleWords } from '@avow/facts';
import type { DraftPassage } from './collect-passages.ts';
import { createHashChains } from './hash-chains.ts';

export interface DuplicateGroup {
  /** Between the first passage and the least similar one. */
  readonly similarity: number;
  /** Positions among the passages. */
  readonly members: readonly number[];
}

/** From here on a reader considers two passages the same: one word in ten may differ. */
const similarityMin = 0.8;
/** A shorter passage is a heading or a phrase. */
const wordsMin = 15;
/** Candidates per passage. Boilerplate forms one group, so one candidate; rows of a template can be thousands. */
const candidatesMax = 32;
const shingleSetsKept = 4_000;
const passagesPerSlice = 200;

interface Group {
  readonly leader: number;
  readonly members: number[];
  similarity: number;
}

/**
 * Groups near-duplicate passages. Passages join a group if they are similar to its first passage, so that groups do not
 * drift. Passages are compared only with those that share a key, so the time is linear in their number.
 */
export async function findNearDuplicates(passages: readonly DraftPassage[]): Promise<DuplicateGroup[]> {
  const groups = new Map<number, Group>();
  /** The first passage with exactly these words. */
  const firstOfWords = new Map<number, number>();
  const groupOf = new Map<number, Group>();
  const leaders = createLeaders(passages);
  for (const [position, { text }] of passages.entries()) {
    if (position % passagesPerSlice === 0) await setImmediate();
    const words = visibleWords(text);
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

/** Verifies equality, because different texts can share a hash. */
function sameWords(words: readonly string[], text: string): boolean {
  const others = visibleWords(text);
  return words.length === others.length && words.every((word, position) => word === others[position]);
}

interface Leaders {
  /** The group leader that this passage is similar to; null if there is none, and the passage becomes a leader. */
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
    const shingles = shinglesOf(visibleWords(passages[position]?.text ?? ''));
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
