export interface Cell {
  words: string;
  /** How many columns and rows it spans, as the page says. */
  readonly columns: number;
  readonly rows: number;
}

/** The cells of the next row, each in its column. */
export type RowFiller = (cells: readonly Cell[]) => string[];

/** More than any table that is read as one; a page may name any number. */
const columnsMax = 100;

/** Gives each row all its cells: one that spans rows is repeated, the further columns that one spans are empty. */
export function createRowFiller(): RowFiller {
  /** By column: the cell from above, and in how many more rows it is. */
  const above: Array<{ readonly words: string; rowsLeft: number } | undefined> = [];
  return (cells) => {
    const row: string[] = [];
    const fillFromAbove = () => {
      for (let cell = above[row.length]; cell !== undefined && cell.rowsLeft > 0; cell = above[row.length]) {
        cell.rowsLeft -= 1;
        row.push(cell.words);
      }
    };
    for (const { words, columns, rows } of cells) {
      fillFromAbove();
      const width = columns >= 1 ? Math.min(Math.floor(columns), columnsMax) : 1;
      for (let column = 0; column < width; column += 1) {
        const shown = column === 0 ? words : '';
        if (row.length < columnsMax)
          above[row.length] = rows > 1 ? { words: shown, rowsLeft: Math.floor(rows) - 1 } : undefined;
        row.push(shown);
      }
    }
    fillFromAbove();
    return row;
  };
}
