import { determiners, isPlural, isVerb, prepositions } from './english-grammar.ts';

const isDeterminer = new RegExp(`^(?:${determiners})$`, 'iu');
const isPreposition = new RegExp(`^(?:${prepositions})$`, 'iu');
const particle = /^(?:over|up|out|off|down|back|away)$/iu;
const objectPronoun = /^(?:it|them|me|us|him|her|one)$/iu;

/**
 * Where the verb begins after a subject, as in "contractors join the offsite". A verb that is not known by itself is found
 * by what stands around it. -1: it is not certain where.
 */
export function findVerb(words: readonly string[]): number {
  const known = words.findIndex(
    (word, at) => at > 0 && isVerb(word) && !isDeterminer.test(words[at - 1] ?? ''),
  );
  return known > 0 ? known : guessVerb(words);
}

function guessVerb(words: readonly string[]): number {
  const begins = isDeterminer.test(words[0] ?? '') ? 1 : 0;
  // A bare plural ends the subject: "interns commute by train".
  const last = begins === 0 ? lastOfPlurals(words) : -1;
  const after = words[last + 1];
  if (last >= 0 && after !== undefined && isBase(after) && (words.length <= 3 || endsVerb(words[last + 2])))
    return last + 1;
  if (words.some((word) => isPreposition.test(word) && !particle.test(word)) && last < 0)
    return beforeParticle(words, begins);
  const at = words.findIndex((word, place) => place > begins && isBase(word) && endsVerb(words[place + 1]));
  if (at > 0 && at < words.length - 1) return at;
  return words.length <= 3 && words.length - 1 > begins && last < 0 && isBase(words.at(-1) ?? '')
    ? words.length - 1
    : -1;
}

/** "The stipend roll over to next year". */
function beforeParticle(words: readonly string[], begins: number): number {
  const at = words.findIndex((word) => isPreposition.test(word));
  return particle.test(words[at] ?? '') && at - 1 > begins ? at - 1 : -1;
}

function lastOfPlurals(words: readonly string[]): number {
  const first = words.findIndex(isPlural);
  if (first < 0 || first > 1) return -1;
  let last = first;
  while (isPlural(words[last + 1] ?? '')) last += 1;
  return last;
}

/** Not in the plural, nor a participle. */
function isBase(word: string): boolean {
  return /^\p{Ll}+$/u.test(word) && !/(?:[^s]s|ing|[^e]ed)$/u.test(word) && !isPreposition.test(word);
}

function endsVerb(next: string | undefined): boolean {
  return (
    next === undefined || isDeterminer.test(next) || isPreposition.test(next) || objectPronoun.test(next)
  );
}
