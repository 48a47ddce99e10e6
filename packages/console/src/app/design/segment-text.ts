/** A part of a text that is shown in one way. */
export interface Segment {
  readonly text: string;
  readonly isStrong: boolean;
  readonly isCode: boolean;
  /** The ranges that cover it, by their index. */
  readonly ranges: readonly number[];
}

export interface TextRange {
  /** In code points, as on the wire. */
  readonly start: number;
  readonly end: number;
}

const marker = /\*\*|`/g;

/**
 * Splits a text at the ends of ranges and at Markdown's marks for strong text and code, which are left out. Offsets count
 * code points of the text with its marks.
 */
export function segmentText(text: string, ranges: readonly TextRange[]): readonly Segment[] {
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
  for (const [index, from] of places.entries()) {
    const to = places[index + 1];
    if (to === undefined) break;
    const mark = hidden.get(from);
    if (mark?.kind === 'strong') isStrong = !isStrong;
    if (mark?.kind === 'code') isCode = !isCode;
    if (mark !== undefined || isWithinMark(hidden, from)) continue;
    segments.push({
      text: points.slice(from, to).join(''),
      isStrong,
      isCode,
      ranges: ranges.flatMap(({ start, end }, range) => (start <= from && to <= end ? [range] : [])),
    });
  }
  return segments;
}

interface Mark {
  readonly kind: 'strong' | 'code';
  readonly width: number;
}

/** Marks that come in pairs on one line; a mark without its other half is text. */
function hiddenMarks(points: readonly string[]): ReadonlyMap<number, Mark> {
  const found = new Map<number, Mark>();
  let lineStart = 0;
  for (const line of points.join('').split('\n')) {
    // Offsets of the pattern are in UTF-16 units, ours in code points: they are counted from mark to mark.
    let counted = { units: 0, points: 0 };
    const marks = [...line.matchAll(marker)].map(({ index, 0: { length: width } }) => {
      const between = Array.from(line.slice(counted.units, index)).length;
      counted = { units: index, points: counted.points + between };
      const kind: Mark['kind'] = width === 1 ? 'code' : 'strong';
      return { at: lineStart + counted.points, kind, width };
    });
    for (const kind of ['strong', 'code'] as const) {
      const ofKind = marks.filter((mark) => mark.kind === kind);
      for (const mark of ofKind.slice(0, ofKind.length - (ofKind.length % 2))) found.set(mark.at, mark);
    }
    lineStart += Array.from(line).length + 1;
  }
  return found;
}

function isWithinMark(hidden: ReadonlyMap<number, Mark>, at: number): boolean {
  return (hidden.get(at - 1)?.width ?? 0) > 1;
}

const clamp = (at: number, max: number) => Math.max(0, Math.min(at, max));
