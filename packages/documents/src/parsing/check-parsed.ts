import type { ParsedFile, ParsedTable, TextPassage } from './parsed-file.ts';
import type { ParserMessage } from './serve-parsing.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isText = (value: unknown) => typeof value === 'string';
const isTextOrNothing = (value: unknown) => value === undefined || value === null || isText(value);
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
const isListOf = (value: unknown, isItem: (item: unknown) => boolean) =>
  Array.isArray(value) && value.every(isItem);

/** What a process says that may have been taken over by what it reads; null if it may not say so. */
export function checkParserMessage(said: unknown): ParserMessage | null {
  if (!isFields(said)) return null;
  const isSound =
    said['kind'] === 'ready' ||
    said['kind'] === 'split' ||
    (said['kind'] === 'passages' && isListOf(said['passages'], isPassage)) ||
    (said['kind'] === 'member' && isMember(said['member'])) ||
    (said['kind'] === 'parsed' && isParsed(said['parsed']));
  return isSound ? (said as unknown as ParserMessage) : null;
}

function isPassage(value: unknown): value is TextPassage {
  return (
    isFields(value) &&
    [value['headings'], value['lead'], value['text']].every(isText) &&
    [value['start'], value['end']].every(isCount)
  );
}

function isParsed(value: unknown): value is ParsedFile | ParsedTable {
  if (!isFields(value)) return false;
  if (value['kind'] === 'fault') return isText(value['reason']);
  if (value['kind'] === 'document')
    return isTextOrNothing(value['title']) && isText(value['text']) && isTextOrNothing(value['leftOut']);
  if (value['kind'] === 'table') return isListOf(value['sheets'], isSheet);
  return (
    value['kind'] === 'archive' &&
    isListOf(value['members'], isMember) &&
    isListOf(value['faults'], isMemberFault) &&
    isListOf(value['unsupported'], isText)
  );
}

const isSheet = (value: unknown) =>
  isFields(value) && isText(value['name']) && isListOf(value['rows'], isRow);
const isRow = (value: unknown) =>
  isFields(value) && isCount(value['number']) && isListOf(value['cells'], isText);
const isMember = (value: unknown) =>
  isFields(value) && isText(value['path']) && value['bytes'] instanceof Uint8Array;
const isMemberFault = (value: unknown) => isFields(value) && isText(value['path']) && isText(value['reason']);
