import { contentTerms, isGenericTerm, wordsOf } from '../text/terms.ts';
import type { Facts } from './facts/read-facts.ts';

/** Courtesies and ways to lead in: a sentence of nothing else says nothing that could be true or false. */
const courtesies = new Set(
  `hello hi hey dear sure certainly absolutely great good question thanks thank you welcome glad happy hope helps help
  according based provided given available sources source documents document passages passage information context above
  following below here summary answer overview short brief briefly summarize summarise sum conclusion in as follows
  list steps points key details let me know if have any other further more questions please feel free ask anything else
  is are the a an to of on from for this that these your my i can will would be some what it s ll m re all and with
  hallo danke bitte gerne hier ist sind die folgenden zusammenfassung laut den quellen bonjour merci voici selon les sources
  hola gracias aquí según las fuentes`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
const wordsMax = 20;
const leadIn = /^(?:here(?:'s| is| are)|below (?:is|are)|the following|these are)\b.{0,160}:$/iu;

/**
 * Whether it is a greeting, or words such as "According to the sources:". Strict: what names, counts, denies or tells
 * anything claims it.
 */
export function claimsNothing(text: string, facts: Facts, question: string): boolean {
  const { quantities, dates, times, names, verbatim, negations } = facts;
  if ([quantities, dates, times, verbatim, negations].some((some) => some.length > 0)) return false;
  const words = wordsOf(text).map((word) => word.toLowerCase());
  if (words.length === 0) return true;
  if (words.length > wordsMax) return false;
  const isPlain = words.every((word) => word.split(/['’]/u).every((part) => courtesies.has(part)));
  // "It is." is an answer: something of a courtesy must be there.
  if (isPlain)
    return words.some(
      (word) => !/^(?:it|is|are|that|this|the|a|an|all|to|of|be|can|will|and|some|your)$/.test(word),
    );
  if (names.length > 0 || !leadIn.test(text.trim())) return false;
  const asked = new Set(contentTerms(question));
  return contentTerms(text).every((term) => asked.has(term) || isGenericTerm(term) || courtesies.has(term));
}
