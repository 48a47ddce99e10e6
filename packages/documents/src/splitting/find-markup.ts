import { codeSpans, type MarkdownBlock, type TextRange, tagEnd } from '@avow/text/markdown';

// It stops at the next mark of its kind, so that unclosed marks cost no more than closed ones.
const template = /\{%[^{}]{0,1000}%\}|\{\{[^{}]{0,1000}\}\}/y;
const commentMark = '-->';
/** White space and Markdown punctuation. */
const markCharacters = /^[\s\u200b-\u200d\ufeff`*_~|:=+>#-]*$/;

/** The ranges of code in a block: all of it, or what is marked as code in its lines. */
export function codeIn(text: string, { kind, start, end }: MarkdownBlock): readonly TextRange[] {
  if (kind === 'code') return [{ start, end }];
  if (kind !== 'paragraph' && kind !== 'heading') return [];
  const spans = codeSpans(text.slice(start, end));
  return Array.from(spans, (span) => ({ start: start + span.start, end: start + span.end }));
}

/** The ranges of tags, comments and template directives in a Markdown text, in order. Those in code are content. */
export function findMarkup(text: string, code: readonly TextRange[]): TextRange[] {
  const found: TextRange[] = [];
  const opening = /[<{]/g;
  let nextCode = 0;
  let commentsEnd = true;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const start = match.index;
    while ((code[nextCode]?.end ?? Number.POSITIVE_INFINITY) <= start) nextCode += 1;
    const block = code[nextCode];
    if (block !== undefined && block.start <= start) {
      opening.lastIndex = block.end;
      continue;
    }
    const isComment = text.startsWith('<!--', start);
    const end = isComment
      ? commentEnd(text, start, commentsEnd)
      : match[0] === '<'
        ? tagEnd(text, start)
        : templateEnd(text, start);
    // If one comment is not closed, none after it is.
    if (isComment && end === start) commentsEnd = false;
    if (end === start) continue;
    opening.lastIndex = end;
    found.push({ start, end });
  }
  return found;
}

/** Whether a range contains more than space, punctuation and markup. */
export function holdsWords(text: string, range: TextRange, markup: readonly TextRange[]): boolean {
  let { start } = range;
  for (let next = firstEndingAfter(markup, start); start < range.end; next += 1) {
    const span = markup[next];
    const end = Math.min(span?.start ?? range.end, range.end);
    if (start < end && !markCharacters.test(text.slice(start, end))) return true;
    start = span?.end ?? range.end;
  }
  return false;
}

function commentEnd(text: string, start: number, commentsEnd: boolean): number {
  const mark = commentsEnd ? text.indexOf(commentMark, start + 4) : -1;
  return mark === -1 ? start : mark + commentMark.length;
}

/** Where a directive ends that begins here, or `start` if none does. */
function templateEnd(text: string, start: number): number {
  template.lastIndex = start;
  return template.test(text) ? template.lastIndex : start;
}

function firstEndingAfter(sorted: readonly TextRange[], offset: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
