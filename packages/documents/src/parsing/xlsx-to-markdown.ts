import { BlockWriter } from './block-writer.ts';
import type { ParsedDocument } from './parsed-file.ts';
import type { ParsingLimits } from './parsing-limits.ts';
import { RowWriter } from './row-writer.ts';
import { readXlsxSheets } from './xlsx-sheets.ts';

/** Each sheet under its name, with the last calculated values. */
export function xlsxToMarkdown(bytes: Uint8Array, limits: ParsingLimits): ParsedDocument {
  const writer = new BlockWriter(limits.textBytesMax);
  const { sheets, leftOut } = readXlsxSheets(bytes, limits);
  for (const { name, rows } of sheets) {
    writer.addHeading(1, name);
    const table = new RowWriter(writer);
    for (const row of rows) table.add(row);
    table.end();
  }
  return { title: null, text: writer.toText(), leftOut };
}
