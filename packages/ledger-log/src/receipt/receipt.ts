import { decodeBase64Url, encodeBase64Url } from '../base64.ts';
import type { NamedText } from '../entry.ts';
import { decodeHex, encodeHex } from '../hex.ts';
import { LogError } from '../log-error.ts';
import { isTime } from '../time.ts';
import { type CitedVersion, readSources, spellSources } from './receipt-sources.ts';

/** What a receipt can open of a record, if one has the texts. */
export const openedFields = ['question', 'answer', 'response', 'sources', 'content_state'] as const;

/** The fields that the leaf of a record can commit to, in its order. */
const committedFields = [
  ...['question', 'refined_question', 'answer', 'response', 'sources', 'metadata', 'trace'],
  ...['end_user_id', 'content_state', 'facts', 'rules'],
] as const;

const receiptStates = ['present', 'redacted', 'erased', 'expired', 'dropped'] as const;
export type ReceiptState = (typeof receiptStates)[number];

/** A later entry of the log which says that the content was destroyed. */
export interface ReceiptEvent {
  readonly leafIndex: number;
  readonly entry: string;
  readonly inclusion: readonly Uint8Array[];
}

/** Proof of one answer that is checked without the service: the leaf of its record, and the way to a signed checkpoint. */
export interface Receipt {
  readonly tenantId: string;
  readonly messageId: string;
  /** When it was asked. */
  readonly time: string;
  readonly status: string;
  /** All that the leaf commits to, in hexadecimal. */
  readonly commitments: readonly NamedText[];
  /** Those of `openedFields` that it opens, in hexadecimal. */
  readonly salts: readonly NamedText[];
  /** What the answer cites; null: it cites nothing, or what it cites is not listed. */
  readonly sources: readonly CitedVersion[] | null;
  readonly leafIndex: number;
  /** Of the tree that was signed. Its root follows from the leaf and the proof. */
  readonly size: number;
  readonly inclusion: readonly Uint8Array[];
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
  /** Further lines of the checkpoint: only one that replaces the key has any. */
  readonly extensions: readonly string[];
  readonly state: ReceiptState;
  /** Null while the content is stored. */
  readonly event: ReceiptEvent | null;
}

/** A receipt with an event that names many leaves is the largest. */
export const receiptCharsMax = 16_384;

const hashBytes = 32;
const signatureBytes = 64;
const proofHashesMax = 53;
const extensionsMax = 16;
const extensionCharsMax = 1024;

const malformed = (message: string) => new LogError('receipt_malformed', message);

const encodeAll = (hashes: readonly Uint8Array[]): string => {
  const bytes = new Uint8Array(hashes.length * hashBytes);
  for (const [place, hash] of hashes.entries()) bytes.set(hash, place * hashBytes);
  return encodeBase64Url(bytes);
};

function encodeFields(names: readonly string[], pairs: readonly NamedText[]): string {
  const texts = new Map(pairs);
  if ([...texts.keys()].some((name) => !names.includes(name)))
    throw malformed('a receipt has no place for one of the fields of this record');
  return names.map((name) => encodeBase64Url(decodeHex(texts.get(name) ?? '') ?? new Uint8Array())).join('.');
}

/** The JSON object, in its one spelling. */
export function formatReceipt(receipt: Receipt): string {
  const { sources, extensions, state, event } = receipt;
  const base = {
    avow_receipt: 1,
    tenant: receipt.tenantId,
    message: receipt.messageId,
    time: receipt.time,
    status: receipt.status,
    commitments: encodeFields(committedFields, receipt.commitments),
    salts: encodeFields(openedFields, receipt.salts),
    ...(sources === null ? {} : { sources: JSON.parse(spellSources(sources)) as unknown }),
    leaf: receipt.leafIndex,
    inclusion: encodeAll(receipt.inclusion),
    size: receipt.size,
    key: encodeBase64Url(receipt.publicKey),
    signature: encodeBase64Url(receipt.signature),
    ...(extensions.length === 0 ? {} : { extensions }),
    ...(state === 'present' ? {} : { state }),
  };
  if (event === null) return JSON.stringify(base);
  const { leafIndex: leaf, entry, inclusion } = event;
  return JSON.stringify({ ...base, event: { leaf, entry, inclusion: encodeAll(inclusion) } });
}

const whiteSpace = /[ \t\r\n]+/g;

/** Reads a receipt, however it is indented. Nothing of it is verified: `verifyReceipt` does that. */
export function parseReceipt(text: string): Receipt {
  if (text.length > receiptCharsMax) throw malformed(`a receipt has at most ${receiptCharsMax} characters`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed('a receipt must be JSON');
  }
  const receipt = readReceipt(membersOf(value));
  // What comes twice, in another order, or is written in another way is refused: a receipt has one meaning.
  if (formatReceipt(receipt).replace(whiteSpace, '') !== text.replace(whiteSpace, ''))
    throw malformed('the receipt has other members, or is not in its one spelling');
  return receipt;
}

type Members = Readonly<Record<string, unknown>>;

function membersOf(value: unknown): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed('a receipt must be an object');
  return value as Members;
}

function readReceipt(members: Members): Receipt {
  if (members.avow_receipt !== 1) throw malformed('it is not a receipt of version 1');
  const { time, state = 'present', sources, event } = members;
  if (typeof time !== 'string' || !isTime(time)) throw malformed('the time is not one');
  const known = receiptStates.find((name) => name === state);
  if (known === undefined) throw malformed('the state is not one');
  return {
    tenantId: wordOf(members, 'tenant'),
    messageId: wordOf(members, 'message'),
    time,
    status: wordOf(members, 'status'),
    commitments: fieldsOf(members, 'commitments', committedFields),
    salts: fieldsOf(members, 'salts', openedFields),
    sources: sources === undefined ? null : readSources(sources),
    leafIndex: wholeOf(members, 'leaf'),
    inclusion: hashesOf(members),
    size: wholeOf(members, 'size'),
    publicKey: bytesOf(members, 'key', hashBytes),
    signature: bytesOf(members, 'signature', signatureBytes),
    extensions: extensionsOf(members),
    state: known,
    event: event === undefined ? null : readEvent(membersOf(event)),
  };
}

function readEvent(members: Members): ReceiptEvent {
  const { entry } = members;
  if (typeof entry !== 'string' || !entry.isWellFormed()) throw malformed('the entry of an event is a text');
  return { leafIndex: wholeOf(members, 'leaf'), entry, inclusion: hashesOf(members) };
}

const wordPattern = /^[A-Za-z0-9_]{1,64}$/;

function wordOf(members: Members, name: string): string {
  const value = members[name];
  if (typeof value !== 'string' || !wordPattern.test(value))
    throw malformed(`${name} is not an id or a name`);
  return value;
}

function wholeOf(members: Members, name: string): number {
  const value = members[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw malformed(`${name} is not a whole number`);
  return value;
}

function bytesOf(members: Members, name: string, length: number): Uint8Array<ArrayBuffer> {
  const value = members[name];
  const bytes = typeof value === 'string' ? decodeBase64Url(value) : null;
  if (bytes?.length !== length) throw malformed(`${name} is not ${length} bytes`);
  return bytes;
}

function hashesOf({ inclusion }: Members): readonly Uint8Array[] {
  const bytes = typeof inclusion === 'string' ? decodeBase64Url(inclusion) : null;
  if (bytes === null || bytes.length % hashBytes !== 0 || bytes.length > proofHashesMax * hashBytes)
    throw malformed('inclusion is not a list of hashes');
  return Array.from({ length: bytes.length / hashBytes }, (_, place) =>
    bytes.slice(place * hashBytes, (place + 1) * hashBytes),
  );
}

/** The named hashes, joined by points; nothing stands where there is none. */
function fieldsOf(members: Members, name: string, names: readonly string[]): readonly NamedText[] {
  const value = members[name];
  const parts = typeof value === 'string' ? value.split('.') : [];
  if (parts.length !== names.length) throw malformed(`${name} are not ${names.length} places`);
  return parts.flatMap((part, place): NamedText[] => {
    if (part === '') return [];
    const bytes = decodeBase64Url(part);
    if (bytes?.length !== hashBytes) throw malformed(`${name} has something that is not a hash`);
    return [[names[place] ?? '', encodeHex(bytes)]];
  });
}

function extensionsOf({ extensions = [] }: Members): readonly string[] {
  if (!Array.isArray(extensions) || extensions.length > extensionsMax)
    throw malformed('extensions are not lines of a checkpoint');
  return extensions.map((line: unknown) => {
    if (typeof line !== 'string' || line.length > extensionCharsMax || !line.isWellFormed())
      throw malformed('extensions are not lines of a checkpoint');
    return line;
  });
}
