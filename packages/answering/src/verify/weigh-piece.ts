import type { Facts, SourceFacts } from '@avow/facts';
import { type MissingFact, missingFacts } from '@avow/facts';
import { contentTerms, isGenericTerm } from '@avow/text/terms';
import type { Piece, ReadSource } from './read-quotable-source.ts';
import { bitsOf, shareOf, type Weighed } from './weigh-wanted-terms.ts';

/** What is looked for. */
export interface Wanted {
  readonly facts: Facts;
  /** The sentence as `foldSentence` gives it. */
  readonly sentence: string;
  /** And as `foldWording` does. */
  readonly wording: string;
  /** Stems of the sentence, each once. */
  readonly terms: readonly string[];
  /** Stems of the question, if the sentence depends on it. */
  readonly askedTerms: readonly string[];
  readonly asked: SourceFacts | null;
  /** It begins with "it" or the like, which is what was asked about. */
  readonly pointsBack: boolean;
  /** Stems of the sentence's subject, if it is named before the first verb. */
  readonly subject: readonly string[];
  /** Stems of what is or does something in it. */
  readonly actors: readonly string[];
  /** It says one thing only: no two sources say it together unless they speak of the same. */
  readonly isOneClause: boolean;
  readonly references: readonly number[];
}

/** What one sentence of the source says of it by itself, with what stands above that: words of several recombine. */
export interface Bearing {
  readonly share: number;
  /** Content words of the sentence that it lacks. */
  readonly unknown: number;
  /** It names others who do something, or something else that it speaks of, or another sentence speaks more of what was asked. */
  readonly isOfAnother: boolean;
  /** It has every fact of the sentence. */
  readonly isWhole: boolean;
  readonly missing: readonly MissingFact[];
  /** Of the specific words of the question, if the sentence depends on it, the share that it has. */
  readonly askedShare: number;
}

/** What is looked for, and the largest share of the question's words that a sentence of the sources has. */
export interface WantedAmongSources extends Wanted {
  readonly askedMost: number;
}

export function askedMostOf({ askedTerms }: Wanted, sources: readonly ReadSource[]): number {
  const shares = sources.flatMap((read) =>
    read.pieces
      .filter(({ kind }) => kind !== 'heading')
      .map((piece) => askedShareOf(askedTerms, factsAround(read, piece).all)),
  );
  return Math.max(0, ...shares);
}

function askedShareOf(askedTerms: readonly string[], all: readonly SourceFacts[]): number {
  const specific = askedTerms.filter((term) => !isGenericTerm(term));
  const known = specific.filter((term) => all.some(({ terms }) => terms.has(term)));
  return specific.length === 0 ? 0 : known.length / specific.length;
}

/** A sentence with its lead-in, and with what stands above both. */
function factsAround({ pieces, above }: ReadSource, piece: Piece) {
  const under = piece.under === null ? undefined : pieces[piece.under];
  const own = [piece, ...(under === undefined ? [] : [under])].map(({ sourceFacts }) => sourceFacts);
  return { own, all: [...own, ...above] };
}

/** Verbs that say next to nothing by themselves. Not the company nor its staff: who does something matters. */
const lightTerms: ReadonlySet<string> = new Set(
  contentTerms('get need want use make take give receive go come happen able possible find provide help'),
);

export function weighPiece(
  read: ReadSource,
  piece: Piece,
  wanted: WantedAmongSources,
  weighed: Weighed,
): Bearing {
  const { own, all } = factsAround(read, piece);
  const bits = all.reduce((sum, sourceFacts) => sum | bitsOf(sourceFacts, weighed), 0);
  const isNotOwn = (term: string) => !own.some(({ terms }) => terms.has(term));
  const isUnknown = (term: string) => !all.some(({ terms }) => terms.has(term));
  const missing = missingFacts(wanted.facts, { quoted: own, above: all, asked: wanted.asked });
  const askedShare = askedShareOf(wanted.askedTerms, all);
  const namesAnother =
    piece.actors.length > 0 ? wanted.actors.some(isNotOwn) : wanted.subject.some(isUnknown);
  return {
    share: Math.min(1, shareOf(bits, weighed)),
    unknown: wanted.terms.filter((term) => isUnknown(term) && !lightTerms.has(term)).length,
    // What stands above names the subject of a sentence that only says "it".
    isOfAnother: namesAnother || (wanted.pointsBack && askedShare < wanted.askedMost),
    isWhole: missing.length === 0,
    missing,
    askedShare,
  };
}
