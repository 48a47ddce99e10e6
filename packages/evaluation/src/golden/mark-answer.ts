import { showLinks } from '@avow/text/markdown';
import { normalise } from '@avow/text/terms';
import type { GoldenExpectation } from './golden-store.ts';

/** An answer of the service, as far as it is marked. */
export type ObservedAnswer =
  | {
      readonly kind: 'answered';
      readonly text: string;
      /** What it cites, by every name that an expectation may use. */
      readonly sources: readonly string[];
    }
  /** The service says that it has no answer, or a guardrail blocked it. */
  | { readonly kind: 'refused' }
  /** A problem document instead of an answer. */
  | { readonly kind: 'failed' };

/**
 * `right`: every fact, the verdict if one is expected, and a source. `partly`: some of that. `wrong`: none of it, the
 * opposite verdict, or an answer to a question without one. `refused` is right only for questions without an answer.
 */
export type AnswerMark = 'right' | 'partly' | 'wrong' | 'refused' | 'failed';

type ExpectedAnswer = Extract<GoldenExpectation, { readonly kind: 'answer' }>;
type Answered = Extract<ObservedAnswer, { readonly kind: 'answered' }>;

/** How an answer compares with the expectation. */
export interface AnswerComparison {
  readonly missingFacts: ReadonlyArray<readonly string[]>;
  /** `missing`: it says neither yes nor no. */
  readonly verdict: 'as_expected' | 'opposite' | 'missing';
  readonly isSourceCited: boolean;
}

export function compareToExpectation(expected: ExpectedAnswer, given: Answered): AnswerComparison {
  const text = answerWords(given.text);
  const untagged = answerWords(withoutTags(given.text));
  const said = /^(yes|no)\b/.exec(text)?.[1];
  const { verdict, facts, sources } = expected;
  return {
    missingFacts: facts.filter(
      (alternatives) => !alternatives.some((one) => says(text, one) || says(untagged, withoutTags(one))),
    ),
    verdict:
      verdict === null || said === verdict ? 'as_expected' : said === undefined ? 'missing' : 'opposite',
    isSourceCited: sources.length === 0 || sources.some((source) => given.sources.includes(source)),
  };
}

export function markAnswer(expects: GoldenExpectation, given: ObservedAnswer): AnswerMark {
  if (given.kind !== 'answered') return given.kind;
  if (expects.kind === 'not_covered') return 'wrong';
  const { missingFacts, verdict, isSourceCited } = compareToExpectation(expects, given);
  if (verdict === 'opposite') return 'wrong';
  if (missingFacts.length === 0 && verdict === 'as_expected' && isSourceCited) return 'right';
  const saysSomething =
    missingFacts.length < expects.facts.length || (expects.verdict !== null && verdict === 'as_expected');
  return saysSomething ? 'partly' : 'wrong';
}

const marks = /[*_`~|>#\\]/g;
const invisible = /[\u200b-\u200d\u2060\ufeff]/g;
/** Tags of HTML, which a quoted page may have between its words. A tag may also be what is asked about: both readings count. */
const tags = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi;
const withoutTags = (text: string) => text.replace(tags, '');
const alike: ReadonlyArray<readonly [RegExp, string]> = [
  [/[‘’]/g, "'"],
  [/[“”]/g, '"'],
  [/[‐-―−]/g, '-'],
];

/** Lower case, without Markdown syntax and extra space, and with uniform quotation marks and dashes. */
export function answerWords(text: string): string {
  let plain = showLinks(normalise(text, 'NFKC'), { acrossLines: true })
    .replace(marks, '')
    .replace(invisible, '')
    .toLowerCase();
  for (const [pattern, instead] of alike) plain = plain.replace(pattern, instead);
  return plain.replace(/\s+/g, ' ').trim();
}

/** Whether the text contains the words. A number is not found within a longer one: 15 does not contain 5, nor 1,500 contain 500. */
function says(plain: string, words: string): boolean {
  const wanted = answerWords(words);
  if (wanted === '') return false;
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + 1)) {
    const before = plain.slice(Math.max(0, at - 2), at);
    const after = plain.slice(at + wanted.length, at + wanted.length + 2);
    const goesOnBefore = /^\d/.test(wanted) && /\d[.,]?$/.test(before);
    const goesOnAfter = /\d$/.test(wanted) && /^(?:\d|[.,]\d)/.test(after);
    if (!goesOnBefore && !goesOnAfter) return true;
  }
  return false;
}
