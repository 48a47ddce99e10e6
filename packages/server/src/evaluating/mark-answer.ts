import type { GoldenExpectation } from '../interfaces/golden-store.ts';

/** What the service said, as far as it is marked. */
export type GivenAnswer =
  | {
      readonly kind: 'answered';
      readonly text: string;
      /** What it cites, by every name that an expectation may have for it. */
      readonly sources: readonly string[];
    }
  /** Nothing that is known answers it, says the service; or a guardrail stopped it. */
  | { readonly kind: 'refused' }
  /** A problem document instead of an answer. */
  | { readonly kind: 'failed' };

/**
 * `right`: every fact, the verdict where one is asked for, and a source. `partly`: some of that. `wrong`: none of it, the
 * opposite verdict, or an answer where there is none. `refused` is right for what cannot be answered, and for nothing else.
 */
export type Mark = 'right' | 'partly' | 'wrong' | 'refused' | 'failed';

type ExpectedAnswer = Extract<GoldenExpectation, { readonly kind: 'answer' }>;
type Answered = Extract<GivenAnswer, { readonly kind: 'answered' }>;

/** An answer held against what is expected of it. */
export interface Held {
  readonly missingFacts: ReadonlyArray<readonly string[]>;
  /** `left_out`: it says neither yes nor no. */
  readonly verdict: 'as_expected' | 'opposite' | 'left_out';
  readonly isSourceCited: boolean;
}

export function holdAgainst(expected: ExpectedAnswer, given: Answered): Held {
  const text = plainText(given.text);
  const said = /^(yes|no)\b/.exec(text)?.[1];
  const { verdict, facts, sources } = expected;
  return {
    missingFacts: facts.filter((alternatives) => !alternatives.some((one) => says(text, one))),
    verdict:
      verdict === null || said === verdict ? 'as_expected' : said === undefined ? 'left_out' : 'opposite',
    isSourceCited: sources.length === 0 || sources.some((source) => given.sources.includes(source)),
  };
}

export function markAnswer(expects: GoldenExpectation, given: GivenAnswer): Mark {
  if (given.kind !== 'answered') return given.kind;
  if (expects.kind === 'not_covered') return 'wrong';
  const { missingFacts, verdict, isSourceCited } = holdAgainst(expects, given);
  if (verdict === 'opposite') return 'wrong';
  if (missingFacts.length === 0 && verdict === 'as_expected' && isSourceCited) return 'right';
  const saysSomething =
    missingFacts.length < expects.facts.length || (expects.verdict !== null && verdict === 'as_expected');
  return saysSomething ? 'partly' : 'wrong';
}

const links = /!?\[([^\]]*)\]\([^)]*\)/g;
const marks = /[*_`~|>#\\]/g;
const alike: ReadonlyArray<readonly [RegExp, string]> = [
  [/[‘’]/g, "'"],
  [/[“”]/g, '"'],
  [/[‐-―−]/g, '-'],
];

/** Lower case, without Markdown's marks and needless space, and with one kind of quotation mark and dash. */
export function plainText(text: string): string {
  let plain = text.normalize('NFKC').replace(links, '$1').replace(marks, '').toLowerCase();
  for (const [pattern, instead] of alike) plain = plain.replace(pattern, instead);
  return plain.replace(/\s+/g, ' ').trim();
}

/** Whether the words stand there. A number is not found within a longer one: 15 does not say 5, nor 1,500 say 500. */
function says(plain: string, words: string): boolean {
  const wanted = plainText(words);
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
