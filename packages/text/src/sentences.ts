/** Sentences of a text, and its positions as the wire counts them. */

// Sentences.

export { type SentenceSpan, splitSentences } from './sentences/split-sentences.ts';
export { superscriptMark } from './sentences/superscript.ts';

// Positions in code points.

export { type CodePointIndex, indexCodePoints } from './sentences/code-points.ts';
