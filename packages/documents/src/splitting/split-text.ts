import type { TextRange } from '@avow/text/markdown';
import type { TextPassage } from '../parsing/parsed-file.ts';
import { cutPassages } from './cut-passages.ts';

/** Cuts plain text into passages along its paragraphs. */
export function splitText(text: string): TextPassage[] {
  const section = {
    leads: [],
    start: 0,
    end: text.length,
    headings: '',
    breakLevels: plainBreakLevels(text, { start: 0, end: text.length }),
  };
  return cutPassages(text, { sections: [section], isCitable: () => true });
}

/** Plain text is cut at blank lines, and between sentences if a paragraph is too long. */
function plainBreakLevels(text: string, range: TextRange): number[][] {
  // Within the range only: without a blank line in it, the search would run to the end of the text for each section.
  const body = text.slice(range.start, range.end);
  const blankLine = /\n[^\S\n]*(?=\n)/g;
  const paragraphs: number[] = [];
  for (const match of body.matchAll(blankLine)) paragraphs.push(range.start + match.index + match[0].length);
  return [paragraphs];
}
