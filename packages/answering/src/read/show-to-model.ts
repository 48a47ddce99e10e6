import { codePointLength } from '@avow/contract/values';
import { columnSeparator, leadSeparator } from '@avow/documents';
import { linkMarks, nameCells, type Replacement, type TextRange } from '@avow/text/markdown';
import { indexCodePoints } from '@avow/text/sentences';
import { nameAskedDays } from '@avow/text/terms';

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
 * A text as it is read by people who look at its page. Left out is what they do not see, and a model was not taught to read: targets
 * of links, images, directives of page generators, and all but three of a run of marks, which would else take a model seconds in a
 * wide table. Added is what they know from other places: the names of columns in each row, and that "weekends" are the Sunday that is
 * asked about. `headings`: those of a passage, with the names of the columns of its table where its head is above it.
 */
export function showToModel(
  text: string,
  { headings = '', asked = '' }: { readonly headings?: string; readonly asked?: string } = {},
): ShownText {
  const offsets = indexCodePoints(text);
  /** In code points of the shown text: where words were put in place of others, and where what follows stood. */
  const places: Array<{ readonly at: number; readonly end: number; readonly original: TextRange }> = [];
  let shown = '';
  let from = 0;
  let shift = 0;
  for (const { start, end, words } of replacements(text, { headings, asked })) {
    shown += text.slice(from, start) + words;
    from = end;
    const original = { start: offsets.toCodePoint(start), end: offsets.toCodePoint(end) };
    const at = original.start + shift;
    const wordCount = codePointLength(words);
    places.push({ at, end: at + wordCount, original });
    shift = at + wordCount - original.end;
  }
  return {
    text: shown + text.slice(from),
    toOriginal: (offset) => {
      const place = places.findLast(({ at, end }) => at < offset || (at === offset && at === end));
      if (place === undefined) return offset;
      return place.original.end + Math.max(0, offset - place.end);
    },
  };
}

/** In order, none within another. */
function replacements(
  text: string,
  { headings, asked }: { readonly headings: string; readonly asked: string },
): readonly Replacement[] {
  const found: Replacement[] = [
    ...nameCells(text, columnsIn(headings)),
    ...nameAskedDays(text, asked).map(({ end, names }) => ({
      start: end,
      end,
      words: `, including ${names},`,
    })),
  ];
  for (const range of linkMarks(text, { images: 'drop' })) found.push({ ...range, words: '' });
  for (const { index, 0: marks } of text.matchAll(run))
    found.push({ start: index + kept, end: index + marks.length, words: '' });
  for (const { index, 0: marks } of text.matchAll(pageDirective))
    found.push({ start: index, end: index + marks.length, words: '' });
  let end = 0;
  return found
    .sort((one, other) => one.start - other.start || one.end - other.end)
    .flatMap((range) => {
      const start = Math.max(range.start, end);
      if (range.end < start || (range.end === start && range.words === '')) return [];
      if (range.start < start && range.words !== '') return [];
      end = range.end;
      return [{ ...range, start }];
    });
}

/** Of a passage within a table the head is its last lead. */
function columnsIn(headings: string): string[] {
  const [, ...leads] = headings.split(leadSeparator);
  const head = leads.at(-1) ?? '';
  return head.includes(columnSeparator) ? head.split(columnSeparator) : [];
}
