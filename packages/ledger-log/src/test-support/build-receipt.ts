import { createHash } from 'node:crypto';
import { commit } from '../commitment.ts';
import { formatEntry, type NamedText } from '../entry.ts';
import { fieldSalt } from '../field-salt.ts';
import { encodeHex } from '../hex.ts';
import { formatCheckpoint } from '../notes/checkpoint.ts';
import { type NoteSigner, signNote } from '../notes/sign-note.ts';
import { composeReceipt, type ReceiptParts } from '../receipt/compose-receipt.ts';
import type { ReceiptState } from '../receipt/receipt.ts';
import { type CitedVersion, spellSources } from '../receipt/receipt-sources.ts';
import type { ReceiptVerifierOptions } from '../receipt/verify-receipt.ts';
import { computeRoot } from '../tree/compute-root.ts';
import { leafHash } from '../tree/hash.ts';
import { inclusionPath } from '../tree/path.ts';
import { proveInclusion } from '../tree/prove-inclusion.ts';
import { inclusionRoot } from '../tree/verify-inclusion.ts';
import { exampleKeyText, exampleSigner } from './build-bundle.ts';
import { verifyInNode } from './ed25519.ts';
import { exampleEvent, hmac } from './example-log.ts';
import { growTree } from './grow-tree.ts';
import { sha256 } from './naive-tree.ts';

const tenantId = 'ten_01m7j7ctvqezgsry291gx0c2ak';
const origin = `avow/${tenantId}`;
const messageIdOf = (number: number) => `msg_01m7j7ctvqezgsry291gx${String(number).padStart(5, '0')}`;

/** The texts of the answer of this number. */
export const receiptTexts = (number: number) => ({
  question: `How high is mountain ${number}?`,
  answer: `It is ${number},849 m high. 🏔`,
  response: JSON.stringify({ message_id: messageIdOf(number), answer: `${number},849 m`, receipt: null }),
});

/** As many cited documents of one version. */
export const exampleSources = (count: number): readonly CitedVersion[] => [
  {
    packId: 'pack_01m7j7ctvqezgsry291gx0c2aq',
    version: 12,
    documents: Array.from({ length: count }, (_, place) => ({
      id: `doc_01m7j7ctvqezgsry291gx0c2a${place}`,
      hash: createHash('sha256').update(`document ${place}`).digest().subarray(0, 16).toString('base64url'),
    })),
  },
];

export interface ReceiptExample {
  readonly number?: number;
  readonly state?: ReceiptState;
  /** How many documents the answer cites. */
  readonly cited?: number;
  /** Fields that not every record has. */
  readonly further?: readonly NamedText[];
  readonly signer?: NoteSigner;
}

/** The leaf of a record, and the salts that open it. */
function exampleReceiptLeaf({ number = 1, state = 'present', cited = 1, further = [] }: ReceiptExample) {
  const { question, answer, response } = receiptTexts(number);
  const given = new Map(further);
  const optional = (name: string) => (given.has(name) ? [[name, given.get(name) ?? ''] as const] : []);
  const sources = cited === 0 ? null : spellSources(exampleSources(cited));
  const texts: readonly NamedText[] = [
    ['question', question],
    ...optional('refined_question'),
    ['answer', answer],
    ['response', response],
    ...(sources === null ? [] : [['sources', sources] as const]),
    ...optional('metadata'),
    ['trace', '{}'],
    ...optional('end_user_id'),
    ['content_state', state === 'redacted' ? 'redacted' : 'present'],
    ['facts', '[]'],
    ['rules', '[0]'],
  ];
  const saltOf = (name: string) => fieldSalt(new Uint8Array(32).fill(number), name, hmac);
  const entry = formatEntry({
    ...{ kind: 'record', tenantId, subject: messageIdOf(number), state: 'delivered' },
    ...{ time: '2026-01-02T03:04:05.678Z', actor: '', details: [] },
    commitments: texts.map(([name, text]) => [name, encodeHex(commit(saltOf(name), text, hmac))]),
  });
  const salts = texts.map(([name]): NamedText => [name, encodeHex(saltOf(name))]);
  return { entry, salts, sources };
}

const hashOf = (entry: string) => leafHash(new TextEncoder().encode(entry), sha256);

async function signTree(size: number, root: Uint8Array, signer: NoteSigner): Promise<string> {
  return await signNote({
    text: formatCheckpoint({ origin, size, root, extensions: [] }),
    signers: [signer],
  });
}

const ownSigner = await exampleSigner(0, origin);

/** A receipt from a log of seven leaves, in which it is the third; what ends its content is the sixth. */
export async function exampleReceipt(example: ReceiptExample = {}): Promise<string> {
  const { number = 1, state = 'present', signer = ownSigner } = example;
  const { entry, salts, sources } = exampleReceiptLeaf(example);
  const index = 2;
  const other = (place: number) => exampleReceiptLeaf({ number: 100 + place }).entry;
  const entries = [other(0), other(1), entry, other(3), other(4), endingOf(state, number, index), other(6)];
  const hashes = entries.map(hashOf);
  const size = entries.length;
  const source = { readHash: growTree(hashes).readHash, sha256 };
  const prove = (of: number) => proveInclusion({ index: of, size }, source);
  const isGone = state !== 'present' && state !== 'redacted';
  return composeReceipt({
    ...{ entry, leafIndex: index, inclusion: await prove(index), state },
    ...{ salts: isGone ? [] : salts, sources: isGone ? null : sources },
    ...{ note: await signTree(size, await computeRoot(hashes, sha256), signer), key: signer.key },
    event: isGone ? { leafIndex: 5, entry: entries[5] ?? '', inclusion: await prove(5) } : null,
  });
}

function endingOf(state: ReceiptState, number: number, index: number): string {
  const of = { tenantId, actor: '' };
  const expiry = (said: string) =>
    exampleEvent({ ...of, kind: 'expiry', state: said, details: [['leaves', `0-${index}`]] }).entry;
  if (state === 'expired') return expiry('content_expired');
  if (state === 'dropped') return expiry('record_dropped');
  return exampleEvent({ ...of, kind: 'erasure', subject: messageIdOf(number), state: 'erased' }).entry;
}

/** What a receipt of a log of any size is made of: the hashes beside its way to the root are made up. */
export async function receiptPartsIn(
  { index, size }: { readonly index: number; readonly size: number },
  example: ReceiptExample = {},
): Promise<ReceiptParts> {
  const { entry, salts, sources } = exampleReceiptLeaf(example);
  const inclusion = inclusionPath({ index, size }).map((_, step) => sha256(Uint8Array.of(step)));
  const root = await inclusionRoot({ index, size, leafHash: hashOf(entry), proof: inclusion }, sha256);
  const note = await signTree(size, root, ownSigner);
  const state = example.state ?? 'present';
  return { entry, leafIndex: index, inclusion, salts, sources, note, key: ownSigner.key, state, event: null };
}

const keyOfExample = exampleKeyText.replace(/^[^+]+\+[^+]+/, `${origin}+${ownSigner.key.id}`);

/** The key that signs the examples. */
export const receiptKeyText = keyOfExample;

/** Uses the functions of Node and trusts the example key. */
export const receiptVerifier: ReceiptVerifierOptions = {
  ...{ trustedKey: receiptKeyText, sha256, hmac, verify: verifyInNode },
};
