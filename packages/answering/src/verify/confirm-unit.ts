import { type MissingFact, missingFacts, readSourceFacts } from '@avow/facts';
import { type QuoteCandidate, quotePlaces } from './find-quote.ts';
import { findQuotedWords, type WordsPlace } from './find-quoted-words.ts';
import type { GroundLines } from './ground-lines.ts';
import { hasWords, wantedOf } from './ground-unit.ts';
import type { SecondVerdict, UnitToGround } from './grounder.ts';
import type { ReadSource } from './read-quotable-source.ts';

/** The quote that a second judge rests its verdict on, or why that does not count. */
export type NamedQuote =
  | { readonly kind: 'quote'; readonly candidate: QuoteCandidate }
  | { readonly kind: 'refused'; readonly why: string };

const quotesMax = 3;

/**
 * What a second judge's verdict rests on. It only counts by its words: they must be in the sources, and both they and the whole
 * sentences that they are from must have every number, date, name and negation of the unit, and say it as certainly. "Get 27 days" is
 * not what "Interns do not get 27 days" says.
 */
export function quoteOfVerdict(
  unit: UnitToGround,
  { verdict, quotes }: SecondVerdict,
  { sources, lines }: { readonly sources: readonly ReadSource[]; readonly lines: GroundLines },
): NamedQuote {
  if (verdict !== 'supported') return refused(verdict.replace('_', ' '));
  const found = quotes
    .slice(0, quotesMax)
    .flatMap((words) => withPlace({ words, place: findQuotedWords(words, sources) }));
  if (found.length === 0) return refused('its words are in no source');
  const wanted = wantedOf(unit);
  const candidate = quotePlaces(wanted, sources, withoutRepeats(found.map(({ place }) => place)));
  const missing = new Set<MissingFact | 'subject'>([
    ...candidate.missing.filter((one) => one !== 'subject'),
    ...missingFacts(wanted.facts, {
      quoted: found.map(({ words }) => readSourceFacts(words)),
      above: found.flatMap(({ place }) => factsAbove(place)),
      asked: wanted.asked,
    }),
  ]);
  if (missing.size > 0) return refused(`its words lack: ${[...missing].join(', ')}`);
  return hasWords(candidate, lines) ? { kind: 'quote', candidate } : refused('its words say too little');
}

function refused(why: string): NamedQuote {
  return { kind: 'refused', why };
}

interface Placed {
  readonly words: string;
  readonly place: WordsPlace;
}

function withPlace({
  words,
  place,
}: {
  readonly words: string;
  readonly place: WordsPlace | null;
}): Placed[] {
  return place === null ? [] : [{ words, place }];
}

/** The sentence that leads to a list or the head of a table counts as what stands above. */
function factsAbove({ read, from }: WordsPlace) {
  const under = read.pieces[from]?.under ?? null;
  const lead = under === null ? undefined : read.pieces[under];
  return [...read.above, ...(lead === undefined ? [] : [lead.sourceFacts])];
}

/** Two quotes may be of one sentence. */
function withoutRepeats(places: readonly WordsPlace[]): WordsPlace[] {
  return places.filter(
    (place, at) =>
      !places.some(
        (other, index) =>
          index !== at &&
          other.read === place.read &&
          covers(other, place) &&
          (index < at || !covers(place, other)),
      ),
  );
}

const covers = (one: WordsPlace, other: WordsPlace) => one.from <= other.from && other.to <= one.to;
