import { type NamedText, parseEntry } from '../entry.ts';
import { LogError } from '../log-error.ts';
import { parseCheckpoint } from '../notes/checkpoint.ts';
import { parseNote } from '../notes/note.ts';
import type { VerifierKey } from '../notes/verifier-key.ts';
import { formatReceipt, openedFields, type ReceiptEvent, type ReceiptState } from './receipt.ts';
import { readSources } from './receipt-sources.ts';

/** What a receipt is made of: the record, and its way to a signed checkpoint. */
export interface ReceiptParts {
  /** The exact text of the leaf. */
  readonly entry: string;
  readonly leafIndex: number;
  readonly inclusion: readonly Uint8Array[];
  /** In hexadecimal; empty once the content is gone. */
  readonly salts: readonly NamedText[];
  /** The text of the field `sources`; null: the answer cites nothing, or its content is gone. */
  readonly sources: string | null;
  /** The signed note of the checkpoint. */
  readonly note: string;
  /** The key that signed it. */
  readonly key: VerifierKey;
  readonly state: ReceiptState;
  readonly event: ReceiptEvent | null;
}

/** The limit of a receipt whose content is stored, for logs of up to 2^24 leaves. */
export const receiptBytesMax = 2048;

/**
 * The JSON of a receipt. If it would be too large, it does not list the cited documents, and then does not state either that
 * something was redacted: the leaf commits to both all the same, and the response says both.
 */
export function composeReceipt({ entry, note, key, ...parts }: ReceiptParts): string {
  const { kind, tenantId, subject, state: status, time, commitments } = parseEntry(entry);
  if (kind !== 'record' || commitments.some(([name]) => name === 'content'))
    throw new LogError('entry_invalid', 'there are no receipts for leaves of this kind or version');
  const { text, signatures } = parseNote(new TextEncoder().encode(note));
  const { size, extensions } = parseCheckpoint(text);
  const own = signatures.find(({ keyName, keyId }) => keyName === key.name && keyId === key.id);
  if (own === undefined) throw new LogError('signature_missing', 'the key has not signed the checkpoint');
  const { leafIndex, inclusion, state, event } = parts;
  const base = {
    ...{ tenantId, messageId: subject, time, status, commitments, size, extensions },
    ...{ leafIndex, inclusion, event, publicKey: key.publicKey, signature: own.signature },
  };
  const isGone = event !== null;
  const write = (cited: string | null, stated: ReceiptState) =>
    formatReceipt({
      ...base,
      salts: isGone ? [] : saltsFor(parts.salts, { isCited: cited !== null, state: stated }),
      sources: cited === null ? null : readSources(JSON.parse(cited)),
      state: stated,
    });
  const cited = isGone ? null : parts.sources;
  const plain = state === 'redacted' ? 'present' : state;
  // It has characters of one byte only, unless it has an event, and then nothing is left out.
  const fits = (receipt: string) => isGone || receipt.length <= receiptBytesMax;
  const shorter = [() => write(cited, state), () => write(null, state)];
  for (const attempt of shorter) {
    const receipt = attempt();
    if (fits(receipt)) return receipt;
  }
  return write(null, plain);
}

function saltsFor(
  salts: readonly NamedText[],
  { isCited, state }: { readonly isCited: boolean; readonly state: ReceiptState },
): readonly NamedText[] {
  return salts.filter(([name]) => {
    if (name === 'sources') return isCited;
    if (name === 'content_state') return state === 'redacted';
    return openedFields.some((opened) => opened === name);
  });
}
