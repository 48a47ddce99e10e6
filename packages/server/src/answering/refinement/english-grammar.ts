/** Pieces of patterns, to be put into others. All are in small letters: patterns that use them ignore case. */
export const auxiliaries =
  'is|are|was|were|do|does|did|can|could|may|might|must|should|shall|will|would|has|have|had';
export const prepositions =
  'for|in|on|at|from|to|with|without|of|during|after|before|under|over|per|via|by|into|until|since|between|outside|within|through|about|against|as';
export const askingWords = 'what|which|who|whom|whose|when|where|why|how';
export const determiners =
  'the|a|an|my|our|your|his|her|its|their|this|that|these|those|every|each|any|all|some|no';
/** The person asking, or anybody. */
export const persons = 'i|we|you|one|someone|somebody|anyone|anybody|everyone|people|they|he|she';

const namesSomething = /^(?:\p{Lu}[\p{L}\p{N}'’-]*|[\p{L}\p{N}]+(?:[_.:/][\p{L}\p{N}]+)+)$/u;

/** A name, or an identifier such as `leaf_hash`. At the start of a sentence every word looks like one. */
export function isName(word: string): boolean {
  return namesSomething.test(word) && word !== 'I';
}

/** Verbs that often follow their subject if no pronoun marks its end. */
const verbs: ReadonlySet<string> = new Set(
  `accept allow apply ask begin block bring charge check close come contain cost count cover deliver do earn end expire expose
  find get give go handle happen have hold include keep last lend list look make mean need offer open pay read receive reject
  report require run say see sell send serve show start stay stop store support take tell use wait want work write`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
/** What is said of something after "is" and "are"; participles are known by their endings. */
const complements: ReadonlySet<string> = new Set(
  'paid open free included available possible forbidden mandatory optional due kept made sent held done found set valid'.split(
    ' ',
  ),
);

export function isVerb(word: string): boolean {
  return verbs.has(word.toLowerCase());
}

export function isComplement(word: string): boolean {
  const lower = word.toLowerCase();
  return complements.has(lower) || /[^e]ed$|(?:itt|ott|riv|row|now|ok|os|ritt)en$/.test(lower);
}

/** "Days" is one of several, "status" and "access" are not. */
export function isPlural(word: string): boolean {
  return /[^su]s$/i.test(word) && word.length > 3;
}
