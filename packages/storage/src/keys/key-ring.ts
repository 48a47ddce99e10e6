import { drawKey, unwrapKey, wrapKey } from '../sealing/tenant-keys.ts';
import { done, type Operation } from '../sql/operation.ts';
import type { Change, Read, Statements } from '../sql/statements.ts';

/** The keys of tenants, unwrapped as they are needed and kept in memory. */
export class KeyRing {
  readonly #masterKey: Uint8Array;
  readonly #find: Read<{ readonly wrapped: Uint8Array }>;
  readonly #insert: Change;
  readonly #any: Read<{ readonly wrapped: Uint8Array }>;
  readonly #stored: Map<string, Buffer>;
  /** Created in the current transaction: gone again if it is rolled back. */
  readonly #fresh = new Map<string, Buffer>();

  /** What is stored may be known to several connections. */
  constructor(
    { read, change }: Statements,
    masterKey: Uint8Array,
    stored: Map<string, Buffer> = new Map<string, Buffer>(),
  ) {
    this.#masterKey = masterKey;
    this.#stored = stored;
    this.#find = read('SELECT wrapped FROM tenant_keys WHERE tenant_id = ?');
    this.#any = read('SELECT wrapped FROM tenant_keys LIMIT 1');
    this.#insert = change('INSERT INTO tenant_keys (tenant_id, wrapped) VALUES (?, ?)');
  }

  /** Throws if the keys here were wrapped under another master key. */
  *prove(): Operation<void> {
    const found = yield* this.#any.first();
    if (found !== null) this.#unwrap(found.wrapped);
  }

  /** Null: the tenant has no key yet, so nothing is sealed under it. */
  find(tenantId: string): Operation<Buffer | null> {
    const known = this.#known(tenantId);
    return known === undefined ? this.#read(tenantId) : done(known);
  }

  /** For sealed data, whose tenant always has a key. */
  get(tenantId: string): Operation<Buffer> {
    const known = this.#known(tenantId);
    return known === undefined ? this.#readExisting(tenantId) : done(known);
  }

  /** Creates a key if there is none. Only a writer calls it, within a transaction. */
  getOrMake(tenantId: string): Operation<Buffer> {
    const known = this.#known(tenantId);
    return known === undefined ? this.#readOrMake(tenantId) : done(known);
  }

  /** To be called after every transaction, committed or not: keys created in it are read from the database again. */
  discardFresh(): void {
    this.#fresh.clear();
  }

  #known(tenantId: string): Buffer | undefined {
    return this.#stored.get(tenantId) ?? this.#fresh.get(tenantId);
  }

  *#read(tenantId: string): Operation<Buffer | null> {
    const found = yield* this.#find.first(tenantId);
    if (found === null) return null;
    const key = this.#unwrap(found.wrapped);
    this.#stored.set(tenantId, key);
    return key;
  }

  *#readExisting(tenantId: string): Operation<Buffer> {
    const key = yield* this.#read(tenantId);
    if (key === null) throw new Error('a tenant with sealed records has no key');
    return key;
  }

  *#readOrMake(tenantId: string): Operation<Buffer> {
    const found = yield* this.#read(tenantId);
    if (found !== null) return found;
    // Another operation of the transaction may have made it while this one was answered.
    const made = this.#known(tenantId);
    if (made !== undefined) return made;
    const key = drawKey();
    yield* this.#insert.put(tenantId, wrapKey(this.#masterKey, key));
    this.#fresh.set(tenantId, key);
    return key;
  }

  #unwrap(wrapped: Uint8Array): Buffer {
    const key = unwrapKey(this.#masterKey, wrapped);
    if (key === null)
      throw new Error('the master key is not the one that the keys of tenants are wrapped under');
    return key;
  }
}
