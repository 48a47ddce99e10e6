import type { DatabaseSync } from 'node:sqlite';
import { appendLeaf, emptyFrontier, type Frontier, formatEntry } from '@avow/audit';
import { formatTime } from '@avow/contract/plain';
import type { Deed } from '../../interfaces/log-store.ts';
import { hashEntry, sha256 } from '../sealing/make-entry.ts';

export type Leaf = readonly [index: number, hash: string];

const hashBytes = 32;

/** Levels of the tree between one row of tiles and the next. */
const tileLevels = 8;

export function decodeFrontier(size: number, joined: Uint8Array): Frontier {
  const count = joined.length / hashBytes;
  return {
    size,
    hashes: Array.from({ length: count }, (_, index) =>
      joined.subarray(index * hashBytes, (index + 1) * hashBytes),
    ),
  };
}

function prepareStatements(database: DatabaseSync) {
  const read = database.prepare('SELECT size, frontier FROM logs WHERE tenant_id = ?');
  read.setReturnArrays(true);
  return {
    read,
    write: database.prepare(
      `INSERT INTO logs (tenant_id, size, frontier) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET size = excluded.size, frontier = excluded.frontier`,
    ),
    insertEntry: database.prepare(
      'INSERT INTO log_entries (tenant_id, leaf_index, leaf_hash, deed, subject, entry) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    insertNode: database.prepare(
      'INSERT INTO log_nodes (tenant_id, level, node_index, hash) VALUES (?, ?, ?, ?)',
    ),
  };
}

/**
 * Appends to the logs of tenants, for the length of one transaction: each log's frontier is read under the write lock, grown
 * here, and written once before COMMIT. Nothing is remembered from one transaction to the next, as another process may write.
 */
export class LogAppends {
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #frontiers = new Map<string, Frontier>();

  constructor(database: DatabaseSync) {
    this.#statements = prepareStatements(database);
  }

  /** The leaf of a message that ended. */
  appendRecord(tenantId: string, entry: string): Leaf {
    return this.#append(tenantId, { entry, deed: null, subject: null });
  }

  appendDeed(tenantId: string, deed: Deed): Leaf {
    const { kind, subject, state, atMs, actor, details } = deed;
    const time = formatTime(atMs);
    const entry = formatEntry({ kind, tenantId, subject, state, time, actor, details, commitments: [] });
    return this.#append(tenantId, { entry, deed: kind, subject });
  }

  #append(
    tenantId: string,
    {
      entry,
      deed,
      subject,
    }: { readonly entry: string; readonly deed: string | null; readonly subject: string | null },
  ): Leaf {
    const { insertEntry, insertNode } = this.#statements;
    const before = this.#frontiers.get(tenantId) ?? this.#read(tenantId);
    const leafHash = hashEntry(entry);
    const { frontier, completed } = appendLeaf({ frontier: before, leafHash }, sha256);
    // Where the log went on without this frontier there is such a leaf already, and the transaction fails.
    insertEntry.run(tenantId, before.size, leafHash, deed, subject, entry);
    for (const { level, index, hash } of completed) {
      if (level > 0 && level % tileLevels === 0) insertNode.run(tenantId, level / tileLevels, index, hash);
    }
    this.#frontiers.set(tenantId, frontier);
    return [before.size, leafHash.toString('hex')];
  }

  #read(tenantId: string): Frontier {
    const row = this.#statements.read.get(tenantId) as unknown as readonly [number, Uint8Array] | undefined;
    return row === undefined ? emptyFrontier : decodeFrontier(...row);
  }

  /** The last write of every transaction. */
  write(): void {
    for (const [tenantId, { size, hashes }] of this.#frontiers) {
      this.#statements.write.run(tenantId, size, Buffer.concat(hashes));
    }
  }

  /** After every transaction, whichever way it ended. */
  forget(): void {
    this.#frontiers.clear();
  }
}
