import { formatEntry, type NamedText, parseEntry } from '../entry.ts';
import { parseLeafRanges } from '../leaf-ranges.ts';
import { LogError } from '../log-error.ts';
import { formatCheckpoint } from '../notes/checkpoint.ts';
import { formatNote } from '../notes/note.ts';
import { openCheckpoint } from '../notes/open-checkpoint.ts';
import type { VerifyEd25519 } from '../notes/open-note.ts';
import {
  formatVerifierKey,
  makeVerifierKey,
  parseVerifierKey,
  type VerifierKey,
} from '../notes/verifier-key.ts';
import { type AnySha256, leafHash } from '../tree/hash.ts';
import { inclusionRoot, verifyInclusion } from '../tree/verify-inclusion.ts';
import { type AnyHmac, verifyCommitment } from '../verify-commitment.ts';
import { openedFields, parseReceipt, type Receipt } from './receipt.ts';
import { spellSources } from './receipt-sources.ts';

/** What somebody has beside a receipt, to be compared with what the log commits to. */
export const comparedFields = ['question', 'answer', 'response'] as const;
export type ComparedField = (typeof comparedFields)[number];

/** A signed checkpoint, and the keys that are said to have signed it and that are trusted. */
interface SignedByKey {
  readonly tenantId: string;
  readonly verifierKey: string;
  /** The signed note. */
  readonly note: string;
  readonly trusted: VerifierKey | null;
}

/** Throws unless the trusted key leads to the one that signed, and that one signed the note. */
export type FollowKeys = (signed: SignedByKey) => Promise<void>;

export interface ReceiptVerifierOptions {
  /** The verifier key of the log, from elsewhere; null: that of the receipt is used. */
  readonly trustedKey: string | null;
  /** Left out: the key that signed must be the trusted one itself. */
  readonly followKeys?: FollowKeys;
  /** The exact texts. */
  readonly texts?: Readonly<Partial<Record<ComparedField, string>>>;
  readonly sha256: AnySha256;
  readonly hmac: AnyHmac;
  readonly verify: VerifyEd25519;
}

export interface VerifiedReceipt {
  readonly receipt: Receipt;
  readonly origin: string;
  /** The key that signed. */
  readonly verifierKey: string;
  /** Whether it is the key that was given, or one that statements lead to. */
  readonly isKeyTrusted: boolean;
  readonly root: Uint8Array;
  readonly leafHash: Uint8Array;
  /** Which of the given texts are those on record. */
  readonly compared: readonly ComparedField[];
}

/** Throws a LogError that names the first thing that is wrong. */
export async function verifyReceipt(text: string, options: ReceiptVerifierOptions): Promise<VerifiedReceipt> {
  const receipt = parseReceipt(text);
  requireSalts(receipt);
  const signed = await openReceiptCheckpoint(receipt, options);
  await verifyEvent(receipt, signed, options);
  await verifyOwnFields(receipt, options);
  const compared = await compareTexts(receipt, options);
  return { receipt, ...signed, isKeyTrusted: options.trustedKey !== null, compared };
}

/** While content is stored, what it can be opened with belongs to the receipt; afterwards an event says where it went. */
function requireSalts({ state, event, salts, sources, commitments }: Receipt): void {
  const isGone = event !== null;
  if (isGone !== (state === 'erased' || state === 'expired' || state === 'dropped'))
    throw new LogError('state_unexplained', `the content is said to be ${state}, and no event says so`);
  const names = new Set(salts.map(([name]) => name));
  const committed = new Set(commitments.map(([name]) => name));
  const expected = openedFields.filter((name) => {
    if (isGone) return false;
    if (name === 'sources') return sources !== null;
    return name === 'content_state' ? state === 'redacted' : committed.has(name);
  });
  const fits =
    names.size === expected.length && expected.every((name) => names.has(name) && committed.has(name));
  if (!fits || (isGone && sources !== null))
    throw new LogError('fields_wrong', 'the salts are not those that a receipt of this state has');
}

type Signed = Pick<VerifiedReceipt, 'origin' | 'verifierKey' | 'root' | 'leafHash'>;

/** Whether the key has signed a tree that has this leaf at this place. */
async function openReceiptCheckpoint(
  receipt: Receipt,
  { trustedKey, followKeys, sha256, verify }: ReceiptVerifierOptions,
): Promise<Signed> {
  const { tenantId, leafIndex: index, size, inclusion: proof, extensions, signature } = receipt;
  const origin = `avow/${tenantId}`;
  const key = await makeVerifierKey({ name: origin, publicKey: receipt.publicKey }, sha256);
  const verifierKey = formatVerifierKey(key);
  const hash = new Uint8Array(await leafHash(new TextEncoder().encode(leafOf(receipt)), sha256));
  const root = await inclusionRoot({ index, size, leafHash: hash, proof }, sha256);
  const text = formatCheckpoint({ origin, size, root, extensions });
  const note = formatNote({ text, signatures: [{ keyName: origin, keyId: key.id, signature }] });
  const trusted = trustedKey === null ? null : await parseVerifierKey(trustedKey, sha256);
  try {
    if (followKeys !== undefined) await followKeys({ tenantId, verifierKey, note, trusted });
    else {
      if (trusted !== null && formatVerifierKey(trusted) !== verifierKey)
        throw new LogError('key_untrusted', 'it is another key');
      await openCheckpoint(new TextEncoder().encode(note), { origin, keys: [key], verify });
    }
  } catch (error) {
    throw error instanceof LogError ? new LogError(error.code, whyOf(error)) : error;
  }
  return { origin, verifierKey, root, leafHash: hash };
}

/** The root follows from the rest, so that a wrong one and a wrong signature look the same. */
function whyOf({ code, message }: LogError): string {
  if (code === 'signature_wrong')
    return 'the key has not signed a log that has this record at this place: the record, its place, the proof or the signature is not what was issued';
  if (code === 'key_untrusted')
    return 'the receipt is signed by another key than the one given, and no statement leads from one to the other';
  return message;
}

/** The exact text of the leaf. */
function leafOf({ tenantId, messageId, status, time, commitments }: Receipt): string {
  const what = { kind: 'record', tenantId, subject: messageId, state: status, time };
  return formatEntry({ ...what, actor: '', details: [], commitments });
}

/** That content is gone is said by an entry of the same tree. */
async function verifyEvent(
  { event, state, tenantId, messageId, leafIndex, size }: Receipt,
  { root }: Signed,
  { sha256 }: ReceiptVerifierOptions,
): Promise<void> {
  if (event === null) return;
  const { leafIndex: index, entry: text, inclusion: proof } = event;
  const entry = parseEntry(text);
  const hash = new Uint8Array(await leafHash(new TextEncoder().encode(text), sha256));
  await verifyInclusion({ index, size, root, leafHash: hash, proof }, sha256);
  const wanted = {
    ...{ erased: 'erased', expired: 'content_expired', dropped: 'record_dropped' },
    ...{ present: null, redacted: null },
  }[state];
  const isOfRecord =
    state === 'erased'
      ? entry.kind === 'erasure' && entry.subject === messageId
      : entry.kind === 'expiry' && namesLeaf(entry.details, leafIndex);
  if (!isOfRecord || entry.state !== wanted || entry.tenantId !== tenantId || index <= leafIndex)
    throw new LogError('state_unexplained', `the event does not say that the content was ${state}`);
}

function namesLeaf(details: readonly NamedText[], index: number): boolean {
  const leaves = new Map(details).get('leaves') ?? '';
  return parseLeafRanges(leaves).some(({ start, end }) => start <= index && index < end);
}

async function verifyOwnFields(receipt: Receipt, { hmac }: ReceiptVerifierOptions): Promise<void> {
  const { sources, state } = receipt;
  if (sources !== null) await open(receipt, ['sources', spellSources(sources)], hmac);
  if (state === 'redacted') await open(receipt, ['content_state', state], hmac);
}

async function compareTexts(
  receipt: Receipt,
  { texts = {}, hmac }: ReceiptVerifierOptions,
): Promise<readonly ComparedField[]> {
  const compared: ComparedField[] = [];
  for (const name of comparedFields) {
    const text = texts[name];
    if (text === undefined) continue;
    await open(receipt, [name, text], hmac);
    compared.push(name);
  }
  return compared;
}

const shownAs: Readonly<Record<string, string>> = {
  question: 'this is not the question on record',
  answer: 'this is not the answer on record',
  response: 'this is not the response on record',
  sources: 'these are not the cited documents on record',
  content_state: 'the record does not say that something in it was redacted',
};

async function open(
  { salts, commitments, state }: Receipt,
  [name, text]: NamedText,
  hmac: AnyHmac,
): Promise<void> {
  const salt = new Map(salts).get(name);
  const commitment = new Map(commitments).get(name);
  if (salt === undefined || commitment === undefined)
    throw new LogError('fields_wrong', `the ${name} cannot be compared: the content is ${state}`);
  try {
    await verifyCommitment({ salt, commitment, text }, hmac);
  } catch (error) {
    throw error instanceof LogError ? new LogError(error.code, shownAs[name] ?? error.message) : error;
  }
}
