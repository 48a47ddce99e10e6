import { stripClosers } from '@avow/text/markdown';
import type { SentenceSpan } from '@avow/text/sentences';

/** In UTF-16 units. What is longer says something; it does not name what follows. */
const labelUnitsMax = 300;
const boldRun = /^(\*\*|__)(?=\S)((?:(?!\1|\n[ \t]*\n)[\s\S])+)\1/u;
/** "Q: …", "**Q:** …". Not "Q1:", which is a quarter of a year. */
const questionMark = /^[*_]*Q(?:uestion)?[*_]*\s*[:.](?=[*_\s])/u;
/** "A: …", "**A:** …". Emphasis that goes on behind it is left whole. */
const answerMark = /^(?:([*_]{1,2})A(?:nswer)?(?::\1|\1:)|A(?:nswer)?:)\s+(?=\S)/u;

/**
 * Marks as headings what pages write in place of one: a paragraph all in bold, and a question that the page asks itself and
 * answers below. The "A:" before such an answer is left out of its first sentence.
 */
export function markLabels(text: string, spans: readonly SentenceSpan[]): SentenceSpan[] {
  const marked: SentenceSpan[] = [];
  const paragraphs = paragraphsIn(text, spans);
  for (const [at, paragraph] of paragraphs.entries()) {
    const labels = countLabels(text, paragraph) || (isAnswered(text, paragraph, paragraphs[at + 1]) ? 1 : 0);
    const isAnswer = labels > 0 || marked.at(-1)?.kind === 'heading';
    for (const [position, span] of paragraph.entries()) {
      if (position < labels) marked.push({ ...span, kind: 'heading' });
      else marked.push(position === labels && isAnswer ? withoutMark(text, span) : span);
    }
  }
  return marked;
}

/** Sentences that no blank line parts; whatever else there is, by itself. */
function paragraphsIn(text: string, spans: readonly SentenceSpan[]): SentenceSpan[][] {
  const paragraphs: SentenceSpan[][] = [];
  for (const span of spans) {
    const open = paragraphs.at(-1);
    const last = open?.at(-1);
    const goesOn =
      last?.kind === 'sentence' &&
      span.kind === 'sentence' &&
      !/\n\s*\n/.test(text.slice(last.end, span.start));
    if (open !== undefined && goesOn) open.push(span);
    else paragraphs.push([span]);
  }
  return paragraphs;
}

/** How many sentences at the beginning of a paragraph are a label. */
function countLabels(text: string, paragraph: readonly SentenceSpan[]): number {
  const [first] = paragraph;
  if (first === undefined || first.kind !== 'sentence') return 0;
  const words = text.slice(first.start, paragraph.at(-1)?.end);
  const [bold = '', , inBold = ''] = boldRun.exec(words) ?? [];
  const isMarked = questionMark.test(words);
  const isLabel = isMarked || endsAsked(bold) || (bold.length === words.length && names(inBold));
  const inRun = paragraph.filter(({ end }) => end <= first.start + bold.length).length;
  if (isLabel && inRun > 0) return bold.length <= labelUnitsMax ? inRun : 0;
  const asked = paragraph.findIndex(({ start, end }) => endsAsked(text.slice(start, end)));
  const size = (paragraph[asked]?.end ?? Number.POSITIVE_INFINITY) - first.start;
  return isMarked && size <= labelUnitsMax ? asked + 1 : 0;
}

/** Whether a paragraph is one question, and what follows is not another: a page may list what is to be asked. */
function isAnswered(
  text: string,
  [only, ...more]: SentenceSpan[],
  next: SentenceSpan[] | undefined,
): boolean {
  const isQuestion = (span: SentenceSpan | undefined) =>
    span?.kind === 'sentence' &&
    span.end - span.start <= labelUnitsMax &&
    endsAsked(text.slice(span.start, span.end));
  if (more.length > 0 || !isQuestion(only) || next === undefined) return false;
  return next[0]?.kind !== 'heading' && !(next.length === 1 && isQuestion(next[0]));
}

function endsAsked(words: string): boolean {
  return stripClosers(words).endsWith('?');
}

/** Names what follows, rather than saying or introducing something, or pointing elsewhere. */
function names(inBold: string): boolean {
  return !/[.:!;,…]$/u.test(inBold.trim()) && !/[:\p{Nd}]|\]\(/u.test(inBold);
}

function withoutMark(text: string, span: SentenceSpan): SentenceSpan {
  if (span.kind !== 'sentence') return span;
  const mark = answerMark.exec(text.slice(span.start, span.end));
  return mark === null ? span : { ...span, start: span.start + mark[0].length };
}
