import { linkMarks } from '@avow/text/markdown';

/** A part of a text that is shown in one way. */
interface Segment {
  readonly text: string;
  readonly isStrong: boolean;
  readonly isCode: boolean;
  readonly isEmphasis: boolean;
  /** The ranges that cover it, by their index. */
  readonly ranges: readonly number[];
}

export interface CodePointRange {
  /** In code points, as on the wire. */
  readonly start: number;
  readonly end: number;
}

/** An asterisk or a low line is a mark only at the edge of a word. */
const marker =
  /\\(?=[!-/:-@[-`{-~])|\*\*|`|(?<![\p{L}\p{N}*_\\])[*_](?=[^\s*_])|(?<=[^\s*_])[*_](?![\p{L}\p{N}*_])/gu;

/**
 * Splits a text at the ends of ranges and at Markdown's marks for strong text, emphasis, code and links, which are left out;
 * of a link its words stay. Offsets count code points of the text with its marks.
 */
export function segmentText(text: string, ranges: readonly CodePointRange[]): readonly Segment[] {
  const points = Array.from(text);
  const hidden = hiddenMarks(points);
  const cuts = new Set<number>([0, points.length, ...hidden.keys()]);
  for (const [at, { width }] of hidden) cuts.add(at + width);
  for (const { start, end } of ranges) {
    cuts.add(clamp(start, points.length));
    cuts.add(clamp(end, points.length));
  }
  const places = [...cuts].toSorted((a, b) => a - b);
  const segments: Segment[] = [];
  let isStrong = false;
  let isCode = false;
  let isEmphasis = false;
  let markEnd = 0;
  for (const [index, from] of places.entries()) {
    const to = places[index + 1];
    if (to === undefined) break;
    const mark = hidden.get(from);
    if (mark?.kind === 'strong') isStrong = !isStrong;
    if (mark?.kind === 'code') isCode = !isCode;
    if (mark?.kind === 'emphasis') isEmphasis = !isEmphasis;
    // In code a backslash is what it is.
    if (mark !== undefined && !(isCode && mark.kind === 'escape'))
      markEnd = Math.max(markEnd, from + mark.width);
    if (from < markEnd) continue;
    segments.push({
      text: points.slice(from, to).join(''),
      isStrong,
      isCode,
      isEmphasis,
      ranges: ranges.flatMap(({ start, end }, range) => (start <= from && to <= end ? [range] : [])),
    });
  }
  return segments;
}

interface Mark {
  readonly kind: 'strong' | 'code' | 'emphasis' | 'link' | 'escape';
  readonly width: number;
}

/** Marks that come in pairs on one line; a mark without its other half is text. */
function hiddenMarks(points: readonly string[]): ReadonlyMap<number, Mark> {
  const found = new Map<number, Mark>();
  let lineStart = 0;
  for (const line of points.join('').split('\n')) {
    const pointsBefore = countPoints(line);
    const marks = [...line.matchAll(marker)].map(({ index, 0: mark }) => {
      const width = mark.length;
      return { at: lineStart + pointsBefore(index), kind: kindOf(mark), width };
    });
    for (const kind of ['strong', 'code', 'emphasis'] as const) {
      const ofKind = marks.filter((mark) => mark.kind === kind);
      for (const mark of ofKind.slice(0, ofKind.length - (ofKind.length % 2))) found.set(mark.at, mark);
    }
    for (const mark of marks) if (mark.kind === 'escape') found.set(mark.at, mark);
    const linkPointsBefore = countPoints(line);
    for (const { start, end } of [...linkMarks(line)].toSorted((a, b) => a.start - b.start)) {
      const at = lineStart + linkPointsBefore(start);
      found.set(at, { kind: 'link', width: Array.from(line.slice(start, end)).length });
    }
    lineStart += Array.from(line).length + 1;
  }
  return found;
}

function kindOf(mark: string): Mark['kind'] {
  if (mark === '\\') return 'escape';
  if (mark.length === 2) return 'strong';
  return mark === '`' ? 'code' : 'emphasis';
}

/** Offsets in a line are in UTF-16 units, ours in code points: they are counted from one to the next, which is later. */
function countPoints(line: string): (unit: number) => number {
  let units = 0;
  let points = 0;
  return (unit) => {
    points += Array.from(line.slice(units, unit)).length;
    units = unit;
    return points;
  };
}

const clamp = (at: number, max: number) => Math.max(0, Math.min(at, max));
