import { z } from 'zod';
import { folderLimits } from '../pack-folder.ts';
import { readAzureJson } from './read-azure.ts';
import { readKendraJson } from './read-kendra.ts';
import { type PairsFormat, type WrittenPair, type WrittenPairs, writtenPair } from './written-pair.ts';

const text = z.string().nullable().default(null);
/** The form of our own files. What the texts may hold is checked where pairs of all formats are. */
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
const tooManyReason = `holds more than ${itemsMax} pairs`;

/** Reads pairs from JSON of any known form, or from JSON Lines. A string says why the whole cannot be read. */
export function readPairsJson(content: string): WrittenPairs | string {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return readLines(content);
  }
  const found = findList(value);
  if (found === null) return 'holds no pairs in a form that is known';
  const { list, format } = found;
  if (list.length > itemsMax) return tooManyReason;
  switch (format) {
    case 'kendra-json': {
      const version = fieldOf(value, 'schemaversion');
      return version === undefined || version === 1
        ? readKendraJson(list)
        : 'is of a SchemaVersion that is not known';
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
  // JSON Lines of one line are JSON as well.
  return fieldOf(value, 'question') === undefined ? null : { list: [value], format: 'json-lines' };
}

/** Each line is a pair; a line that is not JSON is one that cannot be taken. */
function readLines(content: string): WrittenPairs | string {
  const notes: string[] = [];
  const items: unknown[] = [];
  const places: string[] = [];
  for (const [position, line] of content.split('\n').entries()) {
    if (line.trim() === '') continue;
    const place = `line ${position + 1}`;
    if (items.length + notes.length === itemsMax) return tooManyReason;
    try {
      items.push(JSON.parse(line));
      places.push(place);
    } catch {
      // One bad line is a fault; a file without a good one is not JSON Lines.
      if (items.length === 0) return 'is not valid JSON';
      notes.push(`${place}: is not valid JSON`);
    }
  }
  const read = readOwn(items, 'json-lines', places);
  return { ...read, notes: [...notes, ...read.notes] };
}

function readOwn(
  list: readonly unknown[],
  format: PairsFormat,
  places: readonly string[] = [],
): WrittenPairs {
  const notes: string[] = [];
  const pairs: WrittenPair[] = [];
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
      writtenPair({
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

/** A field by its name, whichever way its letters are written. */
function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([written]) => written.toLowerCase() === name)?.[1];
}
