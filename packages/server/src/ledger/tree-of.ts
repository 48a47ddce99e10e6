import { type HashSource, LogError, readHashFromTiles, type Tile } from '@avow/audit';
import type { TenantId } from '../interfaces/identity.ts';
import type { LogStore } from '../interfaces/log-store.ts';
import { sha256 } from './hashing.ts';

/** The log of one tenant, in a store. */
export interface StoredLog {
  readonly store: Pick<LogStore, 'readTile'>;
  readonly tenantId: TenantId;
}

/** What proofs of the tree of this size are made with. One proof asks for a few tiles again and again: each is read once. */
export function treeOf({ store, tenantId }: StoredLog, size: number): HashSource {
  const tiles = new Map<string, Promise<Uint8Array>>();
  const read = async (tile: Tile) => {
    const bytes = await store.readTile(tenantId, tile);
    if (bytes === null) throw new LogError('tile_invalid', 'a tile that the log must have is not there');
    return bytes;
  };
  const readTile = (tile: Tile) => {
    const key = `${tile.level}/${tile.index}`;
    const bytes = tiles.get(key) ?? read(tile);
    tiles.set(key, bytes);
    return bytes;
  };
  return { readHash: readHashFromTiles({ size, readTile, sha256 }), sha256 };
}
