import papaparse from 'papaparse';
import { BlockWriter } from './block-writer.ts';
import { decodeExported } from './decode-text.ts';
import type { ParsedDocument } from './parsed-file.ts';
import { ParsingFault } from './parsing-fault.ts';
import type { ParsingLimits } from './parsing-limits.ts';
import { TableWriter } from './table-writer.ts';

/** `delimiter`: null where it is to be found out, as that of a .csv file, which may be a comma or a semicolon. */
export function csvToMarkdown(
  bytes: Uint8Array,
  { delimiter, limits }: { readonly delimiter: string | null; readonly limits: ParsingLimits },
): ParsedDocument {
  const writer = new BlockWriter(limits.textBytesMax);
  const table = new TableWriter(writer);
  let number = 0;
  const text = decodeExported(bytes);
  papaparse.parse<string[]>(text, {
    delimiter: delimiter ?? guessDelimiter(text),
    step: ({ data, errors }) => {
      number += 1;
      // What follows the quote would be read as one huge cell.
      if (errors.some(({ code }) => code === 'MissingQuotes'))
        throw new ParsingFault(`row ${number} opens a quote that is never closed`);
      table.addRow(data, number);
    },
  });
  return { title: null, text: writer.toText() };
}

/** Looks at the first rows. Empty ones are left out, because they say nothing; the rows that are read are numbered with them. */
function guessDelimiter(text: string): string {
  const { meta } = papaparse.parse(text, {
    preview: 20,
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t', '|'],
  });
  return meta.delimiter;
}
