import type { LogEntry } from '@avow/ledger-log/entries';
import type { Archive, ArchivedRight, RightKind } from './archive.ts';
import type { Fault } from './fault.ts';
import { readLogEvents } from './read-log-events.ts';

/** A row as the newest entry about it says. */
interface LoggedRight {
  readonly kind: RightKind;
  readonly id: string;
  readonly leafIndex: number;
  readonly revision: number;
  /** In hexadecimal. */
  readonly commitment: string;
  /** Whose it is, if it goes with its owner. */
  readonly owner: string | null;
  /** When its row may be removed; null: only with an entry. */
  readonly expiresAt: string | null;
  readonly isGone: boolean;
}

const tables: Readonly<Record<RightKind, string>> = {
  tenant: 'tenants',
  key: 'api_keys',
  user: 'users',
  session: 'sessions',
  passkey: 'passkeys',
  policy: 'guardrail_policies',
};

/**
 * Compares the rows that say who may do what with the entries of the log that tell of them. A row that nobody could write
 * without the keys of the installation, but an earlier one put back, is found here as well.
 */
export function compareRights(
  archive: Pick<Archive, 'listLogEvents' | 'listRights'>,
  tenantId: string,
  /** RFC 3339. */
  now: string,
): Fault | null {
  const logged = new LoggedRights(tenantId);
  for (const kind of ['tenant', 'key', 'user', 'session', 'policy'] as const) {
    for (const { leafIndex, entry } of readLogEvents(archive, tenantId, { kind })) {
      const fault = logged.add(leafIndex, entry);
      if (fault !== null) return fault;
    }
  }
  for (const row of archive.listRights(tenantId)) {
    const fault = compareRow(tenantId, row, logged.take(row));
    if (fault !== null) return fault;
  }
  return logged.findMissing(now);
}

function faultOf(tenantId: string, kind: RightKind, words: { column?: string; leaf?: number; why: string }) {
  const { column, leaf, why } = words;
  const leaves = leaf === undefined ? null : { start: leaf, end: leaf + 1 };
  const field = column === undefined ? tables[kind] : `${tables[kind]}.${column}`;
  return { tenantId, leaves, messageId: null, field, why };
}

const nameOf = ({ kind, id }: { readonly kind: RightKind; readonly id: string }) => `the ${kind} ${id}`;

/** What the entries say, in their order. */
class LoggedRights {
  readonly #tenantId: string;
  readonly #rights = new Map<string, LoggedRight>();

  constructor(tenantId: string) {
    this.#tenantId = tenantId;
  }

  add(leafIndex: number, entry: LogEntry): Fault | null {
    const { state, subject, actor } = entry;
    const [details, commitments] = [new Map(entry.details), new Map(entry.commitments)];
    const at = { leafIndex, revision: 1, owner: null, expiresAt: null, isGone: false };
    const passkey = details.get('passkey');
    if (entry.kind === 'user' && passkey !== undefined) {
      const commitment = commitments.get('passkey_rights') ?? '';
      const isGone = state === 'passkey_deleted';
      this.#set({ ...at, kind: 'passkey', id: passkey, owner: subject, commitment, isGone });
      return null;
    }
    const commitment = commitments.get('rights');
    // Others change no rights, such as a failed attempt to sign in.
    if (commitment === undefined) return null;
    const revision = Number(details.get('revision'));
    if (entry.kind === 'policy') {
      const id = String(revision);
      const isDiscarded = state === 'discarded';
      if ((this.#find('policy', id) !== null) !== isDiscarded)
        return this.#outOfOrder({ kind: 'policy', id }, leafIndex);
      this.#set({ ...at, kind: 'policy', id, revision, commitment, isGone: isDiscarded });
      return null;
    }
    const kind = entry.kind as 'tenant' | 'key' | 'user' | 'session';
    const before = this.#find(kind, subject);
    if (revision !== (before?.revision ?? 0) + 1) return this.#outOfOrder({ kind, id: subject }, leafIndex);
    const isGone = state === 'discarded' || (kind === 'user' && state === 'deleted');
    const owner = before?.owner ?? (kind === 'session' ? actor : null);
    const expiresAt = before?.expiresAt ?? (kind === 'session' ? (details.get('expires_at') ?? '') : null);
    this.#set({ kind, id: subject, leafIndex, revision, commitment, owner, expiresAt, isGone });
    const [successor, ofSuccessor] = [details.get('successor'), commitments.get('successor_rights')];
    if (successor !== undefined && ofSuccessor !== undefined)
      this.#set({ ...at, kind: 'key', id: successor, commitment: ofSuccessor });
    return null;
  }

  take({ kind, id }: ArchivedRight): LoggedRight | null {
    const found = this.#find(kind, id);
    this.#rights.delete(`${kind} ${id}`);
    return found === null ? null : { ...found, isGone: this.#isGone(found) };
  }

  /** An entry whose row is not there, and was not removed with an entry either. Asked for after all rows were taken. */
  findMissing(now: string): Fault | null {
    for (const right of this.#rights.values()) {
      const { kind, leafIndex, expiresAt } = right;
      if (this.#isGone(right) || (expiresAt !== null && expiresAt <= now)) continue;
      const why = `The log tells of ${nameOf(right)}, but its row is missing.`;
      return faultOf(this.#tenantId, kind, { leaf: leafIndex, why });
    }
    return null;
  }

  /** What belongs to a person goes with them. */
  #isGone({ isGone, owner }: LoggedRight): boolean {
    return isGone || (owner !== null && this.#find('user', owner)?.isGone === true);
  }

  #find(kind: RightKind, id: string): LoggedRight | null {
    return this.#rights.get(`${kind} ${id}`) ?? null;
  }

  #set(right: LoggedRight): void {
    this.#rights.set(`${right.kind} ${right.id}`, right);
  }

  #outOfOrder(right: { readonly kind: RightKind; readonly id: string }, leaf: number): Fault {
    const why = `The entry does not continue what the log says of ${nameOf(right)}: it was copied, or one before it is missing.`;
    return faultOf(this.#tenantId, right.kind, { column: 'revision', leaf, why });
  }
}

function compareRow(tenantId: string, row: ArchivedRight, logged: LoggedRight | null): Fault | null {
  const { kind } = row;
  const fault = (why: string, column?: string) =>
    faultOf(tenantId, kind, {
      why,
      ...(column === undefined ? {} : { column }),
      ...(logged === null ? {} : { leaf: logged.leafIndex }),
    });
  if (row.isGenuine === false)
    return fault(
      `The row of ${nameOf(row)} is not as the service wrote it, and is not used: it was changed, or put there.`,
      'seal',
    );
  // A part of setting up, which only the service could seal.
  if (logged === null && row.revision === 0) return null;
  if (logged === null) return fault(`No entry of the log tells of ${nameOf(row)}.`);
  if (logged.isGone) return fault(`The log says that ${nameOf(row)} was deleted, but its row is there.`);
  if (logged.revision !== row.revision)
    return fault(
      `The row of ${nameOf(row)} is its revision ${row.revision}, and the log tells of ${logged.revision}: an earlier row was put back, or entries are missing.`,
      'revision',
    );
  if (row.commitment !== null && row.commitment !== logged.commitment)
    return fault(`The row of ${nameOf(row)} gives other rights than the log tells of.`);
  return null;
}
