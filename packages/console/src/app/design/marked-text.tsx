import { Fragment } from 'react';
import { type CodePointRange, segmentText } from './segment-text.ts';

interface Props {
  readonly text: string;
  readonly ranges: readonly CodePointRange[];
  /** The range that is looked at. */
  readonly current?: number | undefined;
  /** Called with a range when it is pressed; without it, ranges are only marked. */
  readonly onPick?: (range: number) => void;
}

/** A text whose ranges are marked. Nothing in it is read as markup but strong text, emphasis, code and links, of which the words are shown. */
export function MarkedText({ text, ranges, current, onPick }: Props) {
  return segmentText(text, ranges).map((segment, index) => {
    const key = `${index} ${segment.text.length}`;
    const styled = segment.isCode ? (
      <code>{segment.text}</code>
    ) : segment.isStrong ? (
      <strong>{segment.text}</strong>
    ) : segment.isEmphasis ? (
      <em>{segment.text}</em>
    ) : (
      segment.text
    );
    const [range] = segment.ranges;
    if (range === undefined) return <Fragment key={key}>{styled}</Fragment>;
    const isCurrent = current !== undefined && segment.ranges.includes(current);
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the list of sources offers the same to a keyboard.
      <mark
        key={key}
        className={isCurrent ? 'current' : undefined}
        onClick={onPick === undefined ? undefined : () => onPick(isCurrent ? (current ?? range) : range)}
      >
        {styled}
      </mark>
    );
  });
}
