import { BlockWriter } from './block-writer.ts';
import type { ParsedDocument } from './parsed-file.ts';
import type { ParsingLimits } from './parsing-limits.ts';
import { TableWriter } from './table-writer.ts';
import { readXlsxSheets } from './xlsx-sheets.ts';

/** Each sheet under its name, with the last calculated values. */
export async function xlsxToMarkdown(bytes: Uint8Array, limits: ParsingLimits): Promise<ParsedDocument> {
  const writer = new BlockWriter(limits.textBytesMax);
  for (const { name, rows } of await readXlsxSheets(bytes, limits)) {
    writer.addHeading(1, name);
    const table = new TableWriter(writer);
    for (const [position, row] of rows.entries()) table.addRow(row, position + 1);
  }
  return { title: null, text: writer.toText() };
}
