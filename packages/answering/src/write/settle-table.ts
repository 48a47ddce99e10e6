import { isTableRule, linesOf } from '@avow/text/markdown';
import type { GroundingQuote } from '../verify/grounder.ts';
import type { QuotableSource } from '../verify/quotable-source.ts';

/** Counts the rows of a written table, and those of the source's table that they are from. */
export interface TableCount {
  /** The quotes of a row; null: it was removed. */
  take(quotes: readonly GroundingQuote[] | null): void;
  /** How many rows are shown of how many, if not all are. Null: all, or there was no table. The next row begins a new one. */
  end(): { readonly count: number; readonly outOf: number } | null;
}

type Quote = Pick<GroundingQuote, 'source' | 'start'>;

/** A table of a source: where it is, and where each of its rows begins. */
interface SourceTable {
  readonly source: number;
  readonly rows: readonly number[];
}

export function createTableCount(sources: readonly QuotableSource[]): TableCount {
  let written: (readonly GroundingQuote[] | null)[] = [];
  return {
    take: (quotes) => void written.push(quotes),
    end: () => {
      const kept = written.flatMap((quotes) => (quotes === null ? [] : [quotes]));
      const count = kept.length;
      const table = count === 0 ? null : tableOf(kept, sources);
      const outOf = Math.max(written.length, table?.rows.length ?? 0);
      const isOne = written.length === 1;
      written = [];
      // One row may be all that was asked for.
      return count === 0 || isOne || count >= outOf ? null : { count, outOf };
    },
  };
}

/** The one table that all rows rest on. */
function tableOf(
  kept: readonly (readonly Quote[])[],
  sources: readonly QuotableSource[],
): SourceTable | null {
  const [first] = kept.flat();
  const table = first === undefined ? null : readTable(first, sources);
  if (table === null) return null;
  const [top = 0, last = 0] = [table.rows[0], table.rows.at(-1)];
  const isIn = (quotes: readonly Quote[]) =>
    quotes.some(({ source, start }) => source === table.source && start >= top && start <= last);
  return kept.every(isIn) ? table : null;
}

/** The rows of the table that a place is in, without its head. */
function readTable({ source: number, start }: Quote, sources: readonly QuotableSource[]): SourceTable | null {
  const text = sources.find((source) => source.number === number)?.text ?? '';
  const lines = [...linesOf(text)];
  const at = lines.findIndex((line) => start >= line.start && start <= line.end);
  const isRow = (place: number) => lines[place]?.text.includes('|') === true;
  if (at === -1 || !isRow(at)) return null;
  let top = at;
  while (isRow(top - 1)) top -= 1;
  let bottom = at;
  while (isRow(bottom + 1)) bottom += 1;
  const block = lines.slice(top, bottom + 1);
  const rule = block.findIndex((line) => isTableRule(line.text));
  return { source: number, rows: block.slice(rule + 1).map((line) => line.start) };
}
