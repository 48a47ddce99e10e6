import { damaged } from './check-content.ts';
import { HiddenParts } from './hidden-parts.ts';
import { type OfficeParts, readOfficeParts, readTargets, readXml } from './office-parts.ts';
import type { TableSheet } from './parsed-file.ts';
import type { ParsingLimits } from './parsing-limits.ts';
import { readSharedStrings, readStyles } from './xlsx-lookups.ts';
import { SheetReading } from './xlsx-sheet-reading.ts';

interface XlsxWorkbook {
  readonly sheets: readonly TableSheet[];
  /** What is hidden, in words; null if nothing is. */
  readonly leftOut: string | null;
}

/**
 * The rows of each sheet, with their last calculated values as the sheet shows them. What is hidden is left out, and so
 * are empty sheets, rows and columns.
 */
export function readXlsxSheets(bytes: Uint8Array, limits: ParsingLimits): XlsxWorkbook {
  const parts = readOfficeParts(bytes, { kind: 'xlsx', limits });
  const targets = readTargets(parts, { kind: 'xlsx', folder: 'xl', main: 'workbook.xml' });
  const pathOf = (type: string) => [...targets.values()].find((target) => target.type === type)?.path ?? null;
  const { listed, from1904 } = readWorkbook(parts);
  const strings = readSharedStrings(parts, pathOf('sharedStrings'));
  const formats = readStyles(parts, pathOf('styles'));
  const hidden = new HiddenParts();
  const sheets: TableSheet[] = [];
  for (const { name, id, isHidden } of listed) {
    const target = targets.get(id);
    if (target === undefined) throw damaged('xlsx');
    if (isHidden) hidden.add('sheet');
    else if (target.type === 'worksheet') {
      const handler = new SheetReading({ strings, formats, from1904, limits });
      readXml(parts, { kind: 'xlsx', path: target.path, handler });
      hidden.add('row', handler.hiddenRowCount);
      hidden.add('column', handler.hiddenColumnCount);
      const rows = handler.listRows();
      if (rows.length > 0) sheets.push({ name, rows });
    }
  }
  return { sheets, leftOut: hidden.describe() };
}

function readWorkbook(parts: OfficeParts) {
  const listed: Array<{ readonly name: string; readonly id: string; readonly isHidden: boolean }> = [];
  let from1904 = false;
  const onopentag = (tag: string, attributes: Readonly<Record<string, string>>) => {
    const { name = '', state = 'visible', date1904 = '' } = attributes;
    if (/(?:^|:)sheet$/.test(tag))
      listed.push({ name, id: attributes['r:id'] ?? '', isHidden: state !== 'visible' });
    else if (/(?:^|:)workbookPr$/.test(tag)) from1904 = /^(?:1|true)$/.test(date1904);
  };
  readXml(parts, { kind: 'xlsx', path: 'xl/workbook.xml', handler: { onopentag } });
  return { listed, from1904 };
}
