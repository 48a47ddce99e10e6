import { BlockWriter } from './block-writer.ts';
import { readCsvRows } from './csv-rows.ts';
import type { ParsedDocument } from './parsed-file.ts';
import type { ParsingLimits } from './parsing-limits.ts';
import { RowWriter } from './row-writer.ts';

/** `delimiter`: null if it is to be detected, as for a .csv file, which may use commas or semicolons. */
export function csvToMarkdown(
  bytes: Uint8Array,
  { delimiter, limits }: { readonly delimiter: string | null; readonly limits: ParsingLimits },
): ParsedDocument {
  const writer = new BlockWriter(limits.textBytesMax);
  const table = new RowWriter(writer);
  readCsvRows(bytes, { delimiter, onRow: (cells, number) => table.add({ cells, number }) });
  table.end();
  return { title: null, text: writer.toText() };
}
