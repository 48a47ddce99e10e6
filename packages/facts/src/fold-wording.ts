/** Spellings of the same, each written in one way. Only what means the same in every sentence. */
const spellings: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(could|do|does|did|is|are|was|were|has|have|had|should|would|must|need)n't\b/g, '$1 not'],
  [/\bcan't\b/g, 'can not'],
  [/\bwon't\b/g, 'will not'],
  [/\b(you|we|they|i|it|that|there|he|she)'(?:ll)\b/g, '$1 will'],
  [/\b(you|we|they)'re\b/g, '$1 are'],
  [/\b(it|that|there|he|she|what)'s (?=(?:not|also|a|an|the|possible|important|recommended)\b)/g, '$1 is '],
  [/\bcannot\b/g, 'can not'],
  [/\b(?:is|are|am|be) (?:unable|not able) to\b/g, 'can not'],
  [/\b(?:is|are|am|be) able to\b/g, 'can'],
  [/\b(?:has|have) to\b/g, 'must'],
  [/\bin order to\b/g, 'to'],
  [/\bprior to\b/g, 'before'],
  [/\bfor instance\b/g, 'for example'],
  [/\be\.g\.,?/g, 'for example'],
  [/\bmakes? sure(?: that)?\b/g, 'ensure'],
  [/\bensures?(?: that)?\b/g, 'ensure'],
  [/\b(?:at most|no more than|a maximum of) (?=\d)/g, 'up to '],
  [/\b(?:no less than|no fewer than|a minimum of) (?=\d)/g, 'at least '],
  [/\bper cent\b|\bpercent\b/g, '%'],
];

const numbers: ReadonlyMap<string, string> = new Map(
  'one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, at) => [word, String(at + 1)]),
);

/** Words that a sentence may have or lack without saying anything else. Not "only", "just" or "even". */
const idle: ReadonlySet<string> = new Set(
  'also too however moreover furthermore additionally therefore thus hence please the a an'.split(' '),
);

/**
 * A sentence in one wording of several that say the same: two with the same words in the same order, but for contractions,
 * "can" for "is able to", articles and "also". Marks between words are left out.
 * It is given as `foldVerbatim` leaves it.
 */
export function foldWording(verbatim: string): string {
  let folded = verbatim.toLowerCase();
  // Numbers first, since a bound is known by the number behind it.
  folded = folded.replace(/\p{L}+/gu, (word) => numbers.get(word) ?? word);
  for (const [spelling, plain] of spellings) folded = folded.replace(spelling, plain);
  return folded
    .split(/\s+/u)
    .map((word) => word.replace(/^[,;:.!?()"']+|[,;:.!?()"']+$/gu, ''))
    .filter((word) => word !== '' && !idle.has(word))
    .join(' ');
}
