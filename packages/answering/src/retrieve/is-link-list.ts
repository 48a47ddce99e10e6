import { headingSeparator, leadSeparator } from '@avow/documents';
import type { PassageHit } from '@avow/search';
import { splitSentences } from '@avow/text/sentences';
import { functionWords, wordsOf } from '@avow/text/terms';

const link =
  /!?\[[^\]\n]{0,500}\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,200}\])|<https?:[^<>\s]{1,2000}>|https?:\/\/[^\s)\]>]{1,2000}|<a\b[^<>]{0,2000}>[^<]{0,500}<\/a>/giu;
const unseen = /\{[%{][^%}\n]{0,300}[%}]\}|<[^<>]{0,500}>/gu;
/** "For more information, see …": what only leads to another page. */
const leading =
  /\b(?:for\s+(?:more|further)\s+(?:information|details)|see|also|read|learn|find\s+out|more|refer|check\s+out|visit|about|further|reading|next|steps)\b/giu;
/** Of sections that lead elsewhere; their links may have been lost when the page was read. */
const leadsElsewhere =
  /^(?:further\s+reading|(?:see|read)\s+also|next\s+steps|what['’]?s\s+next|related(?:\s+\p{L}+)?|learn\s+more|more\s+information|(?:additional\s+|further\s+|more\s+|useful\s+)?(?:resources|links|references))$/iu;

/** Whether a passage only leads to other pages: it says nothing of what it is found by. */
export function isLinkList({ headings, text }: Pick<PassageHit, 'headings' | 'text'>): boolean {
  const said = splitSentences(text).filter(({ kind }) => kind !== 'heading');
  const body = said.map(({ start, end }) => text.slice(start, end)).join('\n');
  const beside = body.replace(link, ' ').replace(unseen, ' ').replace(leading, ' ');
  const hasLinks = body.search(link) !== -1;
  if (hasLinks && wordsOf(beside).every((word) => functionWords.has(word.toLowerCase()))) return true;
  const [path = ''] = headings.split(leadSeparator);
  const heading = path.split(headingSeparator).at(-1)?.trim() ?? '';
  return leadsElsewhere.test(heading) && said.length > 0 && said.every(({ kind }) => kind === 'item');
}
