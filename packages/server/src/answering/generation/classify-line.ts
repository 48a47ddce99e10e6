/** What a line of Markdown is, as far as units are cut by it. */
export type LineKind =
  | { readonly kind: 'blank' }
  | { readonly kind: 'fence'; readonly fence: string }
  | { readonly kind: 'heading'; readonly mark: string }
  | { readonly kind: 'row' }
  | { readonly kind: 'item'; readonly mark: string }
  | { readonly kind: 'quote'; readonly mark: string }
  | { readonly kind: 'text' };

const fenceLine = /^ {0,3}(`{3,}|~{3,})/;
const headingLine = /^ {0,3}#{1,6}[ \t]+/;
const itemLine = /^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(?=\S)/;
const quoteLine = /^[ \t]*(?:>[ \t]?)+/;
const ruleLine = /^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:=[ \t]*){3,})$/;
const mayBeMark = /[-*+•#>|`~_=\d]/;
/** Enough to distinguish a mark from words; a line that begins with marks only needs all of it. */
const decisiveUnits = 12;

/** What a whole line is. Rules that part paragraphs, and marks with nothing behind them, count as blank. */
export function classifyLine(line: string): LineKind {
  const fence = fenceLine.exec(line)?.[1];
  if (fence !== undefined) return { kind: 'fence', fence };
  if (line.trim() === '' || ruleLine.test(line)) return { kind: 'blank' };
  const heading = headingLine.exec(line)?.[0];
  if (heading !== undefined) return { kind: 'heading', mark: `${heading.trim()} ` };
  if (/^[ \t]*\|/.test(line)) return { kind: 'row' };
  const item = itemLine.exec(line)?.[0];
  if (item !== undefined) return { kind: 'item', mark: item };
  const quote = quoteLine.exec(line)?.[0];
  if (quote !== undefined) return { kind: 'quote', mark: quote };
  return { kind: 'text' };
}

/** The kind of an unfinished line, if nothing that follows can change it and it can be read before its end. Null: wait. */
export function classifyBeginning(line: string): LineKind | null {
  const words = line.trimStart();
  const first = words[0];
  if (first === undefined) return null;
  if (!mayBeMark.test(first)) return { kind: 'text' };
  if (words.length < decisiveUnits || /^[-*+•#>|`~_=\d.) \t]*$/.test(words)) return null;
  const known = classifyLine(line);
  return known.kind === 'item' || known.kind === 'text' || known.kind === 'quote' ? known : null;
}

/** The line below the head of a table. */
export function isTableRule(line: string): boolean {
  return /^[ \t:|-]*$/.test(line) && line.includes('-') && line.includes('|');
}

export function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}
