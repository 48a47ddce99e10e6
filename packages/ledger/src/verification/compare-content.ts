import type { LogEntry } from '@avow/ledger-log/entries';
import type { Archive, ArchivedContent } from './archive.ts';
import { comparePack } from './compare-pack.ts';
import type { Fault } from './fault.ts';
import { readLogEvents } from './read-log-events.ts';

/** A row as the newest entry about it says. */
interface LoggedContent {
  readonly leafIndex: number;
  readonly table: ArchivedContent['table'];
  readonly subject: string;
  /** In hexadecimal. */
  readonly commitment: string;
  readonly packId: string | null;
  /** The message that it was made from: it goes with its content. */
  readonly messageId: string | null;
}

type Logged = ReadonlyMap<string, LoggedContent>;

const nameOf = ({ table, subject }: Pick<LoggedContent, 'table' | 'subject'>) => `${table} ${subject}`;

/**
 * Compares what shapes answers with what the log says of it: calibrations, guarantees, golden questions and gates, and the
 * published versions of content packs, down to every text.
 */
export function compareContent(archive: Archive, tenantId: string): Fault | null {
  const packIds = archive.inSnapshot(() => archive.listPackIds(tenantId));
  const logged = archive.inSnapshot(() => loggedPackIds(archive, tenantId));
  const all = [...new Set([...packIds, ...logged])].sort();
  return (
    archive.inSnapshot(() => compareRows(archive, tenantId)) ??
    all.reduce<Fault | null>(
      (found, packId) => found ?? archive.inSnapshot(() => comparePack(archive, tenantId, packId)),
      null,
    )
  );
}

function loggedPackIds(archive: Archive, tenantId: string): Set<string> {
  const ids = new Set<string>();
  for (const { entry } of readLogEvents(archive, tenantId, { kind: 'pack' })) ids.add(entry.subject);
  return ids;
}

function compareRows(archive: Archive, tenantId: string): Fault | null {
  const missing = new Map(readLogged(archive, tenantId));
  for (const row of archive.listContent(tenantId)) {
    const name = nameOf(row);
    const fault = compareRow(tenantId, row, missing.get(name) ?? null);
    if (fault !== null) return fault;
    missing.delete(name);
  }
  for (const one of missing.values()) {
    if (isGone(archive, tenantId, one)) continue;
    const why = `The log tells of ${one.subject}, but its row is missing.`;
    return faultOf(tenantId, one, why);
  }
  return null;
}

function readLogged(archive: Archive, tenantId: string): Logged {
  const logged = new Map<string, LoggedContent>();
  for (const kind of ['calibration', 'golden'] as const)
    for (const { leafIndex, entry } of readLogEvents(archive, tenantId, { kind })) {
      const table = tableOf(entry);
      const { subject } = entry;
      const details = new Map(entry.details);
      const commitment = new Map(entry.commitments).get('content');
      if (commitment === undefined) {
        // A proposal or a draw, which shapes nothing, or the end of what the subject was.
        if (kind === 'golden') logged.delete(nameOf({ table, subject }));
        continue;
      }
      logged.set(nameOf({ table, subject }), {
        ...{ leafIndex, table, subject, commitment },
        packId: details.get('pack') ?? (table === 'publish_gates' ? subject : null),
        messageId: details.get('message') ?? null,
      });
    }
  return logged;
}

function tableOf({ kind, state, subject }: LogEntry): ArchivedContent['table'] {
  if (kind === 'golden') return state.startsWith('gate_') ? 'publish_gates' : 'golden_questions';
  return subject.startsWith('guarantee-') ? 'guarantees' : 'calibrations';
}

function isGone(archive: Archive, tenantId: string, { packId, messageId }: LoggedContent): boolean {
  if (messageId !== null && archive.findMessage(tenantId, messageId)?.isWhole !== true) return true;
  return packId !== null && isDeleted(archive, tenantId, packId);
}

function isDeleted(archive: Archive, tenantId: string, packId: string): boolean {
  const newest = archive.findEvent(tenantId, 'pack', packId);
  if (newest === null) return false;
  const [event] = readLogEvents(archive, tenantId, { kind: 'pack', start: newest });
  return event?.entry.state === 'deleted';
}

function compareRow(tenantId: string, row: ArchivedContent, logged: LoggedContent | null): Fault | null {
  const { table, subject, commitment } = row;
  if (logged === null)
    return { ...noLeaf(tenantId, table), why: `No entry of the log tells of ${subject} as it is stored.` };
  if (commitment === null || commitment === logged.commitment) return null;
  return faultOf(tenantId, logged, `The row of ${subject} is not what the log tells of.`);
}

const noLeaf = (tenantId: string, field: string) => ({ tenantId, leaves: null, messageId: null, field });

function faultOf(tenantId: string, { leafIndex, table }: LoggedContent, why: string): Fault {
  return { ...noLeaf(tenantId, table), leaves: { start: leafIndex, end: leafIndex + 1 }, why };
}
