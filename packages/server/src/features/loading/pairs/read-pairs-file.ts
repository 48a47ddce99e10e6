import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { DocumentParser, TableSheet, TimeBudget } from '@avow/documents';
import { decodeExported, documentKindOf, ParsingFault } from '@avow/documents';
import { folderLimits } from '../../../limits/pack-limits.ts';
import type { PairContent } from '../../curated/curated.ts';
import { archiveTimeReason, isSpent, openArchiveTime } from '../archive-time.ts';
import { createPairCollector } from './collect-pairs.ts';
import type { ImportedPairs, PairFault, PairsFormat } from './imported-pair.ts';
import { isAzureTable, readAzureTable } from './read-azure.ts';
import { isKendraTable, readKendraTable } from './read-kendra.ts';
import { readPairsJson } from './read-pairs-json.ts';
import { hasKnownColumn, readPlainTable, readUnnamedTable } from './read-plain-table.ts';
import { type NamedTable, nameColumns } from './table-columns.ts';

const faultsMax = 1_000;
const reasonUnitsMax = 300;
const pairsPerSlice = 200;
const shownCellMax = 40;
const shownCellsMax = 4;
/** A file with such a name must be a table of pairs with a header. */
const pairsTable = /^(?:.*\.)?qna\.(?:csv|tsv|xlsx)$/i;
/** Come with the pairs in an archive or workbook exported by Azure. */
const companionFiles = /(?:^|[/_ -])(?:settings|synonyms)(?:\.[a-z]+)?$/i;

export interface PairsFile {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly parser: Pick<DocumentParser, 'parseDocument' | 'parseTable'>;
}

/** A part of the file with pairs, or the reason why it cannot be read. */
type ReadPart = { readonly file: string } & ({ readonly read: ImportedPairs } | { readonly reason: string });

/**
 * Reads pairs of question and answer from a file: in our own format, as a plain table, or as another product's export.
 * Pairs that cannot be imported are reported as faults with their location; the rest is imported.
 */
export async function readPairsFile(file: PairsFile): Promise<{
  readonly pairs: PairContent[];
  readonly faults: PairFault[];
  readonly format: PairsFormat;
}> {
  const faults: PairFault[] = [];
  let faultCount = 0;
  const addFault = (fault: PairFault) => {
    faultCount += 1;
    if (faultCount <= faultsMax) faults.push({ ...fault, reason: shown(fault.reason) });
  };
  let format: PairsFormat = 'unknown';
  // All parts of a file share one collector: a question may occur in two of them.
  let current = file.fileName;
  const collector = createPairCollector({
    defaultSource: file.fileName.slice(-512),
    addFault: (reason) => addFault({ file: current, reason }),
  });
  for (const part of await readParts(file)) {
    current = part.file;
    if ('reason' in part) {
      addFault(part);
      continue;
    }
    if (format === 'unknown') format = part.read.format;
    for (const reason of part.read.notes) addFault({ file: current, reason });
    for (const [position, pair] of part.read.pairs.entries()) {
      collector.add(pair);
      // A long file must not block the event loop.
      if (position % pairsPerSlice === 0) await setImmediate();
    }
  }
  if (faultCount > faultsMax)
    faults.push({ file: file.fileName, reason: `and ${faultCount - faultsMax} more faults` });
  return { pairs: collector.toPairs(), faults, format };
}

async function readParts(file: PairsFile): Promise<ReadPart[]> {
  const { fileName, bytes, parser } = file;
  if (bytes.length > folderLimits.fileBytesMax)
    return [{ file: fileName, reason: `is larger than ${folderLimits.fileBytesMax} bytes` }];
  if (documentKindOf(fileName) !== 'zip') return await readPart(file);
  const timeBudget = openArchiveTime();
  const archive = await parser.parseDocument({ fileName, bytes, timeBudget });
  if (archive.kind !== 'archive')
    return [{ file: fileName, reason: archive.kind === 'fault' ? archive.reason : 'is not an archive' }];
  const parts: ReadPart[] = archive.faults.map(({ path, reason }) => ({
    file: `${fileName}/${path}`,
    reason,
  }));
  for (const { path, bytes: member } of archive.members) {
    if (companionFiles.test(path)) continue;
    const name = `${fileName}/${path}`;
    if (member.length > folderLimits.fileBytesMax)
      parts.push({ file: name, reason: `is larger than ${folderLimits.fileBytesMax} bytes` });
    else if (isSpent(timeBudget)) parts.push({ file: name, reason: archiveTimeReason });
    else
      for (const part of await readPart({ fileName: name, bytes: member, parser }, timeBudget))
        parts.push(part);
  }
  if (parts.length === 0) parts.push({ file: fileName, reason: 'contains no file of pairs' });
  return parts;
}

async function readPart(
  { fileName, bytes, parser }: PairsFile,
  timeBudget?: TimeBudget,
): Promise<ReadPart[]> {
  const kind = documentKindOf(fileName);
  if (kind !== 'csv' && kind !== 'tsv' && kind !== 'xlsx') {
    const content = decodeOrReason(bytes);
    if ('reason' in content) return [{ file: fileName, reason: content.reason }];
    if (/^\s*[[{]/.test(content.text) || /\.(?:jsonl?|ndjson)$/i.test(fileName)) {
      const read = readPairsJson(content.text);
      return [typeof read === 'string' ? { file: fileName, reason: read } : { file: fileName, read }];
    }
    if (!/\.(?:txt|tab)$/i.test(fileName))
      return [
        { file: fileName, reason: 'is not a supported file type for pairs: use JSON, CSV, TSV or XLSX' },
      ];
  }
  // Text files with tabs in their first line are tables under another name.
  const tableName = kind === null ? `${fileName}${hasTabs(bytes) ? '.tsv' : '.csv'}` : fileName;
  const table = await parser.parseTable({
    ...{ fileName: tableName, bytes },
    ...(timeBudget === undefined ? {} : { timeBudget }),
  });
  if (table.kind === 'fault') return [{ file: fileName, reason: table.reason }];
  return readSheets(fileName, table.sheets);
}

/** If any sheet names its columns, sheets that do not are faults; if none does, the columns are guessed from their number. */
function readSheets(file: string, sheets: readonly TableSheet[]): ReadPart[] {
  const tables = sheets
    .filter(({ rows }) => rows.length > 0)
    .map((sheet) => ({ sheet, table: nameColumns(sheet) }));
  const isNamed = tables.some(({ table }) => table !== null);
  const parts = tables.flatMap(({ sheet, table }): ReadPart[] => {
    const read = isNamed
      ? table && readNamedTable(table)
      : needsHeader(file, sheet)
        ? null
        : readUnnamedTable(sheet);
    if (read !== null) return [{ file, read }];
    const place = sheet.name === '' ? '' : `sheet ${sheet.name.slice(0, 64)}: `;
    if (isNamed && companionFiles.test(sheet.name)) return [];
    return [{ file, reason: `${place}has no columns named question and answer${firstRowOf(sheet)}` }];
  });
  return parts.length > 0 ? parts : [{ file, reason: 'contains no rows' }];
}

/** A first row that names some known columns but not both is a faulty header, not the first pair. */
function needsHeader(file: string, sheet: TableSheet): boolean {
  return pairsTable.test(basename(file)) || hasKnownColumn(sheet);
}

function firstRowOf({ rows }: TableSheet): string {
  const cells = (rows[0]?.cells ?? []).map((cell) => cell.trim().slice(0, shownCellMax));
  return `: its first row must name them, as in "question,answer", and is "${cells.slice(0, shownCellsMax).join(',')}"`;
}

function readNamedTable(table: NamedTable): ImportedPairs {
  if (isKendraTable(table)) return readKendraTable(table);
  return isAzureTable(table) ? readAzureTable(table) : readPlainTable(table);
}

/** Reasons may quote text from the file, and are printed on terminals. */
function shown(reason: string): string {
  return reason.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd').slice(0, reasonUnitsMax);
}

function decodeOrReason(bytes: Uint8Array): { readonly text: string } | { readonly reason: string } {
  try {
    return { text: decodeExported(bytes) };
  } catch (error) {
    if (error instanceof ParsingFault) return { reason: error.message };
    throw error;
  }
}

function hasTabs(bytes: Uint8Array): boolean {
  const end = bytes.indexOf(0x0a);
  return bytes.subarray(0, end === -1 ? bytes.length : end).includes(0x09);
}
