import './markdown.css';
import { Fragment, type ReactNode, useMemo } from 'react';
import { type MarkdownNode, readMarkdownTree, type Span } from './markdown-tree.ts';
import { MarkedText } from './marked-text.tsx';
import type { CodePointRange } from './segment-text.ts';

interface Props {
  readonly text: string;
  /** In code points, as on the wire. */
  readonly ranges: readonly CodePointRange[];
  readonly current?: number | undefined;
  readonly onPick?: (range: number) => void;
}

/**
 * A Markdown text with its headings, lists, tables and code, whose ranges are marked. It is drawn as elements, never as HTML:
 * HTML in it is shown as it is written, links lead nowhere and images are their words.
 */
export function MarkdownText({ text, ranges, current, onPick }: Props) {
  const tree = useMemo(() => readMarkdownTree(text), [text]);
  const spans = useMemo(() => ranges.map((range) => toUnits(text, range)), [text, ranges]);
  const draw = (span: Span) => (
    <MarkedText
      text={text.slice(span.start, span.end)}
      ranges={spans.map((range) => within(text, range, span))}
      current={current}
      {...(onPick === undefined ? {} : { onPick })}
    />
  );
  return <div className="markdown">{tree.map((node, index) => drawNode({ node, index, text, draw }))}</div>;
}

interface Drawing {
  readonly node: MarkdownNode;
  readonly index: number;
  readonly text: string;
  readonly draw: (span: Span) => ReactNode;
}

function drawNode({ node, index, text, draw }: Drawing): ReactNode {
  const inner = (children: readonly MarkdownNode[]) =>
    children.map((child, place) => drawNode({ node: child, index: place, text, draw }));
  switch (node.kind) {
    case 'rule':
      return <hr key={index} />;
    case 'quote':
      return <blockquote key={index}>{inner(node.children)}</blockquote>;
    case 'list':
      return <ul key={index}>{inner(node.children)}</ul>;
    case 'item':
      return (
        <li key={index}>
          <span className="marker">{markerOf(text.slice(node.marker.start, node.marker.end))}</span>
          <div>{inner(node.children)}</div>
        </li>
      );
    case 'table':
      return <Table key={index} rows={node.rows} draw={draw} />;
    case 'code':
      return <pre key={index}>{joined(node.lines, draw, '\n')}</pre>;
    case 'html':
      return (
        <p key={index} className="mono">
          {joined(node.lines, draw, '\n')}
        </p>
      );
    case 'heading':
      // Not a heading of the page: people who move by headings would lose their place.
      return (
        <p key={index} className={`markdown-heading level-${node.level}`}>
          {joined(node.lines, draw, ' ')}
        </p>
      );
    case 'paragraph':
      return <p key={index}>{joined(node.lines, draw, ' ')}</p>;
  }
}

/** A number stays what it is; every other mark becomes a bullet. */
const markerOf = (written: string) => (/\d/.test(written) ? written.trim() : '•');

function joined(lines: readonly Span[], draw: Drawing['draw'], by: string): ReactNode {
  return lines.map((line, index) => (
    <Fragment key={line.start}>
      {index === 0 ? null : by}
      {draw(line)}
    </Fragment>
  ));
}

function Table({
  rows,
  draw,
}: {
  readonly rows: readonly (readonly Span[])[];
  readonly draw: Drawing['draw'];
}) {
  const [head = [], ...body] = rows;
  return (
    <div className="table-frame">
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell.start}>{draw(cell)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row) => (
            <tr key={row[0]?.start}>
              {row.map((cell) => (
                <td key={cell.start}>{draw(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
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
function within(text: string, range: Span, span: Span): CodePointRange {
  const start = Math.max(range.start, span.start);
  const end = Math.min(range.end, span.end);
  if (start >= end) return { start: 0, end: 0 };
  return {
    start: pointsIn(text.slice(span.start, start)),
    end: pointsIn(text.slice(span.start, end)),
  };
}
