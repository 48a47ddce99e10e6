import './markdown.css';
import { createElement, type ReactNode, useMemo } from 'react';
import { type Drawn, type DrawnElement, drawMarkdown } from './markdown-drawing.ts';
import type { CodePointRange } from './segment-text.ts';
import { TableFrame } from './table-frame.tsx';

interface Props {
  readonly text: string;
  /** What is marked, in code points, as on the wire. */
  readonly ranges?: readonly CodePointRange[];
  /** The range that is looked at. */
  readonly current?: number | undefined;
  /** Called with a range when it is pressed; without it, ranges are only marked. */
  readonly onPick?: ((range: number) => void) | undefined;
}

const noRanges: readonly CodePointRange[] = [];

/** A Markdown text, drawn as elements, never as HTML. */
export function MarkdownText({ text, ranges = noRanges, current, onPick }: Props) {
  const drawn = useMemo(() => drawMarkdown(text, ranges), [text, ranges]);
  return <div className="markdown">{drawn.map((each, key) => toNode(each, { key, current, onPick }))}</div>;
}

interface Place extends Pick<Props, 'current' | 'onPick'> {
  readonly key: number;
}

function toNode(drawn: Drawn, place: Place): ReactNode {
  if (typeof drawn === 'string') return drawn;
  const children = drawn.children.map((child, key) => toNode(child, { ...place, key }));
  if (drawn.tag === 'mark') return markOf(drawn, children, place);
  if (drawn.className === 'table-frame') return <TableFrame key={place.key}>{children}</TableFrame>;
  const { tag, className } = drawn;
  return createElement(
    tag,
    { key: place.key, ...(className === undefined ? {} : { className }) },
    ...children,
  );
}

function markOf({ ranges = [] }: DrawnElement, children: ReactNode, { key, current, onPick }: Place) {
  const isCurrent = current !== undefined && ranges.includes(current);
  const picked = isCurrent ? current : ranges[0];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list of sources offers the same to a keyboard.
    <mark
      key={key}
      className={isCurrent ? 'current' : undefined}
      onClick={onPick === undefined || picked === undefined ? undefined : () => onPick(picked)}
    >
      {children}
    </mark>
  );
}
