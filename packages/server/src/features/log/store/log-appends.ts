import { formatTime } from '@avow/contract/values';
import type { LogEvent, LogPlace } from '@avow/ledger';
import { formatEntry, type LogEntry } from '@avow/ledger-log/entries';
import type { Operation, Read, Row, Statements, Write } from '@avow/storage';
import { intoTable } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { type KeepReason, prepareReasons } from './keep-reasons.ts';
import type { LogGrowth } from './log-growth.ts';
import { logEntries } from './log-tables.ts';
import { hashEntry } from './make-entry.ts';

/** A row of `log_entries`. */
type EntryColumns = Row<typeof logEntries>;

const entryColumns = logEntries.columns;

interface CommittingEvent extends LogEvent {
  readonly commitments?: LogEntry['commitments'];
}

interface RightsEvent extends CommittingEvent {
  /** Of the row: each is on the log once. */
  readonly revision: number;
}

/** A leaf that is appended within the current transaction. */
export interface AppendedLeaf {
  /** What the dialect turns into an index when a row is written. */
  readonly position: number;
  readonly leafHash: string;
}

/** Appends to the logs of tenants, for the length of one transaction. */
export class LogAppends {
  readonly #growth: LogGrowth;
  readonly #insert: Write<EntryColumns>;
  /** Prepared when it is first needed: a migration appends to logs before there are people. */
  readonly #findName: () => Read<{ readonly name: string }>;

  readonly #keepReason: KeepReason | null;

  /** Without keys, no event has a reason. */
  constructor(statements: Statements, growth: LogGrowth, keys: KeyRing | null = null) {
    this.#keepReason = keys === null ? null : prepareReasons(statements, keys);
    this.#growth = growth;
    const { leafIndex } = statements.dialect;
    this.#insert = statements.write(
      `INSERT ${intoTable('log_entries', entryColumns, { leaf_index: leafIndex })}`,
    );
    let prepared: Read<{ readonly name: string }> | null = null;
    this.#findName = () => {
      prepared ??= statements.read('SELECT name FROM users WHERE tenant_id = ? AND user_id = ?');
      return prepared;
    };
  }

  /** The leaf of a message that ended. */
  appendRecord(tenantId: string, entry: string): Operation<AppendedLeaf> {
    return this.#append(tenantId, { entry, event_kind: null, subject: null });
  }

  /** A change of who may do what, with a commitment to the row as it is from now on. */
  appendRights(tenantId: string, { revision, ...event }: RightsEvent): Operation<LogPlace> {
    const details: LogEvent['details'] = [...event.details, ['revision', String(revision)]];
    return this.appendEvent(tenantId, { ...event, details });
  }

  /** What a person did is on the log under the name that they have at that time. */
  *appendEvent(tenantId: string, event: CommittingEvent): Operation<LogPlace> {
    const { kind, subject, state, atMs, actor } = event;
    const name = actor.startsWith('usr_') ? yield* this.#findName().first(tenantId, actor) : null;
    const details: LogEvent['details'] =
      name === null ? event.details : [...event.details, ['actor_name', name.name]];
    const time = formatTime(atMs);
    const { reason = '' } = event;
    const kept =
      reason === '' || this.#keepReason === null ? null : yield* this.#keepReason(tenantId, reason);
    const commitments = [...(event.commitments ?? []), ...(kept === null ? [] : [kept.commitment])];
    const entry = formatEntry({ kind, tenantId, subject, state, time, actor, details, commitments });
    const { position, leafHash } = yield* this.#append(tenantId, { entry, event_kind: kind, subject });
    if (kept !== null) yield* kept.write(position);
    return { leafIndex: yield* this.#growth.indexOf(tenantId, position), leafHash };
  }

  *#append(
    tenantId: string,
    leaf: Pick<EntryColumns, 'entry' | 'event_kind' | 'subject'>,
  ): Operation<AppendedLeaf> {
    const leafHash = hashEntry(leaf.entry);
    const position = yield* this.#growth.append(tenantId, leafHash);
    // If the log grew meanwhile, the leaf already exists, and the transaction fails.
    yield* this.#insert.put({ ...leaf, tenant_id: tenantId, leaf_index: position, leaf_hash: leafHash });
    return { position, leafHash: leafHash.toString('hex') };
  }

  /** The last write of every transaction. */
  write(): Operation<void> {
    return this.#growth.write();
  }

  /** To be called after every transaction, committed or not. */
  discard(): void {
    this.#growth.discard();
  }
}
