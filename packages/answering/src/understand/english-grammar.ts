const positive =
  'am|is|are|was|were|do|does|did|can|could|may|might|must|should|shall|will|would|has|have|had';
const negative =
  "isn't|aren't|wasn't|weren't|don't|doesn't|didn't|can't|couldn't|mustn't|shouldn't|won't|wouldn't|hasn't|haven't|hadn't";
/** Pieces of patterns, to be put into others. All are in small letters: patterns that use them ignore case. */
export const auxiliaries = `${negative}|${positive}`;
export const prepositions =
  'for|in|on|at|from|to|with|without|of|during|after|before|under|over|per|via|by|into|until|since|between|inside|outside|within|through|about|against|as';
export const askingWords = 'what|which|who|whom|whose|when|where|why|how';
export const determiners =
  'the|a|an|my|our|your|his|her|its|their|this|that|these|those|every|each|any|all|some|no';
/** The person asking, or anybody. */
export const persons = 'i|we|you|one|someone|somebody|anyone|anybody|everyone|people|they|he|she';
/** What stands between a subject and its verb without being either. */
export const adverbs =
  'not|never|also|still|ever|always|only|already|usually|normally|just|even|really|actually|automatically|currently';
/** Words that begin a clause of its own; some are prepositions, too, where no subject follows. */
const subordinators = 'if|when|because|so that|that|while|once|unless|although|whether';
const clauseAfter = `(?:after|before|until|since|as)(?=\\s+(?:${persons}|it|${determiners})\\s+\\S)`;

/** From the word that begins a subordinate clause to the end. */
export const subordinateClause = new RegExp(`(?<!\\s)\\s+(?:${subordinators}|${clauseAfter})\\s.*$`, 'iu');

const namesSomething = /^(?:\p{Lu}[\p{L}\p{N}'’-]*|[\p{L}\p{N}]+(?:[_.:/][\p{L}\p{N}]+)+)$/u;

/** A name, or an identifier such as `leaf_hash`. At the start of a sentence every word looks like one. */
export function looksLikeName(word: string): boolean {
  return namesSomething.test(word) && word !== 'I';
}

const wordsOfList = (list: string): ReadonlySet<string> =>
  new Set(list.split(/\s+/).filter((word) => word !== ''));

/** Verbs that often follow their subject if no pronoun marks its end, and that are seldom nouns. */
const verbs = wordsOfList(
  `accept accrue add affect allow appear apply approve ask assign attend be become begin belong block bring buy cancel carry charge
  check choose close come connect contain continue cost count cover create decide delete deliver depend differ do earn enable
  end enrol enroll enter exceed exist expire expose find follow get give go handle happen have hold include install invite join
  keep know last lend list look lose make manage mean need occur offer open pay provide publish qualify reach read receive
  reject remain remove renew replace report require reset retain run say see sell send serve show sign start stay stop store
  submit support take tell travel upload use vary vest wait want work write`,
);
/** What is said of something after "is" and "are"; participles and some adjectives are known by their endings. */
const complements = wordsOfList(
  `paid open free included available possible forbidden mandatory optional due kept made sent held done found set valid unpaid
  legal private public confidential necessary secure safe compulsory eligible exempt null`,
);
/** Nouns with the endings of adjectives and participles. */
const alsoNouns = wordsOfList('vegetable variable deductible constable');

export function isVerb(word: string): boolean {
  return verbs.has(word.toLowerCase());
}

export function isComplement(word: string): boolean {
  const lower = word.toLowerCase();
  if (alsoNouns.has(lower)) return false;
  return (
    complements.has(lower) || /[^e]ed$|(?:itt|ott|riv|row|now|ok|os|ritt)en$|[^\W\d_]{3}[ai]ble$/.test(lower)
  );
}

/** A word that only describes: it cannot take the place of a noun. */
export function isAdjective(word: string): boolean {
  return (
    isComplement(word) ||
    /(?:[^\W\d_]{3}(?:ful|less|ous|onal)|-(?:time|term|based|wide|only)|(?:dai|week|month|quarter|year)ly)$/iu.test(
      word,
    )
  );
}

const singular = wordsOfList('news basis analysis campus gas series always perhaps yes');
const plural = wordsOfList('people staff children men women');

/** "Days" and "DMs" are several, "status" and "access" are not. */
export function isPlural(phrase: string): boolean {
  const word = phrase.toLowerCase().split(/\s+/).at(-1) ?? '';
  if (plural.has(word) || singular.has(word)) return plural.has(word);
  return (/[^su]s$/.test(word) && word.length > 3) || /\p{Lu}s$/u.test(phrase);
}

/** "Day" as "days". */
export function inPlural(noun: string): string {
  if (isPlural(noun)) return noun;
  if (/[^aeiou]y$/iu.test(noun)) return noun.replace(/y$/iu, 'ies');
  return `${noun}${/(?:[sxz]|ch|sh)$/iu.test(noun) ? 'es' : 's'}`;
}

/** "Days" as "day". */
export function inSingular(noun: string): string {
  if (!isPlural(noun) || !/s$/iu.test(noun)) return noun;
  if (/[^aeiou]ies$/iu.test(noun)) return noun.replace(/ies$/iu, 'y');
  return noun.replace(/(?<=ss|x|ch|sh)es$|s$/iu, '');
}

/** A noun without what follows its first preposition. */
export function headOf(noun: string): string {
  return noun.split(new RegExp(`(?<!\\s)\\s+(?:${prepositions})(?:\\s|$)`, 'iu'))[0] ?? '';
}

const plurals: Readonly<Record<string, string>> = {
  am: 'are',
  is: 'are',
  was: 'were',
  does: 'do',
  has: 'have',
};
const singulars: Readonly<Record<string, string>> = {
  am: 'is',
  are: 'is',
  were: 'was',
  do: 'does',
  have: 'has',
};

/** As the subject asks for it: "is" or "are". */
export function agree(auxiliary: string, subject: string): string {
  const [, verb = '', not = ''] = /^(.*?)(n't)?$/iu.exec(auxiliary.toLowerCase()) ?? [];
  const head = headOf(subject);
  const isMany =
    (isPlural(head) && !/^(?:an?|this|that|every|each)\s/iu.test(head)) || /\sand\s/iu.test(head);
  return `${(isMany ? plurals : singulars)[verb] ?? verb}${not}`;
}

const personNouns = wordsOfList(
  `adult analyst applicant apprentice assistant attendee author boss buyer candidate caregiver carer child client coach
  colleague contractor consultant coworker customer dad daughter dependent dependant designer developer director employee
  employer engineer executive expat family father founder freelancer guest hire husband intern joiner kid lawyer leaver
  leader learner manager mentor mother mum mom nurse officer owner parent partner participant patient pensioner people
  person recruiter relative reseller retiree salesperson seller shareholder sibling son spouse staff student
  subcontractor supervisor supplier teacher teammate temp tenant tester trainee trainer traveller traveler tutor user vendor
  visitor volunteer part-timer full-timer wife woman man worker writer admin administrator`,
);
const personPlurals = wordsOfList('children men women people staff families salespeople');

/** Many of what people get, these get, too. */
const organizations = wordsOfList(
  `agency agencies business businesses charity charities company companies department firm government nonprofit
  organisation organization school startup team university universities`,
);

/** Whether the last word names people; null: it may, by its ending, or names an organization. */
export function namesPersons(phrase: string): boolean | null {
  const word = phrase.toLowerCase().split(/\s+/).at(-1) ?? '';
  const single = word.replace(/s$/, '');
  if (personNouns.has(word) || personNouns.has(single) || personPlurals.has(word)) return true;
  const mayName = organizations.has(word) || organizations.has(single);
  return mayName || /[^\W\d_]{3}(?:[eo]r|ee|ist|ian)$/.test(single) ? null : false;
}

const contractions: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(what|who|where|when|why|how)['’]?s(?=\s)/iu, '$1 is'],
  [/^(what|who|where|when|why|how)['’]re(?=\s)/iu, '$1 are'],
  [/^(how long|how much)['’]s(?=\s)/iu, '$1 is'],
];

/** "What's the fee" as "What is the fee", with or without the apostrophe. */
export function spellOut(question: string): string {
  const straight = question.replaceAll('’', "'");
  return contractions.reduce((text, [pattern, full]) => text.replace(pattern, full), straight);
}
