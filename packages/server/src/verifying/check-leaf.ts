import { type LogEntry, leafHash, parseEntry } from '@avow/audit';
import type { ArchivedLeaf } from '../interfaces/archive.ts';
import { checkRecord, type RecordState } from './check-record.ts';
import { isLeafFault, type LeafFault, type LeafWords, leafFault } from './fault.ts';
import { readExpiry } from './known-expiries.ts';
import type { LeafContext } from './leaf-context.ts';

export type LeafState = RecordState | 'deed';

/** What stands at a place of the log, or what does not fit there. */
export function checkLeaf(leaf: ArchivedLeaf, context: LeafContext): LeafState | LeafFault {
  const { tenantId, digests } = context;
  const fault = (words: LeafWords) => {
    const messageId = leaf.message?.messageId ?? null;
    return leafFault(tenantId, leaf.leafIndex, { messageId, ...words });
  };
  const hash = leafHash(Buffer.from(leaf.entry), digests.sha256);
  if (Buffer.compare(hash, leaf.leafHash) !== 0) {
    return fault({ field: 'log_entries.leaf_hash', why: 'The entry and its hash do not belong together.' });
  }
  const entry = readEntry(leaf.entry);
  if (typeof entry === 'string') return fault({ field: 'log_entries.entry', why: entry });
  const about = entry.kind === 'record' ? { messageId: entry.subject } : {};
  if (entry.tenantId !== tenantId) {
    return fault({
      ...about,
      field: 'log_entries.entry',
      why: `The entry is of the tenant ${entry.tenantId}.`,
    });
  }
  const found = checkColumns(leaf, entry) ?? checkMeaning(leaf, entry, context);
  if (typeof found === 'string' || isLeafFault(found)) return found;
  return fault({ ...about, ...found });
}

function readEntry(text: string): LogEntry | string {
  try {
    return parseEntry(text);
  } catch (error) {
    return `It is no entry: ${error instanceof Error ? error.message : 'it cannot be read'}.`;
  }
}

/** The columns by which deeds are looked for. */
function checkColumns({ deed, subject }: ArchivedLeaf, entry: LogEntry): LeafWords | null {
  const isRecord = entry.kind === 'record';
  if (deed !== (isRecord ? null : entry.kind)) {
    return {
      field: 'log_entries.deed',
      why: `The entry is of the kind ${entry.kind}, and the column says otherwise.`,
    };
  }
  if (subject !== (isRecord ? null : entry.subject)) {
    return { field: 'log_entries.subject', why: 'The entry is about something else than the column says.' };
  }
  return null;
}

function checkMeaning(
  leaf: ArchivedLeaf,
  entry: LogEntry,
  context: LeafContext,
): LeafState | LeafWords | LeafFault {
  if (entry.kind === 'record') return checkRecord({ leaf, entry }, context);
  if (leaf.message !== null) {
    return {
      field: 'messages.leaf_index',
      why: `What stands here is no record but of the kind ${entry.kind}.`,
    };
  }
  if (context.expiries.isNamed(leaf.leafIndex)) {
    return {
      field: 'log_entries.entry',
      why: 'An expiry names this entry, which is no record.',
      shownBy: 'other',
    };
  }
  if (entry.kind === 'erasure') return checkErasure(entry, context);
  if (entry.kind === 'expiry' && readExpiry(entry, leaf.leafIndex) === null) {
    return { field: 'log_entries.entry', why: 'It is no expiry that could have been written here.' };
  }
  return 'deed';
}

/** That what was erased is gone. It is told of at the record, as that is what does not fit. */
function checkErasure(
  { subject }: LogEntry,
  { archive, tenantId }: LeafContext,
): LeafState | LeafWords | LeafFault {
  const message = archive.findMessage(tenantId, subject);
  if (message === null) {
    if (archive.findDropped(tenantId, subject) !== null) return 'deed';
    return {
      messageId: subject,
      field: 'messages',
      why: 'What was erased is not on record.',
      shownBy: 'other',
    };
  }
  if (!message.isWhole) return 'deed';
  const words: LeafWords = {
    messageId: subject,
    field: 'messages.content_state',
    why: 'An entry of the log says that it was erased, and something of it is still there.',
    shownBy: 'other',
  };
  return message.leafIndex === null ? words : leafFault(tenantId, message.leafIndex, words);
}
