import type { BundleRecord, LogEntry, NamedText } from '@avow/audit';
import { UserError } from '../errors/user-error.ts';
import type { Archive, ArchivedLeaf } from '../interfaces/archive.ts';
import type { KnownExpiries } from '../verifying/known-expiries.ts';

const factsField = 'facts';

export interface RecordSource {
  readonly archive: Archive;
  readonly tenantId: string;
  /** Of the checkpoint that the export stands under. */
  readonly size: number;
  /** As far as that checkpoint covers them. */
  readonly expiries: KnownExpiries;
}

type RecordContent = Pick<BundleRecord, 'contentState' | 'fields' | 'salts'>;

/** What is shown of a record. `superseded`: its content has gone since, and the checkpoint does not cover what says so. */
export function showRecord(
  leaf: ArchivedLeaf,
  entry: LogEntry,
  source: RecordSource,
): RecordContent | 'superseded' {
  const { message } = leaf;
  const { expiries, archive, tenantId, size } = source;
  if (message === null) {
    if (expiries.isDropped(leaf.leafIndex)) return { contentState: 'dropped', fields: [], salts: [] };
    if (archive.findDropped(tenantId, entry.subject) === null) throw damaged(entry);
    return 'superseded';
  }
  switch (message.contentState) {
    case 'present':
    case 'redacted':
      return { contentState: message.contentState, ...openFields(leaf, entry) };
    case 'erased': {
      const deed = archive.findDeed(tenantId, 'erasure', entry.subject);
      if (deed === null) throw damaged(entry);
      if (deed >= size) return 'superseded';
      return { contentState: 'erased', ...factsAlone(leaf, entry) };
    }
    case 'expired':
      if (!expiries.isExpired(leaf.leafIndex)) return 'superseded';
      return { contentState: 'expired', ...factsAlone(leaf, entry) };
    default:
      throw damaged(entry);
  }
}

const damaged = ({ subject }: LogEntry) =>
  new UserError(`The record of ${subject} does not open or fit: see "avow audit verify".`);

function factsAlone({ message }: ArchivedLeaf, entry: LogEntry): Pick<BundleRecord, 'fields' | 'salts'> {
  const isCommitted = entry.commitments.some(([name]) => name === factsField);
  if (message === null || !isCommitted) return { fields: [], salts: [] };
  return { fields: [[factsField, message.facts]], salts: [[factsField, message.factsSalt()]] };
}

/** In the order in which the leaf names them. */
function openFields(leaf: ArchivedLeaf, entry: LogEntry): Pick<BundleRecord, 'fields' | 'salts'> {
  const opened = leaf.message?.open() ?? null;
  if (leaf.message === null || opened === null) throw damaged(entry);
  const fields: NamedText[] = [];
  const salts: NamedText[] = [];
  for (const [name] of entry.commitments) {
    const isFacts = name === factsField;
    const text = isFacts ? leaf.message.facts : opened.fields.find(([field]) => field === name)?.[1];
    if (text === undefined) throw damaged(entry);
    fields.push([name, text]);
    salts.push([name, isFacts ? leaf.message.factsSalt() : opened.saltOf(name)]);
  }
  return { fields, salts };
}
