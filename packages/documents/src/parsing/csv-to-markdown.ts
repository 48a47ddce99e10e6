import { BlockWriter } from './block-writer.ts';
import { readCsvRows } from './csv-rows.ts';
import type { ParsedDocument } from './parsed-file.ts';
import type { ParsingLimits } from './parsing-limits.ts';
import { TableWriter } from './table-writer.ts';

/** `delimiter`: null if it is to be detected, as for a .csv file, which may use commas or semicolons. */
export function csvToMarkdown(
  bytes: Uint8Array,
  { delimiter, limits }: { readonly delimiter: string | null; readonly limits: ParsingLimits },
): ParsedDocument {
  const writer = new BlockWriter(limits.textBytesMax);
  const table = new TableWriter(writer);
  readCsvRows(bytes, { delimiter, onRow: (cells, number) => table.addRow(cells, number) });
  return { title: null, text: writer.toText() };
}
