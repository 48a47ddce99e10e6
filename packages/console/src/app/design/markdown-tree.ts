import { cellBorders, isTableRule, linesOf, markdownBlocks, readMarkdownLine } from '@avow/text/markdown';

/** A part of a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A Markdown text as it is drawn. Every word of the text is in one of the spans; marks that only structure it are not. */
export type MarkdownNode =
  | { readonly kind: 'paragraph' | 'html'; readonly lines: readonly Span[] }
  | { readonly kind: 'heading'; readonly level: number; readonly lines: readonly Span[] }
  | { readonly kind: 'code'; readonly lines: readonly Span[] }
  /** The first row has the names of the columns; it is empty if they are not known. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly Span[])[] }
  | { readonly kind: 'rule' }
  | { readonly kind: 'quote' | 'list'; readonly children: readonly MarkdownNode[] }
  | { readonly kind: 'item'; readonly marker: Span; readonly children: readonly MarkdownNode[] };

interface Container {
  readonly kind: 'quote' | 'list' | 'item';
  readonly depth: number;
  readonly start: number;
  readonly children: MarkdownNode[];
  marker: Span | null;
}

export function readMarkdownTree(text: string): readonly MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const open: Container[] = [];
  const close = (depth: number) => {
    while ((open.at(-1)?.depth ?? -1) >= depth) {
      const ended = open.pop();
      if (ended !== undefined) childrenOf().push(nodeOf(ended));
    }
  };
  const childrenOf = () => open.at(-1)?.children ?? root;
  for (const { kind, start, end, depth, level } of markdownBlocks(text)) {
    close(depth);
    // The mark of an item ends where what it contains begins.
    for (const container of open) container.marker ??= { start: container.start, end: start };
    if (kind === 'quote' || kind === 'list' || kind === 'item')
      open.push({ kind, depth, start, children: [], marker: null });
    else childrenOf().push(leafOf(text, { kind, start, end, level, isQuoted: isQuoted(open) }));
  }
  close(0);
  return root;
}

const isQuoted = (open: readonly Container[]) => open.some(({ kind }) => kind === 'quote');

function nodeOf({ kind, start, children, marker }: Container): MarkdownNode {
  if (kind !== 'item') return { kind, children };
  return { kind, marker: marker ?? { start, end: start + 1 }, children };
}

interface Leaf extends Span {
  readonly kind: 'paragraph' | 'heading' | 'code' | 'html' | 'rule';
  readonly level: number;
  readonly isQuoted: boolean;
}

function leafOf(text: string, leaf: Leaf): MarkdownNode {
  const { kind, level } = leaf;
  if (kind === 'rule') return { kind };
  const lines = spansOf(text, leaf);
  if (kind === 'code') return { kind, lines: withoutFences(text, lines) };
  if (kind === 'heading') return { kind, level, lines: headingLines(text, lines) };
  const [, second] = lines;
  if (kind === 'paragraph' && second !== undefined && isTableRule(text.slice(second.start, second.end)))
    return {
      kind: 'table',
      rows: lines.filter((_, index) => index !== 1).map((line) => cellSpans(text, line)),
    };
  // Rows that are quoted without the head of their table: a row without names.
  if (kind === 'paragraph' && lines.every((line) => isLoneRow(text.slice(line.start, line.end))))
    return { kind: 'table', rows: [[], ...lines.map((line) => cellSpans(text, line))] };
  return { kind, lines };
}

const isLoneRow = (line: string) => /^\|.+\|\s*$/.test(line) && cellBorders(line).length > 0;

/** The lines of a block, each without the blanks and the marks of quotes before it. */
function spansOf(text: string, { start, end, kind, isQuoted }: Leaf): readonly Span[] {
  const lead = isQuoted ? /^[ \t>]*/ : kind === 'code' ? /^/ : /^[ \t]*/;
  return [...linesOf(text.slice(start, end))].map((line, index) => ({
    start: start + line.start + (index === 0 ? 0 : (lead.exec(line.text)?.[0].length ?? 0)),
    end: start + line.end,
  }));
}

const isFence = (text: string, { start, end }: Span) =>
  readMarkdownLine(text.slice(start, end)).kind === 'fence';

function withoutFences(text: string, lines: readonly Span[]): readonly Span[] {
  const [first] = lines;
  if (first === undefined || !isFence(text, first)) return lines;
  const last = lines.at(-1);
  const isClosed = lines.length > 1 && last !== undefined && isFence(text, last);
  return lines.slice(1, isClosed ? -1 : undefined);
}

/** Hashes before and lines below a heading are its marks. */
function headingLines(text: string, lines: readonly Span[]): readonly Span[] {
  return lines.flatMap(({ start, end }, index) => {
    const line = readMarkdownLine(text.slice(start, end));
    if (index > 0 && (line.kind === 'underline' || line.kind === 'rule')) return [];
    return line.kind === 'heading'
      ? [{ start: start + line.start, end: start + line.end }]
      : [{ start, end }];
  });
}

const isBlank = (character: string | undefined) =>
  character === ' ' || character === '\t' || character === '\r';

function cellSpans(text: string, { start, end }: Span): readonly Span[] {
  const borders = cellBorders(text.slice(start, end)).map((border) => start + border);
  return [start - 1, ...borders].map((border, index) => {
    const isLast = index === borders.length;
    let [from, to] = [border + 1, borders[index] ?? end];
    const trim = () => {
      while (from < to && isBlank(text[from])) from += 1;
      while (to > from && isBlank(text[to - 1])) to -= 1;
    };
    trim();
    // The first and the last cell have the bars around the row.
    if (index === 0 && text[from] === '|') from += 1;
    if (isLast && to > from && text[to - 1] === '|') to -= 1;
    trim();
    return { start: from, end: to };
  });
}
