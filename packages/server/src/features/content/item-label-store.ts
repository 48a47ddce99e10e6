import type { CuratedId, DocumentId, PackId, TenantId } from '@avow/foundation';

type ItemId = DocumentId | CuratedId;

/** Who looks after a document or pair, and the tags of a document: a pair has its own. */
export interface ItemLabels {
  readonly owner: string | null;
  readonly tags: readonly string[];
}

interface LabelChange {
  readonly ids: readonly ItemId[];
  /** Null: nobody; left out: as before. */
  readonly owner?: string | null;
  readonly addTags: readonly string[];
  readonly removeTags: readonly string[];
  readonly tagsMax: number;
}

/** What the lists of a draft are filtered by. */
export interface ItemFilter {
  readonly owner?: string;
  readonly tag?: string;
}

export const noLabels: ItemLabels = { owner: null, tags: [] };

export interface ItemLabelStore {
  /** By id; those without an entry have none. */
  readItemLabels(
    tenantId: TenantId,
    packId: PackId,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, ItemLabels>>;
  /** In one commit. `too_many`: one of them would have more tags than it may; nothing changed. */
  changeItemLabels(tenantId: TenantId, packId: PackId, change: LabelChange): Promise<'changed' | 'too_many'>;
  /** The owners and tags of what the draft has, in alphabetical order, at most so many of each. */
  listItemLabels(
    tenantId: TenantId,
    packId: PackId,
    limit: number,
  ): Promise<{ readonly owners: readonly string[]; readonly tags: readonly string[] }>;
}

/** A tag is there once, and after those that were there before. */
export function changeTags(
  tags: readonly string[],
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): string[] {
  return [...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add])];
}

/** The filter of a list, and what names the list beside its pack: a cursor is of one filter. */
export function filterOf({ owner, tag }: ItemFilter): {
  readonly filter: ItemFilter;
  readonly name: readonly string[];
} {
  const filter = { ...(owner === undefined ? {} : { owner }), ...(tag === undefined ? {} : { tag }) };
  return { filter, name: Object.entries(filter).flat() };
}
