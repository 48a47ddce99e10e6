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
  const pattern = new RegExp(tokens);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { 0: token, index } = match;
    const behind = index + token.length;
    // A later tag may close this one, which affects everything in between.
    if (token === '<') return firstOf(openings, index);
    if (token.startsWith('`')) {
      const end = codeEnd(text, { start: index, marks: token });
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

/** Behind the code that begins here; null where that is not known. Code in a line ends in it, a block by a line of marks. */
function codeEnd(
  text: string,
  { start, marks }: { readonly start: number; readonly marks: string },
): number | null {
  const from = start + marks.length;
  const lineEnd = text.indexOf('\n', from);
  const line = text.slice(from, lineEnd === -1 ? text.length : lineEnd);
  for (const { 0: run, index } of line.matchAll(/`+/g))
    if (run.length === marks.length) return from + index + run.length;
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  if (marks.length < 3 || !/^ {0,3}$/.test(before)) return null;
  const closing = new RegExp(`\\n[ ]{0,3}\`{${marks.length},}[ \\t]*(?=\\n)`, 'g');
  closing.lastIndex = from;
  return closing.exec(text) === null ? null : closing.lastIndex;
}
