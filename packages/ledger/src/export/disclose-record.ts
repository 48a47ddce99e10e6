import { UserError } from '@avow/foundation';
import type { BundleRecord } from '@avow/ledger-log';
import type { LogEntry, NamedText } from '@avow/ledger-log/entries';
import type { Archive, ArchivedLeaf, ArchivedMessage } from '../verification/archive.ts';
import type { KnownExpiries } from '../verification/known-expiries.ts';

/** What remains of a record whose content is gone. */
const lastingTexts = ({ facts, rules }: ArchivedMessage) =>
  new Map([['facts', facts], ...(rules === null ? [] : [['rules', rules] as const])]);

export interface RecordSource {
  readonly archive: Archive;
  readonly tenantId: string;
  /** The size of the checkpoint of the export. */
  readonly size: number;
  /** The expiries that this checkpoint covers. */
  readonly expiries: KnownExpiries;
}

type RecordContent = Pick<BundleRecord, 'contentState' | 'fields' | 'salts'>;

/** What is disclosed of a record. `superseded`: its content was destroyed by an event that the checkpoint does not cover. */
export function discloseRecord(
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
      const event = archive.findEvent(tenantId, 'erasure', entry.subject);
      if (event === null) throw damaged(entry);
      if (event >= size) return 'superseded';
      return { contentState: 'erased', ...discloseFacts(leaf, entry) };
    }
    case 'expired':
      if (!expiries.isExpired(leaf.leafIndex)) return 'superseded';
      return { contentState: 'expired', ...discloseFacts(leaf, entry) };
    default:
      throw damaged(entry);
  }
}

const damaged = ({ subject }: LogEntry) =>
  new UserError(
    `The record of ${subject} cannot be decrypted or does not match the log: see "avow audit verify".`,
  );

function discloseFacts({ message }: ArchivedLeaf, entry: LogEntry): Pick<BundleRecord, 'fields' | 'salts'> {
  if (message === null) return { fields: [], salts: [] };
  const lasting = lastingTexts(message);
  const named = entry.commitments.flatMap(([name]) => {
    const text = lasting.get(name);
    return text === undefined ? [] : [[name, text] as const];
  });
  return { fields: named, salts: named.map(([name]) => [name, message.lastingSalt(name)]) };
}

/** In the order of the leaf's commitments. */
function openFields(leaf: ArchivedLeaf, entry: LogEntry): Pick<BundleRecord, 'fields' | 'salts'> {
  const { message } = leaf;
  const opened = message?.open() ?? null;
  if (message === null || opened === null) throw damaged(entry);
  const lasting = lastingTexts(message);
  const fields: NamedText[] = [];
  const salts: NamedText[] = [];
  for (const [name] of entry.commitments) {
    const text = lasting.get(name) ?? opened.fields.find(([field]) => field === name)?.[1];
    if (text === undefined) throw damaged(entry);
    fields.push([name, text]);
    salts.push([name, lasting.has(name) ? message.lastingSalt(name) : opened.saltOf(name)]);
  }
  return { fields, salts };
}
