import { indexCodePoints } from '@avow/text';

/** A text as a model is given it. */
export interface SqueezedText {
  readonly text: string;
  /** An offset in it as one in the text that it was made of; both in code points. */
  toOriginal(codePointOffset: number): number;
}

/** Of the rule below the head of a table, and of lines drawn by hand. Every mark would be a token, and none says anything. */
const run = /([-=_.*#~])\1{3,}/g;
const kept = 3;

/** Leaves three of every longer run of marks: a wide table else takes a model seconds. */
export function squeezeRuns(text: string): SqueezedText {
  /** In code points of the squeezed text: where something was left out, and how much by then. */
  const gaps: Array<{ readonly at: number; readonly left: number }> = [];
  const offsets = indexCodePoints(text);
  let left = 0;
  const squeezed = text.replace(run, (marks: string, mark: string, start: number) => {
    // The marks that are kept count as the first of the run.
    const at = offsets.toCodePoint(start) - left + kept;
    left += marks.length - kept;
    gaps.push({ at, left });
    return mark.repeat(kept);
  });
  return {
    text: squeezed,
    toOriginal: (offset) => {
      const gap = gaps.findLast(({ at }) => at <= offset);
      return offset + (gap?.left ?? 0);
    },
  };
}
