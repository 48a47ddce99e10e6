import {
  compareValues,
  deniedReason,
  readStatement,
  type StatedDifference,
  type Statement,
  shareOfWords,
  wordsOfFrame,
} from '@avow/facts';
import { splitSentences } from '@avow/text/sentences';
import type { DraftPassage } from './collect-passages.ts';
import { type Disagreement, notAStatement } from './find-disagreements.ts';
import type { DuplicateGroup } from './find-near-duplicates.ts';

/** From this share of common words on, two sentences of near-duplicate passages are variants of one sentence. */
const sameSentenceMin = 0.7;
const contentWordsMin = 4;
/** The number of passages compared with the first of a group. */
const membersMax = 20;

interface Sentence extends Statement {
  readonly quote: string;
  readonly words: ReadonlySet<string>;
}

/** Near-duplicate passages of two documents under the same heading that differ in a value or a negation. */
export function compareDuplicates(
  passages: readonly DraftPassage[],
  groups: readonly DuplicateGroup[],
): Disagreement[] {
  return groups.flatMap(({ similarity, members: [leader, ...others] }) => {
    const one = leader === undefined ? undefined : passages[leader];
    if (similarity === 1 || leader === undefined || one === undefined) return [];
    const sentences = sentencesOf(one.text);
    return others.slice(0, membersMax).flatMap((member): Disagreement[] => {
      const other = passages[member];
      if (other === undefined || other.id === one.id || !sameHeading(one, other)) return [];
      const found = findOpposed(sentences, sentencesOf(other.text));
      if (found === null) return [];
      const [ours, theirs] = found.quotes;
      return [
        {
          kind: found.kind,
          reason: found.reason,
          places: [
            { passage: leader, quote: ours },
            { passage: member, quote: theirs },
          ],
        },
      ];
    });
  });
}

function sameHeading(one: DraftPassage, other: DraftPassage): boolean {
  return readStatement(one.heading).frame === readStatement(other.heading).frame;
}

function sentencesOf(text: string): Sentence[] {
  return splitSentences(text).flatMap(({ start, end, kind }) => {
    const quote = text.slice(start, end);
    if (kind === 'code' || kind === 'row' || kind === 'heading' || notAStatement.test(quote)) return [];
    const statement = readStatement(quote);
    if (statement.contentWords < contentWordsMin) return [];
    return [{ ...statement, quote, words: wordsOfFrame(statement) }];
  });
}

/** Sentences that both have word for word are not compared with others. */
function findOpposed(
  ours: readonly Sentence[],
  theirs: readonly Sentence[],
): (StatedDifference & { readonly quotes: readonly [string, string] }) | null {
  const shared = new Set(ours.map(({ quote }) => quote)).intersection(
    new Set(theirs.map(({ quote }) => quote)),
  );
  const left = theirs.filter(({ quote }) => !shared.has(quote));
  for (const mine of ours.filter(({ quote }) => !shared.has(quote))) {
    const against = left.find(({ words }) => shareOfWords(mine.words, words) >= sameSentenceMin);
    const difference = against === undefined ? null : compareTwo(mine, against);
    if (difference !== null && against !== undefined)
      return { ...difference, quotes: [mine.quote, against.quote] };
  }
  return null;
}

function compareTwo(one: Sentence, other: Sentence): StatedDifference | null {
  const values = compareValues(one.values, other.values);
  if (values !== null) return values;
  return one.denials + other.denials === 1 ? { kind: 'denial', reason: deniedReason } : null;
}
