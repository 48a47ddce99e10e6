export interface Cell {
  words: string;
  /** How many columns and rows it spans, as the file says. */
  readonly columns: number;
  readonly rows: number;
  /** The file marks it as a head of a column or a row. */
  readonly isHead: boolean;
}

interface FilledRow {
  /** Each in its column. */
  readonly cells: string[];
  /** The words of the cells that have some, once each, however many columns they span. */
  readonly values: string[];
}

export type RowFiller = (cells: readonly Cell[]) => FilledRow;

/** More than any table that is read as one; a file may name any number. */
const columnsMax = 100;
/** What is longer is not a value that holds for several columns. */
const repeatedUnitsMax = 1_000;

/** Gives each row all its cells: one that spans several rows or columns is repeated in each of them. */
export function createRowFiller(): RowFiller {
  /** By column: the cell from above, and in how many more rows it is. */
  const above: Array<{ readonly words: string; readonly isFirst: boolean; rowsLeft: number } | undefined> =
    [];
  return (given) => {
    const cells: string[] = [];
    const values: string[] = [];
    const add = (words: string, isFirst: boolean) => {
      cells.push(words);
      if (isFirst && words !== '') values.push(words);
    };
    const fillFromAbove = () => {
      for (
        let cell = above[cells.length];
        cell !== undefined && cell.rowsLeft > 0;
        cell = above[cells.length]
      ) {
        cell.rowsLeft -= 1;
        add(cell.words, cell.isFirst);
      }
    };
    for (const { words, columns, rows } of given) {
      fillFromAbove();
      const width = columns >= 1 ? Math.min(Math.floor(columns), Math.max(1, columnsMax - cells.length)) : 1;
      for (let column = 0; column < width; column += 1) {
        const isFirst = column === 0;
        const shown = isFirst || words.length <= repeatedUnitsMax ? words : '';
        if (cells.length < columnsMax)
          above[cells.length] =
            rows > 1 ? { words: shown, isFirst, rowsLeft: Math.floor(rows) - 1 } : undefined;
        add(shown, isFirst);
      }
    }
    fillFromAbove();
    // A row may have too few cells, or none.
    while (above.findLastIndex((cell) => (cell?.rowsLeft ?? 0) > 0) >= cells.length) {
      add('', false);
      fillFromAbove();
    }
    return { cells, values };
  };
}
