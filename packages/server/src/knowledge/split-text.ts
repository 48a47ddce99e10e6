import { cutPassages, type TextPassage, type TextRange } from './cut-passages.ts';

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

/** Where plain text may be cut: at blank lines. Sentences are found where a paragraph is too long. */
function plainBreakLevels(text: string, range: TextRange): number[][] {
  // Within the range only: where it holds no blank line, the search would run to the end of the text, once a section.
  const body = text.slice(range.start, range.end);
  const blankLine = /\n[^\S\n]*(?=\n)/g;
  const paragraphs: number[] = [];
  for (const match of body.matchAll(blankLine)) paragraphs.push(range.start + match.index + match[0].length);
  return [paragraphs];
}
