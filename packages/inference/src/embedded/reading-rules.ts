/** How texts are put to the reading model: as it was trained. All of it decides the scores. */
export const readingRules = {
  // Of these three the last tokens are kept: what is asked mostly stands at the end of a long story, the innermost heading
  // stands last, and the claim that an answer makes is the question with the answer after it.
  questionTokensMax: 64,
  contextTokensMax: 48,
  claimTokensMax: 128,
  /** Tokens that two windows on one text have in common. */
  overlapTokens: 128,
  spanTokensMax: 64,
  spansMax: 3,
  /** Tokens that say what is asked, or set the context apart from the text. */
  markers: { read: '[unused1]', judge: '[unused2]', text: '[unused4]' },
} as const;
