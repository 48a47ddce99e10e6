import type { AnswerQuestion } from './question-file.ts';

/** What the service said, as far as it is marked. */
export type GivenAnswer =
  | { readonly kind: 'answered'; readonly text: string; readonly sources: readonly string[] }
  /** Nothing in the corpus answers it, says the service; or a guardrail stopped it. */
  | { readonly kind: 'refused' }
  /** A problem document instead of an answer. */
  | { readonly kind: 'failed' };

/**
 * `right`: every fact, the verdict where one is asked for, and a source. `partly`: some of that. `wrong`: none of it, the
 * opposite verdict, or an answer where there is none. `refused` is right for what cannot be answered, and for nothing else.
 */
export type Mark = 'right' | 'partly' | 'wrong' | 'refused' | 'failed';

export function markAnswer(question: AnswerQuestion, given: GivenAnswer): Mark {
  if (given.kind !== 'answered') return given.kind;
  if (!question.answerable) return 'wrong';
  const text = plainText(given.text);
  const said = /^(yes|no)\b/.exec(text)?.[1];
  if (question.verdict !== undefined && said !== undefined && said !== question.verdict) return 'wrong';
  const found = question.facts.filter((alternatives) => alternatives.some((one) => says(text, one)));
  const hasVerdict = question.verdict === undefined || said === question.verdict;
  const isCited = question.sources.some((source) => given.sources.includes(source));
  if (found.length === question.facts.length && hasVerdict && isCited) return 'right';
  const saysSomething = found.length > 0 || (question.verdict !== undefined && hasVerdict);
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
