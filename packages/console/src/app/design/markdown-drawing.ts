import { type MarkdownNode, readMarkdownTree, type Span } from './markdown-tree.ts';
import { type CodePointRange, segmentText } from './segment-text.ts';

type BlockTag = 'blockquote' | 'div' | 'hr' | 'li' | 'p' | 'pre' | 'ul';
type TableTag = 'table' | 'tbody' | 'td' | 'th' | 'thead' | 'tr';
type InlineTag = 'code' | 'em' | 'mark' | 'span' | 'strong';

/** An element of a drawn text, for whatever draws: the console with React, the widget in its page. */
export interface DrawnElement {
  readonly tag: BlockTag | TableTag | InlineTag;
  readonly className?: string;
  /** Of a mark: the ranges that it belongs to, by their index. */
  readonly ranges?: readonly number[];
  readonly children: readonly Drawn[];
}

export type Drawn = DrawnElement | string;

/**
 * A Markdown text as elements: headings, lists, tables, code and quotes, with its ranges marked. HTML in it is shown as it is
 * written, links lead nowhere and images are their words. A table of one row is a sentence with the names of its columns.
 */
export function drawMarkdown(text: string, ranges: readonly CodePointRange[] = []): readonly Drawn[] {
  const spans = ranges.map((range) => toUnits(text, range));
  const draw = (span: Span) => drawSpan(text, span, spans);
  return readMarkdownTree(text).map((node) => drawNode(node, { text, draw }));
}

interface Drawing {
  readonly text: string;
  readonly draw: (span: Span) => readonly Drawn[];
}

function drawNode(node: MarkdownNode, drawing: Drawing): Drawn {
  const { text, draw } = drawing;
  const inner = (children: readonly MarkdownNode[]) => children.map((child) => drawNode(child, drawing));
  switch (node.kind) {
    case 'rule':
      return { tag: 'hr', children: [] };
    case 'quote':
      return { tag: 'blockquote', children: inner(node.children) };
    case 'list':
      return { tag: 'ul', children: inner(node.children) };
    case 'item': {
      const marker = markerOf(text.slice(node.marker.start, node.marker.end));
      return {
        tag: 'li',
        children: [
          { tag: 'span', className: 'marker', children: [marker] },
          { tag: 'div', children: inner(node.children) },
        ],
      };
    }
    case 'table':
      return drawTable(node.rows, drawing);
    case 'code':
      return { tag: 'pre', children: joined(node.lines, draw, '\n') };
    case 'html':
      return { tag: 'p', className: 'mono', children: joined(node.lines, draw, '\n') };
    case 'heading':
      // Not a heading of the page: people who move by headings would lose their place.
      return {
        tag: 'p',
        className: `markdown-heading level-${node.level}`,
        children: joined(node.lines, draw, ' '),
      };
    case 'paragraph':
      return { tag: 'p', children: joined(node.lines, draw, ' ') };
  }
}

/** A number stays what it is; every other mark becomes a bullet. */
const markerOf = (written: string) => (/\d/.test(written) ? written.trim() : '•');

function joined(lines: readonly Span[], draw: Drawing['draw'], by: string): readonly Drawn[] {
  return lines.flatMap((line, index) => [...(index === 0 ? [] : [by]), ...draw(line)]);
}

function drawTable(rows: readonly (readonly Span[])[], drawing: Drawing): Drawn {
  const [head = [], ...body] = rows;
  const [only] = body;
  if (body.length === 1 && only !== undefined) return drawRow({ head, row: only }, drawing);
  const cells = (tag: 'td' | 'th', row: readonly Span[]): DrawnElement => ({
    tag: 'tr',
    children: row.map((cell) => ({ tag, children: drawing.draw(cell) })),
  });
  const table: DrawnElement = {
    tag: 'table',
    children: [
      ...(head.length === 0 ? [] : [{ tag: 'thead' as const, children: [cells('th', head)] }]),
      { tag: 'tbody', children: body.map((row) => cells('td', row)) },
    ],
  };
  return { tag: 'div', className: 'table-frame', children: [table] };
}

const isEmpty = ({ start, end }: Span) => start >= end;

interface NamedRow {
  readonly head: readonly Span[];
  readonly row: readonly Span[];
}

/** "Class: Yoga; Day: Monday." Cells without words are left out. */
function drawRow({ head, row }: NamedRow, { text, draw }: Drawing): Drawn {
  const named = row.flatMap((cell, column) => (isEmpty(cell) ? [] : [{ cell, name: head[column] }]));
  const children = named.flatMap(({ cell, name }, index): readonly Drawn[] => [
    ...(index === 0 ? [] : ['; ']),
    ...(name === undefined || isEmpty(name)
      ? []
      : [{ tag: 'span' as const, className: 'column-name', children: [...draw(name), ': '] }]),
    ...draw(cell),
  ]);
  const last = named.at(-1)?.cell;
  const isEnded = last === undefined || /[.!?…]$/u.test(text.slice(last.start, last.end));
  return { tag: 'p', className: 'table-row', children: isEnded ? children : [...children, '.'] };
}

function drawSpan(text: string, span: Span, ranges: readonly Span[]): readonly Drawn[] {
  const within = ranges.map((range) => rangeWithin(text, range, span));
  return segmentText(text.slice(span.start, span.end), within).map((segment) => {
    const styled: Drawn = segment.isCode
      ? { tag: 'code', children: [segment.text] }
      : segment.isStrong
        ? { tag: 'strong', children: [segment.text] }
        : segment.isEmphasis
          ? { tag: 'em', children: [segment.text] }
          : segment.text;
    if (segment.ranges.length === 0) return styled;
    return { tag: 'mark', ranges: segment.ranges, children: [styled] };
  });
}

/** A range in code points of a text as one in UTF-16 units. */
function toUnits(text: string, { start, end }: CodePointRange): Span {
  let [units, points, from] = [0, 0, text.length];
  for (const character of text) {
    if (points === start) from = units;
    if (points >= end) return { start: from, end: units };
    units += character.length;
    points += 1;
  }
  return { start: Math.min(from, units), end: units };
}

const pointsIn = (text: string) => Array.from(text).length;

/** The part of a range that is in a span, in code points of that span; empty if there is none. */
function rangeWithin(text: string, range: Span, span: Span): CodePointRange {
  const start = Math.max(range.start, span.start);
  const end = Math.min(range.end, span.end);
  if (start >= end) return { start: 0, end: 0 };
  return {
    start: pointsIn(text.slice(span.start, start)),
    end: pointsIn(text.slice(span.start, end)),
  };
}
