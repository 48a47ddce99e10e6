import { hash } from 'node:crypto';
import { formatTime } from '@avow/contract/values';
import { commit, fieldSalt, leafHash, type NamedText, spellEntry } from '@avow/ledger-log/entries';
import { hmacSha256 } from '@avow/storage/sealing';

/** The fields that a leaf commits to, with the texts that it commits to. */
export interface CommittedRecord {
  readonly tenantId: string;
  readonly messageId: string;
  readonly status: string;
  readonly createdAtMs: number;
  /** Under the record's secret. */
  readonly fields: readonly NamedText[];
  /** The unencrypted columns, under a secret that outlives the record's. */
  readonly facts: string;
  /** The entries that say what it was answered by, under the same secret; null: none are known. */
  readonly rules: string | null;
}

const factsField = 'facts';
const rulesField = 'rules';

/** Fields under the secret that outlives the record's. */
export const lastingFields: readonly string[] = [factsField, rulesField];

/** Of a field, in hexadecimal. */
export function saltOf(secret: Uint8Array, name: string): string {
  return fieldSalt(secret, name, hmacSha256);
}

function commitmentTo(secret: Uint8Array, [name, text]: NamedText): NamedText {
  return [name, commit(Buffer.from(saltOf(secret, name), 'hex'), text, hmacSha256)];
}

/** The leaf of a message that ended. */
export function makeRecordEntry(
  record: CommittedRecord,
  { secret, factsSecret }: { readonly secret: Uint8Array; readonly factsSecret: Uint8Array },
): string {
  const { tenantId, messageId, status, createdAtMs, fields, facts, rules } = record;
  return spellEntry({
    kind: 'record',
    tenantId,
    subject: messageId,
    state: status,
    time: formatTime(createdAtMs),
    actor: '',
    details: [],
    commitments: [
      ...fields.map((field) => commitmentTo(secret, field)),
      commitmentTo(factsSecret, [factsField, facts]),
      ...(rules === null ? [] : [commitmentTo(factsSecret, [rulesField, rules])]),
    ],
  });
}

/** By way of a string, one unit for each byte: a buffer that Node allocates for the digest costs twice the hashing. */
export function sha256(bytes: Uint8Array): Buffer {
  return Buffer.from(hash('sha256', bytes, 'binary'), 'binary');
}

/** The hash of a leaf in the tree. */
export function hashEntry(text: string): Buffer {
  return leafHash(Buffer.from(text), sha256);
}
