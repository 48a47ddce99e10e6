import { parseStrictJson, StrictJsonError } from '@avow/text';
import { z } from 'zod';
import { folderLimits } from '../../../limits/pack-limits.ts';
import { type ImportedPair, type ImportedPairs, importedPair, type PairsFormat } from './imported-pair.ts';
import { readAzureJson } from './read-azure.ts';
import { readKendraJson } from './read-kendra.ts';

const text = z.string().nullable().default(null);
/** Our own format. The texts are validated together with those of all other formats. */
const ownSchema = z.strictObject({
  question: z.string(),
  alternatives: z.array(z.string()).max(1_000).default([]),
  answer: z.string(),
  source: text,
  url: text,
  tags: z.array(z.string()).max(1_000).default([]),
  groups: z.array(z.string()).max(1_000).default([]),
  valid_from: text,
  valid_until: text,
});

const itemsMax = folderLimits.pairsMax;
/** Far more than so many pairs have: a file of brackets alone would become a hundred times its size. */
const limits = { marksMax: 40 * itemsMax };
const reasonOf = ({ kind, line, column, message }: StrictJsonError) =>
  kind === 'syntax'
    ? 'is not valid JSON'
    : `is not valid JSON: at line ${line}, column ${column}, ${message}`;
const tooManyReason = `contains more than ${itemsMax} pairs`;

/** Reads pairs from JSON in any known format, or from JSON Lines. A string says why the file cannot be read. */
export function readPairsJson(content: string): ImportedPairs | string {
  let value: unknown;
  try {
    value = parseStrictJson(content, limits);
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    return error.kind === 'syntax' ? readLines(content) : reasonOf(error);
  }
  const found = findList(value);
  if (found === null) return 'contains no pairs in a supported format';
  const { list, format } = found;
  if (list.length > itemsMax) return tooManyReason;
  switch (format) {
    case 'kendra-json': {
      const version = fieldOf(value, 'schemaversion');
      return version === undefined || version === 1
        ? readKendraJson(list)
        : 'has an unsupported SchemaVersion';
    }
    case 'azure-json':
    case 'qna-maker-json':
      return readAzureJson(list, format);
    default:
      return readOwn(list, format);
  }
}

function findList(value: unknown): {
  readonly list: readonly unknown[];
  readonly format: 'json' | 'json-lines' | 'kendra-json' | 'azure-json' | 'qna-maker-json';
} | null {
  if (Array.isArray(value)) return { list: value, format: 'json' };
  const kendra = fieldOf(value, 'faqdocuments');
  if (Array.isArray(kendra)) return { list: kendra, format: 'kendra-json' };
  const qnaMaker = fieldOf(value, 'qnadocuments');
  if (Array.isArray(qnaMaker)) return { list: qnaMaker, format: 'qna-maker-json' };
  const azure = fieldOf(fieldOf(value, 'assets'), 'qnas') ?? fieldOf(value, 'qnas');
  if (Array.isArray(azure)) return { list: azure, format: 'azure-json' };
  // A JSON Lines file with one line is also valid JSON.
  return fieldOf(value, 'question') === undefined ? null : { list: [value], format: 'json-lines' };
}

/** Each line is a pair; a line that is not valid JSON is skipped with a note. */
function readLines(content: string): ImportedPairs | string {
  const notes: string[] = [];
  const items: unknown[] = [];
  const places: string[] = [];
  for (const [position, line] of content.split('\n').entries()) {
    if (line.trim() === '') continue;
    const place = `line ${position + 1}`;
    if (items.length + notes.length === itemsMax) return tooManyReason;
    try {
      items.push(parseStrictJson(line, limits));
      places.push(place);
    } catch (error) {
      if (!(error instanceof StrictJsonError)) throw error;
      // One bad line is a fault; a file that begins with one is not JSON Lines.
      if (items.length === 0) return reasonOf(error);
      notes.push(`${place}: ${reasonOf(error)}`);
    }
  }
  const read = readOwn(items, 'json-lines', places);
  return { ...read, notes: [...notes, ...read.notes] };
}

function readOwn(
  list: readonly unknown[],
  format: PairsFormat,
  places: readonly string[] = [],
): ImportedPairs {
  const notes: string[] = [];
  const pairs: ImportedPair[] = [];
  for (const [position, item] of list.entries()) {
    const place = places[position] ?? `item ${position + 1}`;
    const parsed = ownSchema.safeParse(item);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      notes.push(`${place}: ${issue?.path.length ? `${issue.path.join('.')}: ` : ''}${issue?.message}`);
      continue;
    }
    const { valid_from: validFrom, valid_until: validUntil, source, url, ...rest } = parsed.data;
    pairs.push(
      importedPair({
        ...rest,
        place,
        source: source ?? '',
        url: url ?? '',
        validFrom: validFrom ?? '',
        validUntil: validUntil ?? '',
      }),
    );
  }
  return { format, pairs, notes };
}

/** A field by its case-insensitive name. */
function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([written]) => written.toLowerCase() === name)?.[1];
}
