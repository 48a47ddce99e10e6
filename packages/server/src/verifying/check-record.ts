import { commit, type LogEntry, saltBytes } from '@avow/audit';
import type { ArchivedLeaf, ArchivedMessage, OpenedContent } from '../interfaces/archive.ts';
import type { Digests } from './digests.ts';
import type { LeafWords } from './fault.ts';
import { formatStoredTime } from './format-stored-time.ts';
import type { LeafContext } from './leaf-context.ts';

const factsField = 'facts';

export interface RecordLeaf {
  readonly leaf: ArchivedLeaf;
  readonly entry: LogEntry;
}

export type RecordState = 'whole' | 'emptied' | 'dropped';

/** What is left of a record, or what does not fit. */
export function checkRecord({ leaf, entry }: RecordLeaf, context: LeafContext): RecordState | LeafWords {
  const { message, leafIndex } = leaf;
  if (message === null) return checkDropped(entry, leafIndex, context);
  const fault =
    checkPlace(message, { leaf, entry }) ??
    checkFacts(message, entry, context) ??
    (context.expiries.isDropped(leafIndex) ? stillThere('the record was dropped') : null);
  if (fault !== null) return fault;
  switch (message.contentState) {
    case 'present':
    case 'redacted':
      return checkWhole(message, { leaf, entry }, context) ?? 'whole';
    case 'erased':
    case 'expired':
      return checkEmptied(message, { leaf, entry }, context) ?? 'emptied';
    default:
      return { field: 'messages.content_state', why: 'It is none of the states that content can have.' };
  }
}

const stillThere = (said: string): LeafWords => ({
  field: 'messages.content_state',
  why: `An entry of the log says that ${said}, and it is still there.`,
  shownBy: 'other',
});

function checkDropped(
  { subject }: LogEntry,
  leafIndex: number,
  { archive, tenantId, expiries }: LeafContext,
): RecordState | LeafWords {
  if (archive.findDropped(tenantId, subject) !== leafIndex) {
    return { field: 'messages', why: 'The record is missing, and it is not among those that were dropped.' };
  }
  if (expiries.isDropped(leafIndex)) return 'dropped';
  return {
    field: 'dropped_records',
    why: 'The record is said to have been dropped, and no entry of the log says so.',
    shownBy: 'other',
  };
}

/** That the row is the one which the leaf is about. */
function checkPlace(message: ArchivedMessage, { leaf, entry }: RecordLeaf): LeafWords | null {
  if (message.messageId !== entry.subject) {
    return { field: 'messages.message_id', why: `The log has the message ${entry.subject} here.` };
  }
  if (message.leafHash !== Buffer.from(leaf.leafHash).toString('hex')) {
    return { field: 'messages.leaf_hash', why: 'It is not the hash of the entry at this place.' };
  }
  if (message.status !== entry.state) {
    return { field: 'messages.status', why: `The log says ${entry.state}, the row ${message.status}.` };
  }
  if (formatStoredTime(message.createdAtMs) !== entry.time) {
    return { field: 'messages.created_at_ms', why: `The log says ${entry.time}, and the row another time.` };
  }
  return null;
}

function checkFacts(message: ArchivedMessage, entry: LogEntry, { digests }: LeafContext): LeafWords | null {
  const commitment = entry.commitments.find(([name]) => name === factsField)?.[1];
  if (commitment === undefined) return null;
  if (opens({ salt: message.factsSalt(), text: message.facts, commitment }, digests)) return null;
  return {
    field: factsField,
    why: 'The columns in clear (thread, band, score, tripwire, source, channel, policy, packs, time, tier, routing, degraded, findings) are not those that were logged.',
  };
}

function checkWhole(
  message: ArchivedMessage,
  { leaf, entry }: RecordLeaf,
  context: LeafContext,
): LeafWords | null {
  for (const [held, field] of [
    [message.secret, 'messages.secret_no'],
    [message.content, 'messages.content_no'],
  ] as const) {
    if (held !== 'kept') return { field, why: 'The record is said to be whole, and this is missing.' };
  }
  if (context.expiries.isExpired(leaf.leafIndex)) return stillThere('its content has expired');
  const opened = message.open();
  if (opened === null) {
    return {
      field: 'record_contents.content',
      why: 'The content does not open: it, its secret, or the key of the tenant was changed.',
    };
  }
  return checkFields(opened, entry, context);
}

function checkFields(opened: OpenedContent, entry: LogEntry, { digests }: LeafContext): LeafWords | null {
  const logged = entry.commitments.filter(([name]) => name !== factsField);
  for (const [name, commitment] of logged) {
    const text = opened.fields.find(([field]) => field === name)?.[1];
    if (text === undefined)
      return { field: name, why: 'The log commits to this field, and it is not there.' };
    if (!opens({ salt: opened.saltOf(name), text, commitment }, digests)) {
      return { field: name, why: 'It is not the text that was logged.' };
    }
  }
  const surplus = opened.fields.find(([field]) => !logged.some(([name]) => name === field));
  if (surplus !== undefined)
    return { field: surplus[0], why: 'The log knows of no such field of this record.' };
  if (!opened.isPersonRight) {
    return { field: 'messages.end_user_id', why: 'The row says of another person that they asked.' };
  }
  return null;
}

function opens(
  { salt, text, commitment }: { readonly salt: string; readonly text: string; readonly commitment: string },
  { hmac }: Digests,
): boolean {
  const bytes = Buffer.from(salt, 'hex');
  return bytes.length === saltBytes && text.isWellFormed() && commit(bytes, text, hmac) === commitment;
}

function checkEmptied(
  message: ArchivedMessage,
  { leaf, entry }: RecordLeaf,
  { archive, tenantId, expiries }: LeafContext,
): LeafWords | null {
  for (const [held, field] of [
    [message.secret, 'messages.secret_no'],
    [message.content, 'messages.content_no'],
  ] as const) {
    if (held !== 'none')
      return { field, why: `The content is ${message.contentState}, and this is left of it.` };
  }
  const isErased = archive.findDeed(tenantId, 'erasure', entry.subject) !== null;
  const isErasedHere = message.contentState === 'erased';
  if (isErasedHere && message.person !== null) {
    return { field: 'messages.end_user_id', why: 'The content is erased, and who asked is still there.' };
  }
  if (isErasedHere ? isErased : expiries.isExpired(leaf.leafIndex) && !isErased) return null;
  const why = isErased
    ? 'The log says that it was erased, and the row that it has expired.'
    : `The content is ${message.contentState}, and no entry of the log says so.`;
  return { field: 'messages.content_state', why, shownBy: 'other' };
}
