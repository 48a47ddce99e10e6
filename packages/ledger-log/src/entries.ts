/** What a store writes and reads entries with: importing only this spares its threads the rest of the package. */
export { commit } from './commitment.ts';
export { formatEntry, type NamedText, parseEntry, spellEntry, wholeContent } from './entry.ts';
export { fieldSalt } from './field-salt.ts';
export { leafBytes } from './leaf.ts';
export { expiredLeavesMax, formatLeafRanges } from './leaf-ranges.ts';
export type { Tile } from './tiles/tile.ts';
export { appendLeaf, emptyFrontier, type Frontier } from './tree/frontier.ts';
export { leafHash } from './tree/hash.ts';
