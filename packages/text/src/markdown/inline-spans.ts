import { createCodeEnds } from './code-spans.ts';
import { readDestination } from './link-destination.ts';
import type { TextRange } from './show-links.ts';

/** What is one thing within a line: code, a tag, or a link with its words and its target. An image is a link. */
export interface InlineSpan extends TextRange {
  readonly kind: 'code' | 'tag' | 'link';
}

const mayBeSpan = /[`<\]]/;
const marks = /\\[\s\S]|`+|[<[\]]/g;
// It stops at the next mark of its kind, so that unclosed marks cost no more than closed ones.
const tag = /<\/?[a-z][\w-]*(?![\w:@.+-])[^<>]{0,1000}>/iy;
const reference = /\[[^[\]]{1,999}\]/y;

/** Where a tag ends that begins here, or `start` if none does. */
export function tagEnd(text: string, start: number): number {
  return matchEnd(tag, text, start);
}

/** The spans of one block, in the order of their ends: a link comes after the code and the tags in its words. */
export function* inlineSpans(block: string): Generator<InlineSpan> {
  if (!mayBeSpan.test(block)) return;
  const codeEnd = createCodeEnds(block, { start: 0, end: block.length });
  const pattern = new RegExp(marks);
  /** Where brackets stand that may open a link. */
  const open: number[] = [];
  for (let match = pattern.exec(block); match !== null; match = pattern.exec(block)) {
    const { 0: mark, index } = match;
    let span: InlineSpan | null = null;
    if (mark === '[') open.push(index);
    else if (mark === '<') span = spanTo('tag', { start: index, end: tagEnd(block, index) });
    else if (mark === ']') {
      const bracket = open.pop();
      if (bracket === undefined) continue;
      const start = block[bracket - 1] === '!' ? bracket - 1 : bracket;
      span = spanTo('link', { start, end: targetEnd(block, index + 1) });
    } else if (mark.startsWith('`'))
      span = spanTo('code', { start: index, end: codeEnd(index, mark.length) ?? index });
    if (span === null) continue;
    yield span;
    pattern.lastIndex = span.end;
  }
}

function spanTo(kind: InlineSpan['kind'], { start, end }: TextRange): InlineSpan | null {
  return end > start ? { kind, start, end } : null;
}

/** Behind `(target)` or `[name]`; 0 if neither is here. */
function targetEnd(block: string, offset: number): number {
  if (block[offset] === '(') return readDestination(block, offset + 1)?.end ?? 0;
  const end = matchEnd(reference, block, offset);
  return end > offset ? end : 0;
}

/** The end of the match that begins here, or `start` if there is none. */
function matchEnd(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}
