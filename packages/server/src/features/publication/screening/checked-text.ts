import type { Passage } from '@avow/search';

/** What is checked of a passage: all that a reader of it sees. */
export function checkedText({ headings, text }: Pick<Passage, 'headings' | 'text'>): string {
  return headings === '' ? text : `${headings}\n${text}`;
}
