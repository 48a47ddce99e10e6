import { formatTime } from '@avow/contract/plain';
import type { LogEvent, LogPlace } from '@avow/ledger';
import { appendLeaf, emptyFrontier, type Frontier, formatEntry } from '@avow/ledger/entries';
import { hashEntry, sha256 } from '../sealing/make-entry.ts';
import { columnsOf, intoTable } from '../sql/columns.ts';
import { done, type Operation } from '../sql/operation.ts';
import type { Read, Statements } from '../sql/statements.ts';

const hashBytes = 32;

/** Levels of the tree per level of tiles. */
const tileLevels = 8;

/** The head of a log: its size, and the concatenated hashes of its frontier. */
export interface HeadColumns {
  readonly size: number;
  readonly frontier: Uint8Array;
}

/** Takes the tenant. */
export const readHeadSql = 'SELECT size, frontier FROM logs WHERE tenant_id = ?';

export function decodeFrontier({ size, frontier: joined }: HeadColumns): Frontier {
  const count = joined.length / hashBytes;
  return {
    size,
    hashes: Array.from({ length: count }, (_, index) =>
      joined.subarray(index * hashBytes, (index + 1) * hashBytes),
    ),
  };
}

/** A row of `log_entries`. */
interface EntryColumns {
  readonly tenant_id: string;
  readonly leaf_index: number;
  readonly leaf_hash: Uint8Array;
  readonly event_kind: string | null;
  readonly subject: string | null;
  readonly entry: string;
}

const entryColumns = columnsOf<EntryColumns>()([
  'tenant_id',
  'leaf_index',
  'leaf_hash',
  'event_kind',
  'subject',
  'entry',
]);

function prepareStatements({ read, change, write }: Statements) {
  return {
    read: read<HeadColumns>(readHeadSql),
    write: change(
      `INSERT INTO logs (tenant_id, size, frontier) VALUES (?, ?, ?)
       ON CONFLICT (tenant_id) DO UPDATE SET size = excluded.size, frontier = excluded.frontier`,
    ),
    insertEntry: write<EntryColumns>(`INSERT ${intoTable('log_entries', entryColumns)}`),
    insertNode: change('INSERT INTO log_nodes (tenant_id, level, node_index, hash) VALUES (?, ?, ?, ?)'),
  };
}

/**
 * Appends to the logs of tenants, for the length of one transaction: each log's frontier is read under the write lock, grown
 * here, and written once before COMMIT. Nothing is cached between transactions, because another process may write.
 */
export class LogAppends {
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #frontiers = new Map<string, Frontier>();
  /** Prepared when it is first needed: a migration appends to logs before there are people. */
  readonly #findName: () => Read<{ readonly name: string }>;

  constructor(statements: Statements) {
    this.#statements = prepareStatements(statements);
    let prepared: Read<{ readonly name: string }> | null = null;
    this.#findName = () => {
      prepared ??= statements.read('SELECT name FROM users WHERE tenant_id = ? AND user_id = ?');
      return prepared;
    };
  }

  /** The leaf of a message that ended. */
  appendRecord(tenantId: string, entry: string): Operation<LogPlace> {
    return this.#append(tenantId, { entry, event_kind: null, subject: null });
  }

  /** What a person did is on the log under the name that they have at that time. */
  *appendEvent(tenantId: string, event: LogEvent): Operation<LogPlace> {
    const { kind, subject, state, atMs, actor } = event;
    const name = actor.startsWith('usr_') ? yield* this.#findName().first(tenantId, actor) : null;
    const details: LogEvent['details'] =
      name === null ? event.details : [...event.details, ['actor_name', name.name]];
    const time = formatTime(atMs);
    const entry = formatEntry({ kind, tenantId, subject, state, time, actor, details, commitments: [] });
    return yield* this.#append(tenantId, { entry, event_kind: kind, subject });
  }

  *#append(
    tenantId: string,
    { entry, event_kind, subject }: Pick<EntryColumns, 'entry' | 'event_kind' | 'subject'>,
  ): Operation<LogPlace> {
    const { insertEntry, insertNode } = this.#statements;
    const before = this.#frontiers.get(tenantId) ?? (yield* this.#read(tenantId));
    const leafHash = hashEntry(entry);
    const { frontier, completed } = appendLeaf({ frontier: before, leafHash }, sha256);
    // If the log grew without this frontier, the leaf already exists, and the transaction fails.
    yield* insertEntry.put({
      tenant_id: tenantId,
      leaf_index: before.size,
      leaf_hash: leafHash,
      event_kind,
      subject,
      entry,
    });
    for (const { level, index, hash } of completed) {
      if (level > 0 && level % tileLevels === 0) {
        yield* insertNode.put(tenantId, level / tileLevels, index, hash);
      }
    }
    this.#frontiers.set(tenantId, frontier);
    return { leafIndex: before.size, leafHash: leafHash.toString('hex') };
  }

  *#read(tenantId: string): Operation<Frontier> {
    const row = yield* this.#statements.read.first(tenantId);
    return row === null ? emptyFrontier : decodeFrontier(row);
  }

  /** The last write of every transaction. */
  write(): Operation<void> {
    return this.#frontiers.size === 0 ? done(undefined) : this.#writeHeads();
  }

  /** To be called after every transaction, committed or not. */
  discard(): void {
    this.#frontiers.clear();
  }

  *#writeHeads(): Operation<void> {
    for (const [tenantId, { size, hashes }] of this.#frontiers) {
      yield* this.#statements.write.put(tenantId, size, Buffer.concat(hashes));
    }
  }
}
