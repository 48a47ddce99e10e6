import { linkMarks, type TextRange } from '@avow/text/markdown';
import { indexCodePoints } from '@avow/text/sentences';

/** A text as a model is given it. */
export interface ShownText {
  readonly text: string;
  /** An offset in it as one in the text that it was made of; both in code points. */
  toOriginal(codePointOffset: number): number;
}

/** Of the rule below the head of a table, and of lines drawn by hand. Every mark would be a token, and none says anything. */
const run = /([-=_.*#~])\1{3,}/g;
const kept = 3;
/** What page generators put between words. */
export const pageDirective = /\{%[^%\n]{0,300}%\}/g;

/**
 * Leaves out what a reader of the page does not see, and a model was not taught to read: targets of links, images, directives
 * of page generators, and all but three of a run of marks, which would else take a model seconds in a wide table.
 */
export function showToModel(text: string): ShownText {
  const offsets = indexCodePoints(text);
  /** In code points of the shown text: where something was left out, and how much by then. */
  const gaps: Array<{ readonly at: number; readonly left: number }> = [];
  let shown = '';
  let from = 0;
  let left = 0;
  for (const { start, end } of hiddenRanges(text)) {
    shown += text.slice(from, start);
    from = end;
    const at = offsets.toCodePoint(start) - left;
    left += offsets.toCodePoint(end) - offsets.toCodePoint(start);
    gaps.push({ at, left });
  }
  return {
    text: shown + text.slice(from),
    toOriginal: (offset) => offset + (gaps.findLast(({ at }) => at <= offset)?.left ?? 0),
  };
}

/** In order, none within another. */
function hiddenRanges(text: string): readonly TextRange[] {
  const found: TextRange[] = [...linkMarks(text, { images: 'drop' })];
  for (const { index, 0: marks } of text.matchAll(run))
    found.push({ start: index + kept, end: index + marks.length });
  for (const { index, 0: marks } of text.matchAll(pageDirective))
    found.push({ start: index, end: index + marks.length });
  let end = 0;
  return found
    .sort((one, other) => one.start - other.start)
    .flatMap((range) => {
      const start = Math.max(range.start, end);
      if (range.end <= start) return [];
      end = range.end;
      return [{ start, end }];
    });
}
