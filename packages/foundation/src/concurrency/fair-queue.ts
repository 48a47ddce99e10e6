import { createTurns } from './turns.ts';

type MayStart<Item> = (item: Item, tenantId: string) => boolean;

/**
 * Items that wait, per tenant in order. Tenants are served in turn, one item each, however many items one has; or, if items
 * have costs, so that all that wait get the same share.
 */
export interface FairQueue<Item> {
  /** Null: it waits now. Otherwise the limit that keeps it out; the tenant's own is reported first. */
  add(tenantId: string, item: Item): 'tenant' | 'total' | null;
  /** Puts an item back before the others of its tenant, whatever the limits. */
  putBack(tenantId: string, item: Item): void;
  /**
   * Removes and returns the next item that may start: the first such item of the tenant that was served least recently.
   * Within a tenant `mayStart` sees the items in order of arrival.
   */
  take(mayStart?: MayStart<Item>): Item | undefined;
  /** What `take` would return. */
  peek(mayStart?: MayStart<Item>): Item | undefined;
  /** False if the item does not wait. */
  remove(tenantId: string, item: Item): boolean;
  /** Removes and returns all items. */
  takeAll(): Item[];
  sizeOf(tenantId: string): number;
  readonly size: number;
}

export interface FairQueueOptions<Item> {
  /** How many items may wait: of one tenant, and of all. Left out: the caller limits them. */
  readonly tenantMax?: number;
  readonly totalMax?: number;
  /** How much of what the tenants share an item takes. Left out: the same for all. */
  readonly costOf?: (item: Item) => number;
  /** Whether an item goes before one of the same tenant that arrived earlier. Left out: it never does. */
  readonly goesBefore?: (item: Item, earlier: Item) => boolean;
}

export function createFairQueue<Item>(options: FairQueueOptions<Item> = {}): FairQueue<Item> {
  const { tenantMax = Number.POSITIVE_INFINITY, totalMax = Number.POSITIVE_INFINITY, goesBefore } = options;
  const { costOf = () => 1 } = options;
  const tenants = new Map<string, Set<Item>>();
  const turns = createTurns();
  let size = 0;

  function remove(tenantId: string, item: Item): boolean {
    const items = tenants.get(tenantId);
    if (items === undefined || !items.delete(item)) return false;
    if (items.size === 0) tenants.delete(tenantId);
    size -= 1;
    return true;
  }

  function firstOf(tenantId: string, mayStart: MayStart<Item>): { readonly item: Item } | undefined {
    let first: { readonly item: Item } | undefined;
    for (const item of tenants.get(tenantId) ?? []) {
      if (!mayStart(item, tenantId)) continue;
      if (goesBefore === undefined) return { item };
      if (first === undefined || goesBefore(item, first.item)) first = { item };
    }
    return first;
  }

  function find(mayStart: MayStart<Item> = () => true) {
    for (const tenantId of turns.order(tenants.keys())) {
      const first = firstOf(tenantId, mayStart);
      if (first !== undefined) return { tenantId, ...first };
    }
    return undefined;
  }

  return {
    add: (tenantId, item) => {
      const items = tenants.get(tenantId) ?? new Set();
      if (items.has(item)) return null;
      if (items.size >= tenantMax) return 'tenant';
      if (size >= totalMax) return 'total';
      tenants.set(tenantId, items.add(item));
      size += 1;
      return null;
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
      turns.serve(found.tenantId, costOf(found.item));
      return found.item;
    },
    peek: (mayStart) => find(mayStart)?.item,
    remove,
    takeAll: () => {
      const all = tenants.values().flatMap((items) => items.values());
      const taken = [...all];
      tenants.clear();
      size = 0;
      return taken;
    },
    sizeOf: (tenantId) => tenants.get(tenantId)?.size ?? 0,
    get size() {
      return size;
    },
  };
}
