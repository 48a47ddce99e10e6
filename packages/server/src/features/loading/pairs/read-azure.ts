import { type ImportedPair, type ImportedPairs, importedPair, sourceAndUrl } from './imported-pair.ts';
import { metadataTags } from './metadata-tags.ts';
import { cellReader, isTooWide, type NamedTable, tooWideReason } from './table-columns.ts';

/** Internal to the other product. */
const systemMetadata = /^system_metadata_/i;

/** One answer, as both the tables and the JSON of Azure describe it. */
interface AzureEntry {
  readonly place: string;
  readonly questions: readonly string[];
  readonly answer: string;
  readonly source: string;
  readonly displayName: string;
  readonly metadata: Iterable<readonly [string, string]>;
  readonly isContextOnly: boolean;
  readonly promptCount: number;
  readonly suggestionCount: number;
}

/** Whether the columns are those of an export of custom question answering or QnA Maker. */
export function isAzureTable({ columns }: NamedTable): boolean {
  return columns.some(({ name }) => name === 'qnaid' || name === 'metadata' || name === 'iscontextonly');
}

/**
 * An export of custom question answering or QnA Maker. Rows with the same QnaId belong to one answer; without that column,
 * rows with the same answer, source and metadata do.
 */
export function readAzureTable(table: NamedTable): ImportedPairs {
  const notes: string[] = [];
  const entries = new Map<string, AzureEntry & { readonly questions: string[] }>();
  for (const row of table.rows) {
    const cell = cellReader(table, row);
    const place = table.placeOf(row);
    const answer = unescapeLines(cell('answer'));
    const id = cell('qnaid').trim();
    const key = id === '' ? JSON.stringify([answer, cell('source'), cell('metadata')]) : id;
    const known = entries.get(key);
    if (isTooWide(table, row)) notes.push(`${place}: ${tooWideReason}`);
    else if (known === undefined) {
      entries.set(key, {
        place,
        questions: [cell('question')],
        answer,
        source: cell('source'),
        displayName: cell('sourcedisplayname'),
        metadata: readMetadataCell(cell('metadata')),
        isContextOnly: /^(?:true|1|yes)$/i.test(cell('iscontextonly').trim()),
        promptCount: countItems(cell('prompts')),
        suggestionCount: countItems(cell('suggestedquestions')),
      });
    } else if (known.answer === answer) known.questions.push(cell('question'));
    else notes.push(`${place}: has the same QnaId as ${known.place} but a different answer`);
  }
  return { format: 'azure-table', pairs: convertEntries([...entries.values()], notes), notes };
}

/** The list of a JSON export: `assets.qnas`, or QnA Maker's `qnaDocuments`. Names are case-insensitive. */
export function readAzureJson(
  list: readonly unknown[],
  format: 'azure-json' | 'qna-maker-json',
): ImportedPairs {
  const notes: string[] = [];
  const entries = list.flatMap((item, position): AzureEntry[] => {
    const place = `item ${position + 1}`;
    const fields = lowerNames(item);
    if (fields === null) {
      notes.push(`${place}: is not an object`);
      return [];
    }
    const dialog = lowerNames(fields.get('dialog') ?? fields.get('context'));
    const suggestions = fields.get('activelearningsuggestions') ?? fields.get('suggestedquestions');
    return [
      {
        place,
        questions: textsOf(fields.get('questions')),
        answer: textOf(fields.get('answer')),
        source: textOf(fields.get('source')),
        displayName: textOf(fields.get('sourcedisplayname')),
        metadata: readMetadataValue(fields.get('metadata')),
        isContextOnly: dialog?.get('iscontextonly') === true,
        promptCount: lengthOf(dialog?.get('prompts')),
        suggestionCount: lengthOf(suggestions),
      },
    ];
  });
  return { format, pairs: convertEntries(entries, notes), notes };
}

function convertEntries(entries: readonly AzureEntry[], notes: string[]): ImportedPair[] {
  return entries.flatMap((entry) => {
    const { place, promptCount, suggestionCount } = entry;
    if (entry.isContextOnly) {
      notes.push(`${place}: answers only after another question, which is not supported; it was skipped`);
      return [];
    }
    if (promptCount > 0) notes.push(`${place}: follow-up prompts are not supported; ${promptCount} skipped`);
    if (suggestionCount > 0)
      notes.push(
        `${place}: suggested questions that nobody accepted are not imported; ${suggestionCount} skipped`,
      );
    const metadata = [...entry.metadata].filter(([name]) => !systemMetadata.test(name));
    const [question = '', ...alternatives] = entry.questions;
    const { source, url } = sourceAndUrl(entry.source);
    return [
      importedPair({
        place,
        question,
        alternatives,
        answer: entry.answer,
        mayBeHtml: true,
        source: entry.displayName.trim() || source,
        url,
        tags: metadataTags(metadata, { place, notes }),
      }),
    ];
  });
}

/** Tables escape line breaks as `\n`. In `C:\new` the two characters are part of a path. */
function unescapeLines(text: string): string {
  return text.replace(/(?<![:\\])(?:\\r)?\\n/g, '\n');
}

/** `name:value|name:value`, or the same as JSON. */
function readMetadataCell(cell: string): Array<readonly [string, string]> {
  const text = cell.trim();
  if (/^[[{]/.test(text)) return readMetadataValue(parseOrNull(text));
  return text.split('|').map((part) => {
    const colon = part.indexOf(':');
    return colon === -1 ? (['', ''] as const) : ([part.slice(0, colon), part.slice(colon + 1)] as const);
  });
}

/** `{ "name": "value" }`, or `[{ "name": …, "value": … }]`. */
function readMetadataValue(value: unknown): Array<readonly [string, string]> {
  if (Array.isArray(value)) {
    return value.map((item) => {
      const fields = lowerNames(item);
      return [textOf(fields?.get('name') ?? fields?.get('key')), textOf(fields?.get('value'))] as const;
    });
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([name, one]) => [name, textOf(one)] as const);
}

function countItems(cell: string): number {
  const text = cell.trim();
  return text.startsWith('[') ? lengthOf(parseOrNull(text)) : 0;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function lowerNames(value: unknown): Map<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return new Map(Object.entries(value).map(([name, one]) => [name.toLowerCase(), one]));
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf) : [];
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}
