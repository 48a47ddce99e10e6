import { LogError } from '../log-error.ts';
import { checkTile, type Tile, tileWidth } from './tile.ts';

/** An index in groups of three digits, all but the last prefixed with an x: 1234067 is x001/x234/067. */
function formatIndex(index: number): string {
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const groups = padded.match(/\d{3}/g) ?? [];
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
}

function formatEnd({ index, width }: Pick<Tile, 'index' | 'width'>): string {
  return formatIndex(index) + (width < tileWidth ? `.p/${width}` : '');
}

/** The path of a tile below a log's prefix: `tile/<level>/<index>`, with `.p/<width>` if it is partial. */
export function tilePath(tile: Tile): string {
  checkTile(tile);
  return `tile/${tile.level}/${formatEnd(tile)}`;
}

/** The path of the bundle with the entries whose hashes are in the tile of level 0 of the same index and width. */
export function entriesPath(bundle: Pick<Tile, 'index' | 'width'>): string {
  checkTile({ level: 0, ...bundle });
  return `tile/entries/${formatEnd(bundle)}`;
}

export type TilePath =
  | { readonly kind: 'hashes'; readonly tile: Tile }
  | { readonly kind: 'entries'; readonly index: number; readonly width: number };

/** The path of a 16-digit index is shorter than this, so longer paths are rejected unread. */
const pathCharsMax = 64;

const pathPattern = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/;

/** Parses a path. Only the canonical form is accepted. */
export function parseTilePath(path: string): TilePath {
  const [, level = '', groups = '', width = String(tileWidth)] =
    (path.length <= pathCharsMax && pathPattern.exec(path)) || [];
  const index = Number(groups.replaceAll(/[x/]/g, ''));
  const parsed: TilePath =
    level === 'entries'
      ? { kind: 'entries', index, width: Number(width) }
      : { kind: 'hashes', tile: { level: Number(level), index, width: Number(width) } };
  const spelled = parsed.kind === 'entries' ? entriesPath(parsed) : tilePath(parsed.tile);
  if (spelled !== path) throw new LogError('tile_invalid', 'not a valid tile path');
  return parsed;
}
