import type { LogEntry, NamedText } from '../entry.ts';
import { LogError } from '../log-error.ts';
import { type AnyHmac, type OpenedCommitment, verifyCommitment } from '../verify-commitment.ts';
import type { BundleRecord } from './bundle-line.ts';

/** What the store says of a record in columns in clear: it stays as long as the record does. */
const factsField = 'facts';
const contentStateField = 'content_state';

/** Which of the commitments of a leaf must be opened, by what is left of its record. */
function commitmentsToOpen({ contentState }: BundleRecord, { commitments }: LogEntry): readonly NamedText[] {
  switch (contentState) {
    case 'present':
    case 'redacted':
      return commitments;
    case 'erased':
    case 'expired':
      return commitments.filter(([name]) => name === factsField);
    case 'dropped':
      return [];
  }
}

/** That there are texts under exactly these names. */
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
      `the field ${surplus[0]} is none that the record can have as its leaf and state are`,
    );
  }
  return texts;
}

/** Null where the field is what was logged. */
async function findFault(name: string, opened: OpenedCommitment, hmac: AnyHmac): Promise<LogError | null> {
  try {
    await verifyCommitment(opened, hmac);
    return null;
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return new LogError(error.code, `the field ${name}: ${error.message}`);
  }
}

/** Throws a LogError unless all that must be there of a record is there, nothing else, and all of it is what was logged. */
export async function checkRecord(record: BundleRecord, entry: LogEntry, hmac: AnyHmac): Promise<void> {
  const expected = commitmentsToOpen(record, entry);
  const fields = textsOf(record.fields, expected);
  const salts = textsOf(record.salts, expected);
  // At once, since WebCrypto takes its time for each; the first in the leaf is told of, not the fastest.
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
