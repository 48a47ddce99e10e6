import { setImmediate } from 'node:timers/promises';
import type { CuratedPair } from '@avow/answering';
import { curatedSimilarity, curatedSimilarityMin } from '@avow/answering/retrieve';
import { describeDifference, type ReadAnswer, readAnswer, type StatedDifference } from '@avow/facts';
import { smallest } from '@avow/foundation/statistics';
import { curatedKey } from '@avow/text';
import { contentTerms, isGenericTerm } from '@avow/text/terms';

/** Pairs with the same question and the same answer. */
export interface SamePairs {
  readonly similarity: number;
  readonly pairs: readonly CuratedPair[];
}

/** Pairs with the same question and different answers. The reason is about the first two. */
export interface OpposedPairs extends StatedDifference {
  readonly pairs: readonly CuratedPair[];
}

const genericWeight = 0.25;
/** Per term. Questions that share only frequent words are seldom the same. */
const candidatesMax = 40;
/** The number of pairs of a group that are compared with each other. */
const comparedMax = 20;
const pairsPerSlice = 100;
const strength: Readonly<Record<StatedDifference['kind'], number>> = { value: 3, denial: 2, words: 1 };

interface GroupedPair {
  readonly pair: CuratedPair;
  /** The similarity of its question to an earlier one of the group. */
  readonly similarity: number;
}

interface ReadPair extends GroupedPair {
  readonly answer: ReadAnswer;
}

/** Finds pairs with the same question. Questions are compared only if they share one of their rarest words. */
export async function comparePairs(
  pairs: readonly CuratedPair[],
): Promise<{ readonly same: SamePairs[]; readonly opposed: OpposedPairs[] }> {
  const groups = await groupByQuestion(pairs);
  const same: SamePairs[] = [];
  const opposed: OpposedPairs[] = [];
  for (const group of groups) {
    await setImmediate();
    const answered = group.map((asking) => ({ ...asking, answer: readAnswer(asking.pair.answer) }));
    for (const one of findSame(answered)) same.push(one);
    for (const one of findOpposed(answered)) opposed.push(one);
  }
  return { same, opposed };
}

async function groupByQuestion(pairs: readonly CuratedPair[]): Promise<GroupedPair[][]> {
  const groupOfKey = new Map<string, GroupedPair[]>();
  const asked = new Map<string, Array<{ readonly question: string; readonly group: GroupedPair[] }>>();
  const frequencies = countTerms(pairs);
  const groups: GroupedPair[][] = [];
  for (const [position, pair] of pairs.entries()) {
    if (position % pairsPerSlice === 0) await setImmediate();
    const questions = [pair.question, ...pair.alternatives];
    const keys = questions.map(curatedKey);
    const terms = questions.map((question) => rarestTerms(question, frequencies));
    const exact = keys.map((key) => groupOfKey.get(key)).find((group) => group !== undefined);
    const near = exact === undefined ? findGroup(asked, questions, terms) : { group: exact, similarity: 1 };
    const group = near?.group ?? [];
    if (near === null) groups.push(group);
    group.push({ pair, similarity: near?.similarity ?? 1 });
    for (const [index, question] of questions.entries()) {
      groupOfKey.set(keys[index] ?? '', group);
      for (const term of terms[index] ?? []) {
        const list = asked.get(term) ?? [];
        if (list.length < candidatesMax) list.push({ question, group });
        asked.set(term, list);
      }
    }
  }
  return groups.filter((group) => group.length > 1);
}

function findGroup(
  asked: ReadonlyMap<string, ReadonlyArray<{ readonly question: string; readonly group: GroupedPair[] }>>,
  questions: readonly string[],
  terms: ReadonlyArray<readonly string[]>,
): { readonly group: GroupedPair[]; readonly similarity: number } | null {
  for (const [index, question] of questions.entries()) {
    const candidates = new Set((terms[index] ?? []).flatMap((term) => asked.get(term) ?? []));
    for (const candidate of candidates) {
      const similarity = curatedSimilarity(question, candidate.question);
      if (similarity >= curatedSimilarityMin) return { group: candidate.group, similarity };
    }
  }
  return null;
}

function countTerms(pairs: readonly CuratedPair[]): Map<string, number> {
  const frequencies = new Map<string, number>();
  for (const { question, alternatives } of pairs) {
    for (const one of [question, ...alternatives])
      for (const term of new Set(contentTerms(one))) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  return frequencies;
}

/**
 * The rarest terms of a question, as many as needed so that any sufficiently similar question shares at least one: the
 * remaining terms alone weigh too little.
 */
function rarestTerms(question: string, frequencies: ReadonlyMap<string, number>): string[] {
  const rarity = (term: string) => frequencies.get(term) ?? 0;
  const terms = [...new Set(contentTerms(question))].sort(
    (one, other) => rarity(one) - rarity(other) || (one < other ? -1 : 1),
  );
  const weightOf = (term: string) => (isGenericTerm(term) ? genericWeight : 1);
  const total = terms.reduce((sum, term) => sum + weightOf(term), 0);
  let left = total;
  const count = terms.findIndex((term) => {
    left -= weightOf(term);
    return left < curatedSimilarityMin * total;
  });
  return terms.slice(0, count + 1);
}

function findSame(group: readonly ReadPair[]): SamePairs[] {
  const classes: ReadPair[][] = [];
  for (const asking of group) {
    const known = classes
      .slice(0, comparedMax)
      .find(
        ([first]) =>
          first !== undefined &&
          overlap(first.pair, asking.pair) &&
          describeDifference(first.answer, asking.answer) === null,
      );
    if (known === undefined) classes.push([asking]);
    else known.push(asking);
  }
  return classes
    .filter((members) => members.length > 1)
    .map((members) => ({
      similarity: smallest(members.slice(1).map(({ similarity }) => similarity)),
      pairs: members.map(({ pair }) => pair),
    }));
}

function findOpposed(group: readonly ReadPair[]): OpposedPairs[] {
  let strongest: (StatedDifference & { readonly pair: readonly CuratedPair[] }) | null = null;
  const opposed = new Set<CuratedPair>();
  for (const [position, one] of group.slice(0, comparedMax).entries()) {
    for (const other of group.slice(position + 1, comparedMax)) {
      const difference = compareAnswers(one, other);
      if (difference === null) continue;
      opposed.add(one.pair).add(other.pair);
      if (strongest === null || strength[difference.kind] > strength[strongest.kind])
        strongest = { ...difference, pair: [one.pair, other.pair] };
    }
  }
  if (strongest === null) return [];
  const { kind, reason, pair } = strongest;
  return [{ kind, reason, pairs: [...new Set([...pair, ...opposed])] }];
}

/** Questions that are only similar are expected to have answers in different words. */
function compareAnswers(one: ReadPair, other: ReadPair): StatedDifference | null {
  const difference = overlap(one.pair, other.pair) ? describeDifference(one.answer, other.answer) : null;
  const isNear = one.similarity < 1 || other.similarity < 1;
  return difference?.kind === 'words' && isNear ? null : difference;
}

/** Whether anyone can see both at the same time. */
function overlap(one: CuratedPair, other: CuratedPair): boolean {
  const shareGroup =
    one.groups.length === 0 ||
    other.groups.length === 0 ||
    one.groups.some((group) => other.groups.includes(group));
  const before = (ended: CuratedPair, begun: CuratedPair) =>
    ended.validUntilMs !== null && begun.validFromMs !== null && ended.validUntilMs <= begun.validFromMs;
  return shareGroup && !before(one, other) && !before(other, one);
}
