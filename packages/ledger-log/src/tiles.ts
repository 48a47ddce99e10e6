/** The tree as files that anybody can serve: tiles of hashes and bundles of entries. */

// Tiles.

export { listTiles } from './tiles/list-tiles.ts';
export { readHashFromTiles } from './tiles/read-hash-from-tiles.ts';
export { type Tile, tilePositions } from './tiles/tile.ts';
export { tileBytes } from './tiles/tile-bytes.ts';

// Their paths and entries.

export { decodeEntryBundle, encodeEntryBundle } from './tiles/entry-bundle.ts';
export { entriesPath, parseTilePath, type TilePath, tilePath } from './tiles/tile-path.ts';
