import type { LogEntry, NamedText } from '../entry.ts';
import { LogError } from '../log-error.ts';
import { type AnyHmac, type OpenedCommitment, verifyCommitment } from '../verify-commitment.ts';
import type { BundleRecord } from './bundle-line.ts';

/** The plaintext columns of a record, and what it was answered by, which exist as long as the record does. */
const lastingFields: readonly string[] = ['facts', 'rules'];
const contentStateField = 'content_state';

/** The commitments that must be opened, given what remains of the record. */
function commitmentsToOpen({ contentState }: BundleRecord, { commitments }: LogEntry): readonly NamedText[] {
  switch (contentState) {
    case 'present':
    case 'redacted':
      return commitments;
    case 'erased':
    case 'expired':
      return commitments.filter(([name]) => lastingFields.includes(name));
    case 'dropped':
      return [];
  }
}

/** Requires texts under exactly these names. */
function textsOf(pairs: readonly NamedText[], expected: readonly NamedText[]): ReadonlyMap<string, string> {
  const texts = new Map(pairs);
  const missing = expected.find(([name]) => !texts.has(name));
  if (missing !== undefined)
    throw new LogError('fields_wrong', `the field ${missing[0]} or its salt is missing`);
  const names = new Set(expected.map(([name]) => name));
  const surplus = pairs.find(([name]) => !names.has(name));
  if (surplus !== undefined) {
    throw new LogError(
      'fields_wrong',
      `the field ${surplus[0]} is not one that this record can have, given its leaf and its state`,
    );
  }
  return texts;
}

/** Null: the field is what was logged. */
async function findFault(name: string, opened: OpenedCommitment, hmac: AnyHmac): Promise<LogError | null> {
  try {
    await verifyCommitment(opened, hmac);
    return null;
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return new LogError(error.code, `the field ${name}: ${error.message}`);
  }
}

/** Throws a LogError unless the record has exactly the required fields and all of them match the log. */
export async function verifyRecord(record: BundleRecord, entry: LogEntry, hmac: AnyHmac): Promise<void> {
  const expected = commitmentsToOpen(record, entry);
  const fields = textsOf(record.fields, expected);
  const salts = textsOf(record.salts, expected);
  // In parallel, because WebCrypto is slow; the first in the order of the leaf is reported, not the fastest.
  const faults = await Promise.all(
    expected.map(([name, commitment]) =>
      findFault(name, { commitment, salt: salts.get(name) ?? '', text: fields.get(name) ?? '' }, hmac),
    ),
  );
  const fault = faults.find((found) => found !== null);
  if (fault !== undefined) throw fault;
  const logged = fields.get(contentStateField);
  if (logged !== undefined && logged !== record.contentState) {
    throw new LogError('state_contradicted', `the content was ${logged} when the record was logged`);
  }
}
