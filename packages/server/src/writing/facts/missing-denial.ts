import { contentTerms, isGenericTerm } from '../../text/terms.ts';
import { saysOpposite } from './opposites.ts';
import type { Bearing } from './read-bearing.ts';
import type { Facts } from './read-facts.ts';
import { countDenials, impliesNo, type Negation } from './read-negations.ts';

export type MissingDenial = 'negation added' | 'negation dropped' | 'opposite';

/** Where a sentence denies what is quoted, or says what the quote denies; null: it does neither as far as words can tell. */
export function missingDenial(facts: Facts, quoted: readonly Bearing[]): MissingDenial | null {
  const said = new Set(contentTerms(facts.folded));
  const denials = countDenials(facts.folded);
  const same = quoted.filter((bearing) => areSameWords(said, bearing.terms));
  if (same.length > 0 && !same.some((bearing) => bearing.denials() === denials))
    return same.some((bearing) => bearing.denials() < denials) ? 'negation added' : 'negation dropped';
  if (same.length === 0) {
    if (facts.negations.some((one) => isAdded(one, quoted))) return 'negation added';
    if (facts.negations.length === 0 && isDropped(facts, said, quoted)) return 'negation dropped';
  }
  // What denies a word says its opposite: only where nobody denies anything are they opposed.
  return denials === 0 && isOpposite(said, quoted) ? 'opposite' : null;
}

function isOpposite(said: ReadonlySet<string>, quoted: readonly Bearing[]): boolean {
  const terms = quoted.reduce((all, bearing) => all.union(bearing.terms), new Set<string>());
  return quoted.every((bearing) => bearing.negations().length === 0) && saysOpposite(said, terms);
}

const sameWordsShareMin = 0.75;
const sameWordsMin = 3;

/** Nearly all of one is in the other: it is the same sentence, and says no as often. */
function areSameWords(said: ReadonlySet<string>, terms: ReadonlySet<string>): boolean {
  const common = said.intersection(terms).size;
  const larger = Math.max(said.size, terms.size);
  return common >= sameWordsMin && common >= larger * sameWordsShareMin;
}

/**
 * What is quoted and speaks of the same does not deny it. Where the source has the very words, it must deny those; where
 * it has others, any denial of its may be the same in other words.
 */
function isAdded({ scope }: Negation, quoted: readonly Bearing[]): boolean {
  const knownIn = (bearing: Bearing) => scope.filter((term) => bearing.terms.has(term)).length;
  const most = Math.max(...quoted.map(knownIn));
  return !quoted.some((bearing) => {
    if (knownIn(bearing) < most) return false;
    if (bearing.impliesNo()) return true;
    if (most < scope.length || scope.length === 0) return bearing.negations().length > 0;
    return bearing.negations().some((one) => one.scope.some((term) => scope.includes(term)));
  });
}

const droppedTermsMin = 2;
const droppedShareMin = 0.6;
const affirmedShareMin = 0.6;

/** The source denies what the sentence says, and says it nowhere without denying it. */
function isDropped(facts: Facts, said: ReadonlySet<string>, quoted: readonly Bearing[]): boolean {
  if (quoted.every((bearing) => bearing.negations().length === 0) || impliesNo(facts.folded)) return false;
  const isAffirmed = (term: string) => quoted.some((bearing) => bearing.affirmed().has(term));
  return quoted.some((bearing) =>
    bearing.negations().some(({ scope }) => {
      const telling = scope.filter((term) => !isGenericTerm(term));
      const common = telling.filter((term) => said.has(term));
      if (common.length < droppedTermsMin || common.length < telling.length * droppedShareMin) return false;
      return common.filter(isAffirmed).length < common.length * affirmedShareMin;
    }),
  );
}
