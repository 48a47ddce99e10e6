import papaparse from 'papaparse';
import { decodeExported } from './decode-text.ts';
import { ParsingFault } from './parsing-fault.ts';

export interface CsvOptions {
  /** Null if it is to be detected, as for a .csv file, which may use commas or semicolons. */
  readonly delimiter: string | null;
  /** `number` is that of the row in the file, from 1; empty rows are counted. */
  readonly onRow: (cells: string[], number: number) => void;
}

/** Reads a table row by row. Every cell is text. */
export function readCsvRows(bytes: Uint8Array, { delimiter, onRow }: CsvOptions): void {
  const text = decodeExported(bytes);
  let number = 0;
  papaparse.parse<string[]>(text, {
    delimiter: delimiter ?? guessDelimiter(text),
    step: ({ data, errors }) => {
      number += 1;
      // Everything after the quote would be read as one huge cell.
      if (errors.some(({ code }) => code === 'MissingQuotes'))
        throw new ParsingFault(`row ${number} opens a quote that is never closed`);
      onRow(data, number);
    },
  });
}

/** Detects the delimiter from the first rows that are not empty. */
function guessDelimiter(text: string): string {
  const { meta } = papaparse.parse(text, {
    preview: 20,
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t', '|'],
  });
  return meta.delimiter;
}
