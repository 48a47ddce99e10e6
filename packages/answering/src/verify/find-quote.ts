import {
  type FactSources,
  foldText,
  foldVerbatim,
  type MissingFact,
  missingFacts,
  type SourceFacts,
} from '@avow/facts';
import { stripEnd } from '@avow/text';
import { contentTerms, isNumberTerm } from '@avow/text/terms';
import type { WordsPlace } from './find-quoted-words.ts';
import type { GroundingQuote } from './grounder.ts';
import type { Piece, ReadSource } from './read-quotable-source.ts';
import {
  askedMostOf,
  type Bearing,
  type Wanted,
  type WantedAmongSources,
  weighPiece,
} from './weigh-piece.ts';
import { bitsOf, longestGap, shareOf, type Weighed, weighWantedTerms } from './weigh-wanted-terms.ts';

export interface QuoteCandidate {
  readonly quotes: readonly GroundingQuote[];
  /** Share of the sentence's content that it contains. */
  readonly score: number;
  /** The most content words in a row, of the sentence, that do not. */
  readonly gap: number;
  /** The sentence is one of its own, word for word. */
  readonly isCopied: boolean;
  /** Its own sentence that says the same in other spellings, such as "can" for "is able to"; null: none. */
  readonly sameWording: string | null;
  /** `subject`: it says something of this kind, and of something else. */
  readonly missing: ReadonlyArray<MissingFact | 'subject'>;
  readonly bearing: Bearing;
  /** Its words are one run of a source, besides what they stand under. */
  readonly isOnePlace: boolean;
  /** It is where words are that the writer named. */
  readonly isNamed?: true;
}

/** Neighbouring sentences that may make one quote, and quotes that may support one sentence together. */
const neighboursMax = 3;
const quotesMax = 3;
/** How many are examined closely: their facts are compared. */
const closelyMax = 24;

interface Range {
  readonly read: ReadSource;
  readonly from: number;
  readonly to: number;
  /** Which stems it contains, one bit each; with the headings above it, and without. */
  readonly bits: number;
  readonly own: number;
  readonly rank: number;
}

/**
 * The quotes that support a sentence as far as words can show, best first: those that lack no fact before all others.
 * Of equal quotes, the one from the source that the model named comes first. A quote at a place whose words it named comes before all
 * others, must show no less, and takes the place of none.
 */
export function findQuotes(
  asked: Wanted,
  sources: readonly ReadSource[],
  places: readonly WordsPlace[] = [],
): QuoteCandidate[] {
  const wanted = amongSources(asked, sources);
  const weighed = weighWantedTerms(wanted);
  const ranges = sources.flatMap((read) => rangesOf(read, weighed, wanted.references));
  ranges.sort((one, other) => other.rank - one.rank);
  const closely = ranges.slice(0, closelyMax);
  const nearestScore = Math.max(...closely.map(({ bits }) => shareOf(bits, weighed)));
  // If the closest quote lacks a fact, a quote that is hardly related does not support the sentence.
  const isNear = ({ bits }: Range) => shareOf(bits, weighed) >= nearestScore - behindMax;
  const whole: QuoteCandidate[] = [];
  let nearest: QuoteCandidate | null = null;
  for (const range of closely) {
    if (!isNear(range)) continue;
    const candidate = candidateOf([range], wanted, weighed);
    nearest ??= candidate;
    if (candidate.missing.length === 0) whole.push(candidate);
    if (whole.length === wholeMax) break;
  }
  const isEnough = whole.some(({ score }) => score >= enoughScore);
  const joined = isEnough ? null : joinRanges(closely, wanted, weighed);
  if (joined !== null) whole.push(joined);
  whole.sort((one, other) => other.score - one.score);
  const named = ranges
    .filter((range) => isNear(range) && places.some((place) => overlap(range, place)))
    .slice(0, namedMax)
    .map((range): QuoteCandidate => ({ ...candidateOf([range], wanted, weighed), isNamed: true }));
  const first = named.find(({ missing }) => missing.length === 0);
  if (first !== undefined) return [first, ...whole.filter((one) => !areSamePlaces(one, first))];
  if (whole.length > 0) return whole;
  return [...named.slice(0, 1), ...(nearest === null ? [] : [nearest])];
}

function areSamePlaces({ quotes }: QuoteCandidate, other: QuoteCandidate): boolean {
  const isSame = (one: GroundingQuote, two: GroundingQuote | undefined) =>
    one.source === two?.source && one.start === two.start && one.end === two.end;
  return quotes.length === other.quotes.length && quotes.every((one, at) => isSame(one, other.quotes[at]));
}

/** The places that somebody names for a sentence, as one quote. */
export function quotePlaces(
  asked: Wanted,
  sources: readonly ReadSource[],
  places: readonly WordsPlace[],
): QuoteCandidate {
  const wanted = amongSources(asked, sources);
  const weighed = weighWantedTerms(wanted);
  const ranges = places.map(({ read, from, to }) => {
    const pieces = read.pieces.slice(from, to + 1);
    const facts = pieces.map(({ sourceFacts }) => sourceFacts);
    const own = bitsIn(facts, weighed);
    return { ...{ read, from, to, own, rank: 0 }, bits: own | bitsIn(read.above, weighed) };
  });
  return candidateOf(ranges, wanted, weighed);
}

function amongSources(asked: Wanted, sources: readonly ReadSource[]): WantedAmongSources {
  return { ...asked, askedMost: asked.pointsBack ? askedMostOf(asked, sources) : 0 };
}

const bitsIn = (all: readonly SourceFacts[], weighed: Weighed): number =>
  all.reduce((bits, sourceFacts) => bits | bitsOf(sourceFacts, weighed), 0);

/** Longer and shorter runs around a place whose words were named. */
const namedMax = 2;

/** More are not examined, and none are joined if one has this much by itself. */
const wholeMax = 3;
const enoughScore = 0.8;
const behindMax = 0.25;

/** Fewer words are a heading or an item: what they claim depends on what they stand under. */
const copiedTermsMin = 3;

/** "Ensure" and "make sure" share no stem, and are one word of many. */
const sameWordingScoreMin = 0.7;

function findSameWording(quoted: readonly Piece[], { wording, terms }: Wanted): string | null {
  if (terms.length < copiedTermsMin) return null;
  const same = quoted.find(({ sourceFacts }) => sourceFacts.wording() === wording);
  return same === undefined ? null : same.sourceFacts.verbatim();
}

/** A sentence as it is compared letter for letter: without case, emphasis and its last mark. */
export function foldSentence(text: string): string {
  return stripEnd(foldVerbatim(foldText(text)).toLowerCase(), /[.!;:,]/u);
}

const lengthPenalty = 0.02;
const namedBonus = 0.1;
const aboveShare = 0.5;

/** Every run of one to three neighbours that has something of the sentence. */
function rangesOf(read: ReadSource, weighed: Weighed, references: readonly number[]): Range[] {
  const { pieces, above, source } = read;
  const bonus = references.includes(source.number) ? namedBonus : 0;
  const ofAbove = bitsIn(above, weighed);
  const bits = pieces.map(({ sourceFacts }) => bitsOf(sourceFacts, weighed));
  const ranges: Range[] = [];
  for (const [from, piece] of pieces.entries()) {
    if (piece.kind === 'heading') continue;
    let together = piece.under === null ? 0 : (bits[piece.under] ?? 0);
    // A cell is compared with its own row only: neighbouring rows would lend it their values.
    const last = Math.min(from + (piece.kind === 'row' ? 1 : neighboursMax), pieces.length);
    for (let to = from; to < last; to += 1) {
      if (pieces[to]?.kind === 'heading' || (to > from && pieces[to]?.kind === 'row')) break;
      const own = bits[to] ?? 0;
      // A neighbour that adds nothing makes a quote longer, and no better.
      if (to > from && (own & ~together) === 0) continue;
      together |= own;
      const share = shareOf(together, weighed);
      const fromAbove = shareOf(together | ofAbove, weighed) - share;
      const rank = share + fromAbove * aboveShare + bonus - lengthPenalty * (to - from);
      if (together !== 0) ranges.push({ read, from, to, bits: together | ofAbove, own: together, rank });
    }
  }
  return ranges;
}

function candidateOf(ranges: readonly Range[], wanted: WantedAmongSources, weighed: Weighed): QuoteCandidate {
  const quoted = ranges.flatMap(({ read, from, to }) => read.pieces.slice(from, to + 1));
  const under = ranges.flatMap(({ read, from }) => {
    const at = read.pieces[from]?.under ?? null;
    const piece = at === null ? undefined : read.pieces[at];
    return piece === undefined || quoted.includes(piece) ? [] : [{ read, piece }];
  });
  const bits = ranges.reduce((sum, range) => sum | range.bits, 0);
  const score = Math.min(1, shareOf(bits, weighed));
  const factSources = {
    quoted: [...quoted, ...under.map(({ piece }) => piece)].map(({ sourceFacts }) => sourceFacts),
    above: [...ranges.flatMap(({ read }) => read.above), ...under.map(({ piece }) => piece.sourceFacts)],
    asked: wanted.asked,
  };
  const bearing = bearingOf(ranges, wanted, weighed);
  const missing = new Set<MissingFact | 'subject'>(missingFacts(wanted.facts, factSources));
  // A neighbour lends numbers and names, but not how binding something is.
  if (bearing.missing.includes('modality')) missing.add('modality');
  if (!speaksOf(wanted.subject, factSources)) missing.add('subject');
  const places = [
    ...under.map(({ read, piece }) => ({ read, start: piece.start, end: piece.end })),
    ...ranges.map(({ read, from, to }) => ({
      read,
      start: read.pieces[from]?.start ?? 0,
      end: read.pieces[to]?.end ?? 0,
    })),
  ];
  return {
    bearing,
    isOnePlace: ranges.length === 1,
    quotes: places.map(({ read, start, end }) => ({ source: read.source.number, start, end, score })),
    score,
    gap: longestGap(bits, wanted.terms.length),
    isCopied:
      score === 1 &&
      wanted.terms.length >= copiedTermsMin &&
      quoted.some(({ sourceFacts }) => foldSentence(sourceFacts.verbatim()) === wanted.sentence),
    sameWording: score < sameWordingScoreMin ? null : findSameWording(quoted, wanted),
    missing: [...missing],
  };
}

/** Of the sentences that are quoted, the one that has most of the words, and of those most facts. */
function bearingOf(ranges: readonly Range[], wanted: WantedAmongSources, weighed: Weighed): Bearing {
  const pieces = ranges.flatMap(({ read, from, to }) =>
    read.pieces.slice(from, to + 1).map((piece) => weighPiece(read, piece, wanted, weighed)),
  );
  pieces.sort((one, other) => other.share - one.share || one.missing.length - other.missing.length);
  const [best] = pieces;
  if (best === undefined) throw new Error('A quote has no sentence');
  return best;
}

function speaksOf(subject: readonly string[], { quoted, above, asked }: FactSources): boolean {
  if (subject.length === 0) return true;
  const all = [...quoted, ...above, ...(asked === null ? [] : [asked])];
  return subject.some((term) => all.some(({ terms }) => terms.has(term)));
}

/** Takes, one after the other, what adds most to what is there, until nothing is missing. Null if that is not possible. */
function joinRanges(
  closely: readonly Range[],
  wanted: WantedAmongSources,
  weighed: Weighed,
): QuoteCandidate | null {
  const [first] = closely;
  if (first === undefined) return null;
  const taken: Range[] = [first];
  let current = candidateOf(taken, wanted, weighed);
  const startedWith = current;
  while (taken.length < quotesMax) {
    let best: { readonly range: Range; readonly candidate: QuoteCandidate } | null = null;
    for (const range of closely) {
      if (taken.some((one) => overlap(one, range)) || !mayJoin(range, taken, wanted)) continue;
      if (!addsWords(range, taken, weighed)) continue;
      const candidate = candidateOf([...taken, range], wanted, weighed);
      if (gainOf(candidate) > gainOf(best?.candidate ?? current)) best = { range, candidate };
    }
    if (best === null) break;
    taken.push(best.range);
    current = best.candidate;
  }
  return current.missing.length === 0 && current !== startedWith ? current : null;
}

function mayJoin({ own, read }: Range, taken: readonly Range[], { isOneClause }: Wanted): boolean {
  return !isOneClause || taken.some((one) => one.read === read || (one.own & own) !== 0);
}

const addedWordsMin = 2;

/**
 * A quote must speak of something that the others do not: for a number alone none is brought in. A row must have a word
 * and a number of the sentence by itself, so that none lends its figures to another.
 */
function addsWords({ own, read, from }: Range, taken: readonly Range[], { terms }: Weighed): boolean {
  const known = taken.reduce((bits, range) => bits | range.bits, 0);
  const isIn = (bits: number, at: number) => ((bits >> at) & 1) === 1;
  const added = terms.filter(({ term }, at) => isIn(own & ~known, at) && !isNumberTerm(term)).length;
  if (read.pieces[from]?.kind !== 'row') return added >= addedWordsMin;
  const numbers = terms.flatMap(({ term }, at) => (isNumberTerm(term) ? [at] : []));
  return added > 0 && (numbers.length === 0 || numbers.some((at) => isIn(own, at)));
}

const gainOf = ({ score, missing }: QuoteCandidate) => score - missing.length;
const overlap = (one: WordsPlace, other: WordsPlace) =>
  one.read === other.read && one.from <= other.to && other.from <= one.to;

export const termsOf = (text: string): string[] => [...new Set(contentTerms(text))];
