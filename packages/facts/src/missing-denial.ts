import { contentTerms, isGenericTerm } from '@avow/text/terms';
import { saysOpposite, turnsWord } from './opposites.ts';
import type { Facts } from './read-facts.ts';
import { countDenials, impliesNo, type Negation } from './read-negations.ts';
import type { SourceFacts } from './read-source-facts.ts';

export type MissingDenial = 'negation added' | 'negation dropped' | 'opposite';

/** Whether a sentence negates what is quoted, or says what the quote negates; null: neither, as far as words can show. */
export function missingDenial(facts: Facts, quoted: readonly SourceFacts[]): MissingDenial | null {
  const said = new Set(contentTerms(facts.folded));
  const denials = countDenials(facts.folded);
  const same = quoted.filter((sourceFacts) => areSameWords(said, sourceFacts.terms));
  if (same.length > 0 && !same.some((sourceFacts) => sourceFacts.denials() === denials))
    return same.some((sourceFacts) => sourceFacts.denials() < denials)
      ? 'negation added'
      : 'negation dropped';
  // Where only a word differs, a word for its opposite says the opposite, denied or not.
  if (same.length > 0 && same.every((sourceFacts) => isTurned(facts.folded, sourceFacts))) return 'opposite';
  if (same.length === 0) {
    if (facts.negations.some((one) => isAdded(one, quoted))) return 'negation added';
    if (facts.negations.length === 0 && isDropped(facts, said, quoted)) return 'negation dropped';
  }
  // What denies a word says its opposite: only where nobody denies anything are they opposed.
  return denials === 0 && isOpposite(said, quoted) ? 'opposite' : null;
}

function isOpposite(said: ReadonlySet<string>, quoted: readonly SourceFacts[]): boolean {
  const terms = quoted.reduce((all, sourceFacts) => all.union(sourceFacts.terms), new Set<string>());
  return quoted.every((sourceFacts) => sourceFacts.negations().length === 0) && saysOpposite(said, terms);
}

function isTurned(folded: string, sourceFacts: SourceFacts): boolean {
  return turnsWord(plainWords(folded), plainWords(sourceFacts.verbatim()));
}

const plainWords = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/\p{L}+/gu) ?? []);

const sameWordsShareMin = 0.75;
const sameWordsMin = 3;

/** Nearly all of one is in the other: it is the same sentence, and says no as often. */
export function areSameWords(said: ReadonlySet<string>, terms: ReadonlySet<string>): boolean {
  const common = said.intersection(terms).size;
  const larger = Math.max(said.size, terms.size);
  return common >= sameWordsMin && common >= larger * sameWordsShareMin;
}

/**
 * What is quoted and speaks of the same does not deny it. Where the source has the very words, it must deny those; where
 * it has others, any denial of its may be the same in other words.
 */
function isAdded({ scope }: Negation, quoted: readonly SourceFacts[]): boolean {
  const knownIn = (sourceFacts: SourceFacts) => scope.filter((term) => sourceFacts.terms.has(term)).length;
  const most = Math.max(...quoted.map(knownIn));
  return !quoted.some((sourceFacts) => {
    if (knownIn(sourceFacts) < most) return false;
    if (sourceFacts.impliesNo()) return true;
    if (most < scope.length || scope.length === 0) return sourceFacts.negations().length > 0;
    return sourceFacts.negations().some((one) => one.scope.some((term) => scope.includes(term)));
  });
}

const droppedTermsMin = 2;
const droppedShareMin = 0.6;
const affirmedShareMin = 0.6;

/** The source denies what the sentence says, and says it nowhere without denying it. */
function isDropped(facts: Facts, said: ReadonlySet<string>, quoted: readonly SourceFacts[]): boolean {
  if (quoted.every((sourceFacts) => sourceFacts.negations().length === 0) || impliesNo(facts.folded))
    return false;
  const isAffirmed = (term: string) => quoted.some((sourceFacts) => sourceFacts.affirmed().has(term));
  return quoted.some((sourceFacts) =>
    sourceFacts.negations().some(({ scope }) => {
      const specific = scope.filter((term) => !isGenericTerm(term));
      const common = specific.filter((term) => said.has(term));
      if (common.length < droppedTermsMin || common.length < specific.length * droppedShareMin) return false;
      return common.filter(isAffirmed).length < common.length * affirmedShareMin;
    }),
  );
}
