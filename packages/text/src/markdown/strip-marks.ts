import { showLinks } from '../show-links.ts';

/** The words of a short piece of Markdown, in one line: without emphasis, code marks and link targets. */
export function stripMarks(source: string): string {
  return showLinks(source)
    .replace(/[*`~]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
