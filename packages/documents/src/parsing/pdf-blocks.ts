import { gatherLines, joinLines, leaders, type PageLine } from './pdf-lines.ts';
import { lowerRaised } from './pdf-raised.ts';
import { rowsOf } from './pdf-rows.ts';
import { runsOf, type TextItem, textItemsOf } from './pdf-runs.ts';
import { findTables, type TableCells } from './pdf-tables.ts';

export interface TableBlock {
  readonly kind: 'table';
  readonly rows: ReadonlyArray<readonly string[]>;
  /** Where its columns begin and end. */
  readonly columns: ReadonlyArray<{ readonly left: number; readonly right: number }>;
  readonly height: number;
  /** Where its first and its last line stand. */
  readonly top: number;
  readonly bottom: number;
  /** Its first row is an entry like the others, with dots that lead to its value. */
  readonly isHeadless: boolean;
}

/** The text and the tables of a page, in the order of the file. */
export type PageBlock = { readonly kind: 'lines'; readonly lines: readonly PageLine[] } | TableBlock;

export function blocksOf(content: { readonly items: readonly object[] }): PageBlock[] {
  const items = lowerRaised(textItemsOf(content));
  const blocks: PageBlock[] = [];
  let position = 0;
  for (const { rows, first, end } of findTables(rowsOf(runsOf(items)))) {
    addLines(blocks, items.slice(position, first));
    blocks.push(tableBlock(rows));
    position = end;
  }
  addLines(blocks, items.slice(position));
  return blocks;
}

function addLines(blocks: PageBlock[], items: readonly TextItem[]): void {
  const lines = gatherLines(items);
  if (lines.length > 0) blocks.push({ kind: 'lines', lines });
}

function tableBlock(found: readonly TableCells[]): TableBlock {
  const rows = withoutLeaders(found);
  const [head = []] = rows;
  const lines = rows.flatMap((row) => row.flatMap((cell) => cell?.lines ?? []));
  return {
    kind: 'table',
    rows: rows.map((row) => row.map((cell) => joinLines(cell?.lines ?? []).replace(/ … $/, ''))),
    columns: head.map((_, column) => {
      const cells = rows.flatMap((row) => row[column] ?? []);
      return {
        left: cells.reduce((least, { left }) => Math.min(least, left), Number.POSITIVE_INFINITY),
        right: cells.reduce((most, { right }) => Math.max(most, right), Number.NEGATIVE_INFINITY),
      };
    }),
    height: lines.reduce((most, { height }) => Math.max(most, height), 0),
    top: lines.reduce((most, { y }) => Math.max(most, y), Number.NEGATIVE_INFINITY),
    bottom: lines.reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY),
    isHeadless: found[0]?.some((cell) => cell?.lines.some(({ text }) => leaders.test(text))) ?? false,
  };
}

/** Columns of nothing but the dots that lead to the next one are left out. */
function withoutLeaders(rows: readonly TableCells[]): readonly TableCells[] {
  const isKept = (rows[0] ?? []).map((_, column) =>
    rows.some((row) => row[column]?.lines.some(({ text }) => text.replace(leaders, '') !== '') ?? false),
  );
  return rows.map((row) => row.filter((_, column) => isKept[column] ?? true));
}

/** What may stand between the two parts of a table on two pages: a page number and a running head. */
const linesBetweenMax = 2;

/** The head of the table that the first table of a page goes on with; null if it begins there. */
export function findContinuedHead(
  previous: readonly PageBlock[],
  blocks: readonly PageBlock[],
): readonly string[] | null {
  const before = lastTable(previous);
  const [first, second] = blocks;
  const next = first?.kind === 'lines' && first.lines.length <= linesBetweenMax ? second : first;
  if (
    before === null ||
    before.isHeadless ||
    next?.kind !== 'table' ||
    next.columns.length !== before.columns.length
  )
    return null;
  const slack = Math.max(before.height, next.height);
  const isSame = next.columns.every(({ left, right }, column) => {
    const other = before.columns[column];
    if (other === undefined) return false;
    return Math.abs(left - other.left) <= slack || Math.abs(right - other.right) <= slack;
  });
  const [head = null] = before.rows;
  return isSame && head !== null && !isSameRow(head, next.rows[0]) ? head : null;
}

function lastTable(blocks: readonly PageBlock[]): TableBlock | null {
  const last = blocks.at(-1);
  const end = last?.kind === 'lines' && last.lines.length <= linesBetweenMax ? blocks.at(-2) : last;
  return end?.kind === 'table' ? end : null;
}

function isSameRow(one: readonly string[], other: readonly string[] | undefined): boolean {
  return one.every((cell, column) => cell === other?.[column]);
}
