import { codeSpans, tagEnd } from '@avow/text/markdown';
import { passedOver } from './html-reading.ts';

/** Tags that need no end, and those that the rows and cells are made of. */
const standalone = new Set(
  'area br caption col colgroup dd dt hr img input li optgroup option p source table tbody td tfoot th thead tr wbr'.split(
    ' ',
  ),
);
const paired = new Set(
  'a abbr address article aside audio b bdi bdo big blockquote body button canvas center cite code data del details dfn div dl em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 header html i iframe ins kbd label legend main map mark math menu nav nobr noscript object ol picture pre q rp rt ruby s samp script section select small span strike strong style sub summary sup svg template textarea time tt u ul var video'.split(
    ' ',
  ),
);
const cellTag = /<\/?(?:table|thead|tbody|tfoot|tr|td|th)(?![\w-])/i;
const cellName = /^(?:table|thead|tbody|tfoot|tr|td|th)$/;
const opening = /\\?</g;
const tagName = /\/?([a-z][a-z0-9]*)(?=[\s/>])/iy;
const autolink = /((?:https?|ftp|mailto|tel):[^<>\s]{1,2000}|[^<>\s@:/]{1,64}@[^<>\s@:/]{1,255})>/iy;
const commentMark = '-->';

/** Where the next match of a pattern begins, or the length of the text if there is none. */
type NextMatch = (source: string, start: number) => number;

/**
 * Escapes what only looks like a tag in a table that stands in a Markdown text, and would be dropped with its words: in
 * code, in autolinks, and by names that HTML does not have. Null if code and cells cannot be distinguished.
 */
export function escapeCellWords(markup: string): string | null {
  const written: string[] = [];
  let from = 0;
  for (const { start, end } of codeSpans(markup)) {
    const code = markup.slice(start, end);
    if (cellTag.test(code)) return null;
    written.push(markup.slice(from, start), code.replaceAll('<', '&lt;'));
    from = end;
  }
  return escapeWords(written.join('') + markup.slice(from));
}

function escapeWords(text: string): string {
  const nextMatch = createFinder(text);
  const written: string[] = [];
  let position = 0;
  const pattern = new RegExp(opening);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const start = match.index + match[0].length - 1;
    const name = nameAt(text, start + 1);
    const isEscaped = match[0].length > 1 && !standalone.has(name);
    const end = isEscaped ? start : markupEnd(text, { start, name }, nextMatch);
    if (end > start) {
      pattern.lastIndex = end;
      continue;
    }
    // Malformed, but the cells would be lost with it.
    if (cellName.test(name)) continue;
    autolink.lastIndex = start + 1;
    const target = isEscaped ? undefined : autolink.exec(text)?.[1];
    written.push(text.slice(position, isEscaped ? start - 1 : start), target ?? '&lt;');
    position = target === undefined ? start + 1 : autolink.lastIndex;
    pattern.lastIndex = position;
  }
  return written.join('') + text.slice(position);
}

/** Where a comment or a tag ends that begins here, or `start` if none does. */
function markupEnd(
  text: string,
  { start, name }: { readonly start: number; readonly name: string },
  nextMatch: NextMatch,
): number {
  if (text.startsWith('<!--', start)) {
    const mark = nextMatch(commentMark, start + 4);
    return mark === text.length ? start : mark + commentMark.length;
  }
  return isMeant(text, { start, name }, nextMatch) ? tagEnd(text, start) : start;
}

/** Whether HTML has such a tag. A name in angle brackets behind a word, as in `List<A>`, is one only if closed in its cell. */
function isMeant(
  text: string,
  { start, name }: { readonly start: number; readonly name: string },
  nextMatch: NextMatch,
): boolean {
  if (standalone.has(name)) return true;
  if (!paired.has(name)) return false;
  if (text[start + 1] === '/') return true;
  const isDoubtful = passedOver.has(name) || /\w/.test(text.charAt(start - 1));
  if (!isDoubtful) return true;
  const end = nextMatch(`</${name}(?![\\w-])`, start);
  return end < text.length && end < nextMatch(cellTag.source, start);
}

/** Each text is searched for only once, so offsets must be asked for in order. */
function createFinder(text: string): NextMatch {
  const searches = new Map<string, { readonly pattern: RegExp; found: number }>();
  return (source, start) => {
    const search = searches.get(source) ?? { pattern: new RegExp(source, 'gi'), found: -1 };
    searches.set(source, search);
    while (search.found < start) search.found = search.pattern.exec(text)?.index ?? text.length;
    return search.found;
  };
}

function nameAt(text: string, start: number): string {
  tagName.lastIndex = start;
  return tagName.exec(text)?.[1]?.toLowerCase() ?? '';
}
