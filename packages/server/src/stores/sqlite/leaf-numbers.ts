import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * The next leaf number of each tenant, for the length of one transaction: read under the write lock, counted on here,
 * and written once before COMMIT. Nothing is remembered from one transaction to the next, as another process may write.
 */
export class LeafNumbers {
  readonly #read: StatementSync;
  readonly #write: StatementSync;
  readonly #sizes = new Map<string, number>();

  constructor(database: DatabaseSync) {
    this.#read = database.prepare('SELECT size FROM log_sizes WHERE tenant_id = ?');
    this.#write = database.prepare(
      'INSERT INTO log_sizes (tenant_id, size) VALUES (?, ?) ON CONFLICT DO UPDATE SET size = excluded.size',
    );
  }

  take(tenantId: string): number {
    const size = this.#sizes.get(tenantId) ?? Number(this.#read.get(tenantId)?.['size'] ?? 0);
    this.#sizes.set(tenantId, size + 1);
    return size;
  }

  /** The last write of every transaction. */
  write(): void {
    for (const [tenantId, size] of this.#sizes) this.#write.run(tenantId, size);
  }

  /** After every transaction, whichever way it ended. */
  forget(): void {
    this.#sizes.clear();
  }
}
