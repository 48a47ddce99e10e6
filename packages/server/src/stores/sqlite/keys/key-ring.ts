import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { drawKey, unwrapKey, wrapKey } from '../../sealing/tenant-keys.ts';

/** The keys of tenants, unwrapped as they are needed and kept in memory. */
export class KeyRing {
  readonly #masterKey: Uint8Array;
  readonly #find: StatementSync;
  readonly #insert: StatementSync;
  readonly #any: StatementSync;
  readonly #keys = new Map<string, Buffer>();
  /** Created in the current transaction: gone again if it is rolled back. */
  readonly #fresh = new Set<string>();

  constructor(database: DatabaseSync, masterKey: Uint8Array) {
    this.#masterKey = masterKey;
    this.#find = database.prepare('SELECT wrapped FROM tenant_keys WHERE tenant_id = ?');
    this.#any = database.prepare('SELECT tenant_id FROM tenant_keys LIMIT 1');
    this.#insert = database.prepare('INSERT INTO tenant_keys (tenant_id, wrapped) VALUES (?, ?)');
  }

  /** Throws if the keys here were wrapped under another master key. */
  prove(): void {
    const tenantId = this.#any.get()?.['tenant_id'];
    if (tenantId !== undefined) this.find(String(tenantId));
  }

  /** Null: the tenant has no key yet, so nothing is sealed under it. */
  find(tenantId: string): Buffer | null {
    const known = this.#keys.get(tenantId);
    if (known !== undefined) return known;
    const wrapped = this.#find.get(tenantId)?.['wrapped'] as Uint8Array | undefined;
    if (wrapped === undefined) return null;
    const key = unwrapKey(this.#masterKey, wrapped);
    if (key === null)
      throw new Error('the master key is not the one that the keys of tenants are wrapped under');
    this.#keys.set(tenantId, key);
    return key;
  }

  /** For sealed data, whose tenant always has a key. */
  get(tenantId: string): Buffer {
    const key = this.find(tenantId);
    if (key === null) throw new Error('a tenant with sealed records has no key');
    return key;
  }

  /** Creates a key if there is none. Only the writer calls it, within a transaction. */
  getOrMake(tenantId: string): Buffer {
    const found = this.find(tenantId);
    if (found !== null) return found;
    const key = drawKey();
    this.#insert.run(tenantId, wrapKey(this.#masterKey, key));
    this.#keys.set(tenantId, key);
    this.#fresh.add(tenantId);
    return key;
  }

  /** To be called after every transaction, committed or not: keys created in it are read from the database again. */
  discardFresh(): void {
    for (const tenantId of this.#fresh) this.#keys.delete(tenantId);
    this.#fresh.clear();
  }
}
