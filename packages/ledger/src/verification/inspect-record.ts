import { commit, type LogEntry, saltBytes } from '@avow/ledger-log/entries';
import type { ArchivedLeaf, ArchivedMessage, OpenedContent } from './archive.ts';
import type { Digests } from './digests.ts';
import type { LeafFaultDetails } from './fault.ts';
import { formatStoredTime } from './format-stored-time.ts';
import type { LeafContext } from './leaf-context.ts';

const factsField = 'facts';
const rulesField = 'rules';
const lastingFields: readonly string[] = [factsField, rulesField];

export interface RecordLeaf {
  readonly leaf: ArchivedLeaf;
  readonly entry: LogEntry;
}

export type RecordState = 'whole' | 'emptied' | 'dropped';

/** What remains of a record, or the fault in it. */
export function inspectRecord(
  { leaf, entry }: RecordLeaf,
  context: LeafContext,
): RecordState | LeafFaultDetails {
  const { message, leafIndex } = leaf;
  if (message === null) return inspectDropped(entry, leafIndex, context);
  const fault =
    findRowFault(message, { leaf, entry }) ??
    findFactsFault(message, entry, context) ??
    findRulesFault(message, { leaf, entry }, context) ??
    (context.expiries.isDropped(leafIndex) ? stillThere('the record was dropped') : null);
  if (fault !== null) return fault;
  switch (message.contentState) {
    case 'present':
    case 'redacted':
      return findWholeFault(message, { leaf, entry }, context) ?? 'whole';
    case 'erased':
    case 'expired':
      return findEmptiedFault(message, { leaf, entry }, context) ?? 'emptied';
    default:
      return { field: 'messages.content_state', why: 'It is not a valid content state.' };
  }
}

const stillThere = (said: string): LeafFaultDetails => ({
  field: 'messages.content_state',
  why: `The log says that ${said}, but it still exists.`,
  shownBy: 'other',
});

function inspectDropped(
  { subject }: LogEntry,
  leafIndex: number,
  { archive, tenantId, expiries }: LeafContext,
): RecordState | LeafFaultDetails {
  if (archive.findDropped(tenantId, subject) !== leafIndex) {
    return { field: 'messages', why: 'The record is missing and is not listed as dropped.' };
  }
  if (expiries.isDropped(leafIndex)) return 'dropped';
  return {
    field: 'dropped_records',
    why: 'The record is listed as dropped, but no entry of the log says so.',
    shownBy: 'other',
  };
}

/** Compares the columns of the row with the leaf. */
function findRowFault(message: ArchivedMessage, { leaf, entry }: RecordLeaf): LeafFaultDetails | null {
  if (message.messageId !== entry.subject) {
    return { field: 'messages.message_id', why: `The log has the message ${entry.subject} at this index.` };
  }
  if (message.leafHash !== Buffer.from(leaf.leafHash).toString('hex')) {
    return { field: 'messages.leaf_hash', why: 'It is not the hash of the entry at this index.' };
  }
  if (message.status !== entry.state) {
    return { field: 'messages.status', why: `The log says ${entry.state}, the row ${message.status}.` };
  }
  if (formatStoredTime(message.createdAtMs) !== entry.time) {
    return {
      field: 'messages.created_at_ms',
      why: `The log says ${entry.time}, but the row has a different time.`,
    };
  }
  return null;
}

function findFactsFault(
  message: ArchivedMessage,
  entry: LogEntry,
  { digests, opensContent }: LeafContext,
): LeafFaultDetails | null {
  if (!opensContent) return null;
  const commitment = entry.commitments.find(([name]) => name === factsField)?.[1];
  if (commitment === undefined) return null;
  if (opensCommitment({ salt: message.lastingSalt(factsField), text: message.facts, commitment }, digests))
    return null;
  return {
    field: factsField,
    why: 'The plaintext columns (thread, band, score, tripwire, source, channel, policy, packs, time, tier, routing, degraded, findings) are not those that were logged.',
  };
}

/** What it was answered by: the entries that the record names, and that they are such entries of this log. */
function findRulesFault(
  { rules, lastingSalt }: ArchivedMessage,
  { leaf, entry }: RecordLeaf,
  { digests, opensContent, rules: known }: LeafContext,
): LeafFaultDetails | null {
  const commitment = entry.commitments.find(([name]) => name === rulesField)?.[1];
  if (rules === null && commitment === undefined) return null;
  const why =
    rules === null || commitment === undefined
      ? 'The record names entries that it was answered by, and the log does not, or the other way round.'
      : !opensContent || opensCommitment({ salt: lastingSalt(rulesField), text: rules, commitment }, digests)
        ? known.findFault(rules, leaf.leafIndex)
        : 'The entries that the record names as what it was answered by are not those that were logged.';
  return why === null ? null : { field: rulesField, why };
}

function findWholeFault(
  message: ArchivedMessage,
  { leaf, entry }: RecordLeaf,
  context: LeafContext,
): LeafFaultDetails | null {
  for (const [held, field] of [
    [message.secret, 'messages.secret_no'],
    [message.content, 'messages.content_no'],
  ] as const) {
    if (held !== 'kept') return { field, why: 'The record is marked as complete, but this is missing.' };
  }
  if (context.expiries.isExpired(leaf.leafIndex)) return stillThere('its content has expired');
  if (!context.opensContent) return null;
  const opened = message.open();
  if (opened === null) {
    return {
      field: 'record_contents.content',
      why: 'The content cannot be decrypted: it, its secret, or the key of the tenant was changed.',
    };
  }
  return findFieldFault(opened, entry, context);
}

function findFieldFault(
  opened: OpenedContent,
  entry: LogEntry,
  { digests }: LeafContext,
): LeafFaultDetails | null {
  const logged = entry.commitments.filter(([name]) => !lastingFields.includes(name));
  for (const [name, commitment] of logged) {
    const text = opened.fields.find(([field]) => field === name)?.[1];
    if (text === undefined) return { field: name, why: 'The log commits to this field, but it is missing.' };
    if (!opensCommitment({ salt: opened.saltOf(name), text, commitment }, digests)) {
      return { field: name, why: 'It is not the text that was logged.' };
    }
  }
  const surplus = opened.fields.find(([field]) => !logged.some(([name]) => name === field));
  if (surplus !== undefined)
    return { field: surplus[0], why: 'The log does not commit to such a field of this record.' };
  if (!opened.isPersonRight) {
    return { field: 'messages.end_user_id', why: 'The row names a different end user.' };
  }
  return null;
}

function opensCommitment(
  { salt, text, commitment }: { readonly salt: string; readonly text: string; readonly commitment: string },
  { hmac }: Digests,
): boolean {
  const bytes = Buffer.from(salt, 'hex');
  return bytes.length === saltBytes && text.isWellFormed() && commit(bytes, text, hmac) === commitment;
}

function findEmptiedFault(
  message: ArchivedMessage,
  { leaf, entry }: RecordLeaf,
  { archive, tenantId, expiries }: LeafContext,
): LeafFaultDetails | null {
  for (const [held, field] of [
    [message.secret, 'messages.secret_no'],
    [message.content, 'messages.content_no'],
  ] as const) {
    if (held !== 'none')
      return { field, why: `The content is ${message.contentState}, but this part of it remains.` };
  }
  const isErased = archive.findEvent(tenantId, 'erasure', entry.subject) !== null;
  const isErasedHere = message.contentState === 'erased';
  if (isErasedHere && message.person !== null) {
    return { field: 'messages.end_user_id', why: 'The content is erased, but the end user is still stored.' };
  }
  if (isErasedHere ? isErased : expiries.isExpired(leaf.leafIndex) && !isErased) return null;
  const why = isErased
    ? 'The log says that it was erased, but the row says that it has expired.'
    : `The content is ${message.contentState}, but no entry of the log says so.`;
  return { field: 'messages.content_state', why, shownBy: 'other' };
}
