import { type LogEntry, leafHash, parseEntry } from '@avow/ledger-log/entries';
import type { ArchivedLeaf } from './archive.ts';
import { isLeafFault, type LeafFault, type LeafFaultDetails, leafFault } from './fault.ts';
import { inspectRecord, type RecordState } from './inspect-record.ts';
import { readExpiry } from './known-expiries.ts';
import type { LeafContext } from './leaf-context.ts';

export type LeafState = RecordState | 'event';

/** The state of the record or event at a leaf, or the fault in it. */
export function inspectLeaf(leaf: ArchivedLeaf, context: LeafContext): LeafState | LeafFault {
  const { tenantId, digests } = context;
  const fault = (words: LeafFaultDetails) => {
    const messageId = leaf.message?.messageId ?? null;
    return leafFault(tenantId, leaf.leafIndex, { messageId, ...words });
  };
  const hash = leafHash(Buffer.from(leaf.entry), digests.sha256);
  if (Buffer.compare(hash, leaf.leafHash) !== 0) {
    return fault({ field: 'log_entries.leaf_hash', why: 'The hash does not match the entry.' });
  }
  const entry = readEntry(leaf.entry);
  if (typeof entry === 'string') return fault({ field: 'log_entries.entry', why: entry });
  const about = entry.kind === 'record' ? { messageId: entry.subject } : {};
  if (entry.tenantId !== tenantId) {
    return fault({
      ...about,
      field: 'log_entries.entry',
      why: `The entry belongs to the tenant ${entry.tenantId}.`,
    });
  }
  const found = findColumnFault(leaf, entry) ?? inspectContent(leaf, entry, context);
  if (typeof found === 'string' || isLeafFault(found)) return found;
  return fault({ ...about, ...found });
}

function readEntry(text: string): LogEntry | string {
  try {
    return parseEntry(text);
  } catch (error) {
    return `It is not a valid entry: ${error instanceof Error ? error.message : 'it cannot be read'}.`;
  }
}

/** The columns that events are looked up by. */
function findColumnFault({ eventKind, subject }: ArchivedLeaf, entry: LogEntry): LeafFaultDetails | null {
  const isRecord = entry.kind === 'record';
  if (eventKind !== (isRecord ? null : entry.kind)) {
    return {
      field: 'log_entries.event_kind',
      why: `The entry is of the kind ${entry.kind}, but the column says otherwise.`,
    };
  }
  if (subject !== (isRecord ? null : entry.subject)) {
    return {
      field: 'log_entries.subject',
      why: 'The entry is about a different subject than the column says.',
    };
  }
  return null;
}

function inspectContent(
  leaf: ArchivedLeaf,
  entry: LogEntry,
  context: LeafContext,
): LeafState | LeafFaultDetails | LeafFault {
  if (entry.kind === 'record') return inspectRecord({ leaf, entry }, context);
  if (leaf.message !== null) {
    return {
      field: 'messages.leaf_index',
      why: `This entry is not a record: it is of the kind ${entry.kind}.`,
    };
  }
  if (context.expiries.isNamed(leaf.leafIndex)) {
    return {
      field: 'log_entries.entry',
      why: 'An expiry names this entry, which is not a record.',
      shownBy: 'other',
    };
  }
  if (entry.kind === 'erasure') return inspectErasure(entry, context);
  if (entry.kind === 'expiry' && readExpiry(entry, leaf.leafIndex) === null) {
    return { field: 'log_entries.entry', why: 'It is not a valid expiry at this position.' };
  }
  return 'event';
}

/** Checks that an erased record is gone. The fault is reported at the record, because that is what is wrong. */
function inspectErasure(
  { subject }: LogEntry,
  { archive, tenantId }: LeafContext,
): LeafState | LeafFaultDetails | LeafFault {
  const message = archive.findMessage(tenantId, subject);
  if (message === null) {
    if (archive.findDropped(tenantId, subject) !== null) return 'event';
    return {
      messageId: subject,
      field: 'messages',
      why: 'The erased record does not exist.',
      shownBy: 'other',
    };
  }
  if (!message.isWhole) return 'event';
  const words: LeafFaultDetails = {
    messageId: subject,
    field: 'messages.content_state',
    why: 'The log says that it was erased, but some of its content still exists.',
    shownBy: 'other',
  };
  return message.leafIndex === null ? words : leafFault(tenantId, message.leafIndex, words);
}
