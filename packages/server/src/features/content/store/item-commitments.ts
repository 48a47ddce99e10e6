import { appendLeaf, commit, emptyFrontier, type Frontier, leafHash } from '@avow/ledger-log/entries';
import { frontierRoot } from '@avow/ledger-log/tree';
import type { SqlValue } from '@avow/storage';
import { deriveKey, hmacSha256 } from '@avow/storage/sealing';
import { sha256 } from '../../log/store/make-entry.ts';

/** A revision of a document or a pair, with everything of it that can shape an answer. */
export interface CommittedItem {
  readonly id: string;
  readonly revision: number;
  /** The columns that a client can change, in their order, then the text of a document or the keys of a pair. */
  readonly values: ReadonlyArray<SqlValue | readonly string[]>;
}

/** The text that is committed to: an array, so that the encoding is canonical. */
const spellItem = ({ id, revision, values }: CommittedItem) =>
  JSON.stringify(['avow.item.v1', id, revision, ...values]);

/** It opens the commitment to one revision, and tells nothing of any other. */
function itemSalt(
  tenantKey: Uint8Array,
  { id, revision }: Pick<CommittedItem, 'id' | 'revision'>,
): Uint8Array {
  return deriveKey(deriveKey(tenantKey, 'avow.items.v1'), `${id} ${revision}`);
}

/** In hexadecimal. Salted: a proof for one document has hashes of its neighbours, which nobody may guess the text of. */
export function commitToItem(tenantKey: Uint8Array, item: CommittedItem): string {
  return commit(itemSalt(tenantKey, item), spellItem(item), hmacSha256);
}

export interface ItemName {
  readonly id: string;
  readonly revision: number;
  readonly commitment: string;
}

/** The leaf of a revision in the tree of a version. */
const itemLeaf = ({ id, revision, commitment }: ItemName) =>
  leafHash(Buffer.from(JSON.stringify([id, revision, commitment])), sha256);

/** The tree over all revisions of a version, ordered by id: the root of it is what the log says of a version. */
export class VersionTree {
  #frontier: Frontier = emptyFrontier;

  add(item: ItemName): void {
    this.#frontier = appendLeaf({ frontier: this.#frontier, leafHash: itemLeaf(item) }, sha256).frontier;
  }

  /** In hexadecimal. */
  root(): string {
    return Buffer.from(frontierRoot(this.#frontier, sha256)).toString('hex');
  }
}
