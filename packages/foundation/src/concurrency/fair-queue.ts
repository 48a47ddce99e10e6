type MayStart<Item> = (item: Item, tenantId: string) => boolean;

/** Items that wait, per tenant in the order of arrival. Tenants are served round-robin, however many items one has. */
export interface FairQueue<Item> {
  add(tenantId: string, item: Item): void;
  /** Puts an item back before the others of its tenant. */
  putBack(tenantId: string, item: Item): void;
  /**
   * Removes and returns the next item that may start: the first such item of the tenant that was served least recently.
   * Within a tenant `mayStart` sees the items in their order.
   */
  take(mayStart?: MayStart<Item>): Item | undefined;
  /** What `take` would return. */
  peek(mayStart?: MayStart<Item>): Item | undefined;
  /** False if the item does not wait. */
  remove(tenantId: string, item: Item): boolean;
  sizeOf(tenantId: string): number;
  readonly size: number;
}

export function createFairQueue<Item>(): FairQueue<Item> {
  /** The tenant that was served least recently comes first. */
  const tenants = new Map<string, Set<Item>>();
  let size = 0;

  function remove(tenantId: string, item: Item): boolean {
    const items = tenants.get(tenantId);
    if (items === undefined || !items.delete(item)) return false;
    if (items.size === 0) tenants.delete(tenantId);
    size -= 1;
    return true;
  }

  function find(mayStart: MayStart<Item> = () => true) {
    for (const [tenantId, items] of tenants)
      for (const item of items) if (mayStart(item, tenantId)) return { tenantId, items, item };
    return undefined;
  }

  return {
    add: (tenantId, item) => {
      const items = tenants.get(tenantId) ?? new Set();
      if (items.has(item)) return;
      tenants.set(tenantId, items.add(item));
      size += 1;
    },
    putBack: (tenantId, item) => {
      remove(tenantId, item);
      tenants.set(tenantId, new Set([item, ...(tenants.get(tenantId) ?? [])]));
      size += 1;
    },
    take: (mayStart) => {
      const found = find(mayStart);
      if (found === undefined) return undefined;
      remove(found.tenantId, found.item);
      // Served now, so the tenant is the last in the next round.
      if (tenants.delete(found.tenantId)) tenants.set(found.tenantId, found.items);
      return found.item;
    },
    peek: (mayStart) => find(mayStart)?.item,
    remove,
    sizeOf: (tenantId) => tenants.get(tenantId)?.size ?? 0,
    get size() {
      return size;
    },
  };
}
