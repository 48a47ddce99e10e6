import { setImmediate } from 'node:timers/promises';
import type { PairContent } from '../../interfaces/content-packs.ts';
import { decodeExported } from '../../parsing/decode-text.ts';
import { documentKindOf } from '../../parsing/document-kind.ts';
import type { DocumentParser } from '../../parsing/open-document-parser.ts';
import type { TableSheet } from '../../parsing/parsed-file.ts';
import { ParsingFault } from '../../parsing/parsing-fault.ts';
import { folderLimits } from '../pack-folder.ts';
import { createPairGathering } from './gather-pairs.ts';
import { isAzureTable, readAzureTable } from './read-azure.ts';
import { isKendraTable, readKendraTable } from './read-kendra.ts';
import { readPairsJson } from './read-pairs-json.ts';
import { readNamelessTable, readPlainTable } from './read-plain-table.ts';
import { type NamedTable, nameColumns } from './table-columns.ts';
import type { PairFault, PairsFormat, WrittenPairs } from './written-pair.ts';

const faultsMax = 1_000;
const reasonUnitsMax = 300;
const pairsPerTurn = 200;
/** Lie beside the pairs in an archive or workbook that Azure exports. */
const besidePairs = /(?:^|[/_ -])(?:settings|synonyms)(?:\.[a-z]+)?$/i;

export interface PairsFile {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly parser: Pick<DocumentParser, 'parseDocument' | 'parseTable'>;
}

/** A part of the file that holds pairs, or the reason why it cannot be read. */
type ReadPart = { readonly file: string } & ({ readonly read: WrittenPairs } | { readonly reason: string });

/**
 * Reads pairs of question and answer from a file: our own, a plain table, or another product's export. What cannot be
 * taken is named among the faults with its place, and the rest is taken all the same.
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
  // All parts of one file go together: a question may be in two of them.
  let current = file.fileName;
  const gathering = createPairGathering({
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
      gathering.add(pair);
      // A long file must not hold up everything else that this process does.
      if (position % pairsPerTurn === 0) await setImmediate();
    }
  }
  if (faultCount > faultsMax)
    faults.push({ file: file.fileName, reason: `and ${faultCount - faultsMax} more faults` });
  return { pairs: gathering.toPairs(), faults, format };
}

async function readParts(file: PairsFile): Promise<ReadPart[]> {
  const { fileName, bytes, parser } = file;
  if (bytes.length > folderLimits.fileBytesMax)
    return [{ file: fileName, reason: `is larger than ${folderLimits.fileBytesMax} bytes` }];
  if (documentKindOf(fileName) !== 'zip') return await readPart(file);
  const archive = await parser.parseDocument({ fileName, bytes });
  if (archive.kind !== 'archive')
    return [{ file: fileName, reason: archive.kind === 'fault' ? archive.reason : 'is not an archive' }];
  const parts: ReadPart[] = archive.faults.map(({ path, reason }) => ({
    file: `${fileName}/${path}`,
    reason,
  }));
  for (const { path, bytes: member } of archive.members) {
    if (besidePairs.test(path)) continue;
    const name = `${fileName}/${path}`;
    if (member.length > folderLimits.fileBytesMax)
      parts.push({ file: name, reason: `is larger than ${folderLimits.fileBytesMax} bytes` });
    else parts.push(...(await readPart({ fileName: name, bytes: member, parser })));
  }
  if (parts.length === 0) parts.push({ file: fileName, reason: 'holds no file of pairs' });
  return parts;
}

async function readPart({ fileName, bytes, parser }: PairsFile): Promise<ReadPart[]> {
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
        { file: fileName, reason: 'is of a kind that pairs are not read from: JSON, CSV, TSV or XLSX' },
      ];
  }
  // Text files with tabs in their first line are tables under another name.
  const tableName = kind === null ? `${fileName}${hasTabs(bytes) ? '.tsv' : '.csv'}` : fileName;
  const table = await parser.parseTable({ fileName: tableName, bytes });
  if (table.kind === 'fault') return [{ file: fileName, reason: table.reason }];
  return readSheets(fileName, table.sheets);
}

/** Where a sheet names its columns, those that do not are something else; where none does, they must be narrow enough to guess. */
function readSheets(file: string, sheets: readonly TableSheet[]): ReadPart[] {
  const tables = sheets
    .filter(({ rows }) => rows.length > 0)
    .map((sheet) => ({ sheet, table: nameColumns(sheet) }));
  const isNamed = tables.some(({ table }) => table !== null);
  const parts = tables.flatMap(({ sheet, table }): ReadPart[] => {
    const read = isNamed ? table && readNamedTable(table) : readNamelessTable(sheet);
    if (read !== null) return [{ file, read }];
    const place = sheet.name === '' ? '' : `sheet ${sheet.name.slice(0, 64)}: `;
    if (isNamed && besidePairs.test(sheet.name)) return [];
    return [{ file, reason: `${place}has no columns named question and answer` }];
  });
  return parts.length > 0 ? parts : [{ file, reason: 'holds no rows' }];
}

function readNamedTable(table: NamedTable): WrittenPairs {
  if (isKendraTable(table)) return readKendraTable(table);
  return isAzureTable(table) ? readAzureTable(table) : readPlainTable(table);
}

/** Reasons may quote names out of the file, and end up on terminals. */
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
