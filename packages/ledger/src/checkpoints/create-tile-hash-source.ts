import type { TenantId } from '@avow/foundation';
import { LogError } from '@avow/ledger-log';
import { readHashFromTiles, type Tile } from '@avow/ledger-log/tiles';
import type { HashSource } from '@avow/ledger-log/tree';
import { sha256Bytes } from './hashing.ts';
import type { LogStore } from './log-store.ts';

/** The log of one tenant in a store. */
export interface StoredLog {
  readonly store: Pick<LogStore, 'readTile'>;
  readonly tenantId: TenantId;
}

/**
 * The hashes from which proofs for a tree of this size are built. A proof needs the same few tiles repeatedly, so each
 * is read once.
 */
export function createTileHashSource({ store, tenantId }: StoredLog, size: number): HashSource {
  const tiles = new Map<string, Promise<Uint8Array>>();
  const read = async (tile: Tile) => {
    const bytes = await store.readTile(tenantId, tile);
    if (bytes === null) throw new LogError('tile_invalid', 'a tile of the log is missing');
    return bytes;
  };
  const readTile = (tile: Tile) => {
    const key = `${tile.level}/${tile.index}`;
    const bytes = tiles.get(key) ?? read(tile);
    tiles.set(key, bytes);
    return bytes;
  };
  return { readHash: readHashFromTiles({ size, readTile, sha256: sha256Bytes }), sha256: sha256Bytes };
}
