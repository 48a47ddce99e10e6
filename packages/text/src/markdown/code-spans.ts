interface Range {
  readonly start: number;
  readonly end: number;
}

const escapeOrMarks = /\\[\s\S]|`+/g;
const blankLine = /\n[ \t\r]*(?=\n)/g;

/**
 * Finds where code ends that begins with a run of so many marks: behind the next run of as many; null if there is none.
 * Offsets must be asked for in order.
 */
export function createCodeEnds(
  text: string,
  range: Range,
): (offset: number, length: number) => number | null {
  /** Where runs of each length stand, last first; made when the first is asked for. */
  let runs: Map<number, number[]> | null = null;
  return (offset, length) => {
    runs ??= findRuns(text, range);
    const places = runs.get(length) ?? [];
    while ((places.at(-1) ?? Number.POSITIVE_INFINITY) <= offset) places.pop();
    const place = places.at(-1);
    return place === undefined ? null : place + length;
  };
}

function findRuns(text: string, { start, end }: Range): Map<number, number[]> {
  const places = new Map<number, number[]>();
  const runs = Array.from(text.slice(start, end).matchAll(/`+/g));
  for (const run of runs.toReversed()) {
    const known = places.get(run[0].length);
    if (known === undefined) places.set(run[0].length, [start + run.index]);
    else known.push(start + run.index);
  }
  return places;
}

/** Code within lines, in order, with its marks. No span extends over a blank line. */
export function* codeSpans(text: string): Generator<Range & { readonly marks: number }> {
  if (!text.includes('`')) return;
  let start = 0;
  for (const { index } of text.matchAll(blankLine)) {
    yield* spansIn(text, { start, end: index });
    start = index;
  }
  yield* spansIn(text, { start, end: text.length });
}

function* spansIn(text: string, range: Range): Generator<Range & { readonly marks: number }> {
  if (!text.slice(range.start, range.end).includes('`')) return;
  const codeEnd = createCodeEnds(text, range);
  const part = text.slice(0, range.end);
  const pattern = new RegExp(escapeOrMarks);
  pattern.lastIndex = range.start;
  for (let match = pattern.exec(part); match !== null; match = pattern.exec(part)) {
    const { 0: found, index: start } = match;
    const end = found.startsWith('`') ? codeEnd(start, found.length) : null;
    if (end === null) continue;
    yield { start, end, marks: found.length };
    pattern.lastIndex = end;
  }
}

/** Puts something else in the place of code within lines. `write` gets the code without its marks, and with them. */
export function replaceCodeSpans(text: string, write: (code: string, written: string) => string): string {
  let replaced = '';
  let from = 0;
  for (const { start, end, marks } of codeSpans(text)) {
    replaced +=
      text.slice(from, start) + write(text.slice(start + marks, end - marks), text.slice(start, end));
    from = end;
  }
  return replaced + text.slice(from);
}
