import { showLinks } from '@avow/text/markdown';
import { wordsOf } from '@avow/text/terms';
import type { AnswerMark, ObservedAnswer } from '../mark-answer.ts';

/** So many words in a row are hardly the same by chance. */
const runLength = 5;
/** An answer may begin with a verdict or a lead, and quote a second page. */
const shareMin = 0.5;

/**
 * `right`: a page of the section is cited, and half of the answer's runs of five words stand in it. `partly`: the page is
 * cited, but for something else on it. Whether the quoted sentence is the one that answers is not known.
 */
export function markSection(
  expected: { readonly sources: readonly string[]; readonly sections: readonly string[] },
  given: ObservedAnswer,
): AnswerMark {
  if (given.kind !== 'answered') return given.kind;
  if (!expected.sources.some((source) => given.sources.includes(source))) return 'wrong';
  return expected.sections.some((section) => isQuotedFrom(given.text, section)) ? 'right' : 'partly';
}

function isQuotedFrom(answer: string, section: string): boolean {
  const words = plainWords(answer);
  const length = Math.min(runLength, words.length);
  if (length === 0) return false;
  const runs = runsOf(words, length);
  const there = new Set(runsOf(plainWords(section), length));
  return runs.filter((run) => there.has(run)).length / runs.length >= shareMin;
}

const plainWords = (text: string) =>
  wordsOf(showLinks(text, { acrossLines: true })).map((word) => word.toLowerCase());

const runsOf = (words: readonly string[], length: number) =>
  words
    .slice(0, Math.max(0, words.length - length + 1))
    .map((_, at) => words.slice(at, at + length).join(' '));
