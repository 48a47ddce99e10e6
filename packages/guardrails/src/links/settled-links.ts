import { closesFence, createCodeEnds, readMarkdownLine } from '@avow/text/markdown';

/** What may begin something that links, loads or runs. */
const tokens = /\\[\s\S]?|`+|<(?=[a-z/!?]|$)|!?\[|\]/gi;
/** A link that ends where it seems to, whatever follows. */
const plainTarget = /\([^\s()<>\\"'`[\]]*\)/y;

/**
 * Up to where a text that goes on with white space links, loads and runs what it does now, whatever follows: up to the
 * first bracket, code mark or tag that may still get an end. An offset in UTF-16 units.
 */
export function settledLinks(text: string): number {
  const openings: number[] = [];
  const codeEnd = createCodeEnds(text, { start: 0, end: text.length });
  const pattern = new RegExp(tokens);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { 0: token, index } = match;
    const behind = index + token.length;
    // A later tag may close this one, which affects everything in between.
    if (token === '<') return firstOf(openings, index);
    if (token.startsWith('`')) {
      const lineCodeEnd = codeEnd(index, token.length);
      const isInLine = lineCodeEnd !== null && !text.slice(index, lineCodeEnd).includes('\n');
      const end = isInLine ? lineCodeEnd : fencedEnd(text, index);
      if (end === null) return firstOf(openings, index);
      pattern.lastIndex = end;
    } else if (token.endsWith('[')) openings.push(index);
    else if (token === ']') {
      const opening = openings.pop() ?? index;
      plainTarget.lastIndex = behind;
      const next = text[behind];
      const isClosed = next === '(' ? plainTarget.test(text) : next !== ':';
      if (!isClosed) return firstOf(openings, opening);
      if (next === '(') pattern.lastIndex = plainTarget.lastIndex;
    }
  }
  return firstOf(openings, text.length);
}

function firstOf(openings: readonly number[], offset: number): number {
  return Math.min(openings[0] ?? offset, offset);
}

/** Behind the fenced block that begins here; null if none does, or if its last line has not come. */
function fencedEnd(text: string, start: number): number | null {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = endOfLine(text, start);
  const opening = readMarkdownLine(text.slice(lineStart, lineEnd));
  // Further in it may be an indented block, of which this is only a line.
  if (opening.kind !== 'fence' || opening.indent > 3 || lineStart + opening.indent !== start) return null;
  for (let at = lineEnd + 1; at < text.length; ) {
    const end = endOfLine(text, at);
    const line = readMarkdownLine(text.slice(at, end));
    const closes = line.quote === '' && line.indent <= 3 && closesFence(line, opening);
    // The last line may go on.
    if (closes) return end === text.length ? null : end;
    at = end + 1;
  }
  return null;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}
