/** How texts are put to the reading model: as it was trained. All of it decides the scores. */
export const readingRules = {
  /** Cut at its end. */
  questionTokensMax: 64,
  /** Its last ones are kept: the innermost heading stands last. */
  contextTokensMax: 48,
  /** Cut at its end. */
  claimTokensMax: 128,
  /** Tokens that two windows on one text have in common. */
  overlapTokens: 128,
  spanTokensMax: 64,
  spansMax: 3,
  /** Tokens that say what is asked, or set the context apart from the text. */
  markers: { read: '[unused1]', judge: '[unused2]', screen: '[unused3]', text: '[unused4]' },
} as const;
