/** What a store writes and reads entries with: importing only this spares its threads the rest of the package. */
export { commit } from './log/commitment.ts';
export { formatEntry, type NamedText, parseEntry, spellEntry, wholeContent } from './log/entry.ts';
export { fieldSalt } from './log/field-salt.ts';
export { leafBytes } from './log/leaf.ts';
export { expiredLeavesMax, formatLeafRanges } from './log/leaf-ranges.ts';
export type { Tile } from './log/tiles/tile.ts';
export { appendLeaf, emptyFrontier, type Frontier } from './log/tree/frontier.ts';
export { leafHash } from './log/tree/hash.ts';
