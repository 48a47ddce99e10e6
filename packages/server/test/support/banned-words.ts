/**
 * Words that a native reader would stumble over, with what to write instead. One list for names, descriptions, messages,
 * comments and documentation.
 */
const bannedWords: Readonly<Record<string, { readonly pattern: RegExp; readonly instead: string }>> = {
  deed: { pattern: /(?<!in)deeds?(?![a-z])/gi, instead: 'event' },
  'borne out': {
    pattern: /\b(?:bears?|borne|bear)\s+(?:\w+\s+){0,3}out\b|borneOut/gi,
    instead: 'supported by',
  },
  whoever: { pattern: /\bwhoever\b/gi, instead: 'anyone who, the caller' },
  'of before': { pattern: /\bof before\b/gi, instead: 'legacy, previous' },
  'in vain': { pattern: /\bin vain\b/gi, instead: 'unanswered' },
  sift: { pattern: /\bsift(?:s|ed|ing)?(?![a-z])|(?<=[a-z])Sift/gi, instead: 'filter' },
  mend: { pattern: /\bmend(?:s|ed|ing)?(?![a-z])/gi, instead: 'repair, fix' },
  doomed: { pattern: /\bdoomed(?![a-z])/gi, instead: 'to be erased' },
  wish: { pattern: /\bwish(?:es)?(?![a-z])|Wish(?:es)?(?![a-z])/g, instead: 'options, request' },
  ladder: {
    pattern: /\b(?:climb(?:s|ed|ing)?|ladders?|rungs?)(?![a-z])|(?:Climb|Ladder|Rung)/g,
    instead: 'model tiers in order',
  },
  told: { pattern: /\btold\b/gi, instead: 'reported, given' },
  'is no': {
    pattern:
      /\b(?:is|are) no (?!longer|more\b|fewer\b|less\b|later\b|earlier\b|larger\b|smaller\b|bigger\b|faster\b|slower\b|one\b)/gi,
    instead: 'is not a, there is no',
  },
};

/** How often each banned word occurs; words that do not occur are left out. */
export function countBannedWords(text: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [word, { pattern }] of Object.entries(bannedWords)) {
    // "There is no such pack" is idiomatic; "what is no pack" is not.
    const found = [...text.matchAll(pattern)].filter(({ index }) => {
      if (word !== 'is no') return true;
      return !/\b(?:there|it)\s$/i.test(text.slice(Math.max(0, index - 6), index));
    });
    if (found.length > 0) counts[word] = found.length;
  }
  return counts;
}
