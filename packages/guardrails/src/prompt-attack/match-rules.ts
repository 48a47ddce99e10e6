import { type AttackFamily, type AttackRule, attackFamilies, attackRules } from './attack-rules.ts';
import { createMatchScorer } from './create-match-scorer.ts';
import { createFamilyFinder, type FamilyMatch } from './family-finder.ts';
import type { CountedWords } from './split-tokens.ts';

/** A rule that holds, and what it counts where it holds best. */
export interface RuleMatch {
  readonly rule: AttackRule;
  readonly score: number;
}

const findFamilies = createFamilyFinder<AttackFamily>(attackFamilies);

interface Slot {
  readonly rule: number;
  readonly slot: number;
}

/** For each family the places in rules that it can fill, the last ones first: no word fills two of one rule. */
const slotsOf: ReadonlyMap<AttackFamily, readonly Slot[]> = indexSlots();

function indexSlots(): ReadonlyMap<AttackFamily, readonly Slot[]> {
  const slots = new Map<AttackFamily, Slot[]>();
  for (const [rule, { families }] of attackRules.entries()) {
    for (const [slot, family] of families.entries()) {
      const list = slots.get(family) ?? [];
      list.unshift({ rule, slot });
      slots.set(family, list);
    }
  }
  return slots;
}

/** What is filled of a rule so far. In order: where the latest row of words up to each slot began and ended. */
interface Progress {
  readonly firsts: Int32Array;
  readonly lasts: Int32Array;
}

function createProgress(slots: number): Progress {
  return { firsts: new Int32Array(slots).fill(-1), lasts: new Int32Array(slots).fill(-1) };
}

/**
 * All rules that hold somewhere in the words. Each hit touches only the rules that ask for its family, and each rule
 * remembers only its latest beginning: the time grows with the text.
 */
export function matchRules(tokens: CountedWords): readonly RuleMatch[] {
  const { words, places } = tokens;
  const progress = new Map<number, Progress>();
  const matches = new Map<number, RuleMatch>();
  const hits = findFamilies(words);
  let weigh: ReturnType<typeof createMatchScorer> | null = null;
  for (const hit of hits) {
    for (const { rule: index, slot } of slotsOf.get(hit.family) ?? []) {
      const rule = attackRules[index];
      const best = matches.get(index)?.score ?? 0;
      if (rule === undefined || best === rule.score) continue;
      const state = progress.get(index) ?? createProgress(rule.families.length);
      progress.set(index, state);
      const first = rule.inOrder
        ? fillInOrder(state, { hit, slot, rule, places })
        : fillInAnyOrder(state, { hit, slot, rule, places });
      if (first === null) continue;
      weigh ??= createMatchScorer(tokens, hits);
      const score = weigh({ rule, first, last: hit.last });
      if (score > best) matches.set(index, { rule, score });
    }
  }
  return [...matches.values()];
}

interface Filling {
  readonly hit: FamilyMatch<AttackFamily>;
  readonly slot: number;
  readonly rule: AttackRule;
  readonly places: readonly number[];
}

function distance(places: readonly number[], { first, last }: { first: number; last: number }): number {
  return (places[last] ?? 0) - (places[first] ?? 0);
}

/** Gives the first word where the hit fills the last slot. */
function fillInOrder({ firsts, lasts }: Progress, { hit, slot, rule, places }: Filling): number | null {
  let first = hit.first;
  if (slot > 0) {
    const before = firsts[slot - 1] ?? -1;
    // The words of a rule follow each other; a phrase may begin with the word that the one before it ends with.
    if (before < 0 || (lasts[slot - 1] ?? -1) >= hit.last) return null;
    first = before;
  }
  if (distance(places, { first, last: hit.first }) > rule.within) return null;
  firsts[slot] = first;
  lasts[slot] = hit.last;
  return slot === rule.families.length - 1 ? first : null;
}

/** Gives the first word where all slots are filled by words that are near enough, in any order. */
function fillInAnyOrder({ firsts, lasts }: Progress, { hit, slot, rule, places }: Filling): number | null {
  firsts[slot] = hit.first;
  lasts[slot] = hit.last;
  let first = hit.first;
  for (const other of firsts) {
    if (other < 0) return null;
    first = Math.min(first, other);
  }
  return distance(places, { first, last: hit.first }) <= rule.within ? first : null;
}
