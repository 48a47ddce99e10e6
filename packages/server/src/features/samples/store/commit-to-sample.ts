import { hash } from 'node:crypto';
import { formatTime } from '@avow/contract/values';
import type { NamedText } from '@avow/ledger-log/entries';
import type { Row } from '@avow/storage';
import { contentOf } from '@avow/storage/sealing';
import type { DrawnRecord, DrawnSample } from '../sample-store.ts';
import { samples } from './sample-tables.ts';

/** What does not change after the draw, and is not the place of its entry. */
const drawnRows = samples.without('leaf_index', 'signed_off_at_ms', 'signed_off_by', 'signed_off_leaf');
const committedDraws = { table: 'samples', columns: drawnRows.columns };

const hashLines = (lines: readonly string[]) =>
  hash('sha256', lines.map((line) => `${line}\n`).join(''), 'hex');

/** What the log says of the records: hashes of their ids and of why they were drawn, one a line, in the order of the draw. */
export const commitToItems = (items: readonly DrawnRecord[]): readonly NamedText[] => [
  ['records', hashLines(items.map(({ messageId }) => messageId))],
  ['reasons', hashLines(items.map(({ reason }) => reason))],
];

/** The same of everything else that was drawn by, who may read it included. */
export const commitToDraw = (tenantKey: Uint8Array, row: Row<typeof drawnRows>): NamedText =>
  contentOf(tenantKey, committedDraws, row);

/** What everybody who reads the log may know of a draw. */
export function detailsOfDraw(sample: DrawnSample, drawn: number): NamedText[] {
  const { method, seed, size, fromMs, untilMs, filters, population, readableBy } = sample;
  return [
    ...([
      ['method', method],
      ['seed', seed],
      ['size', String(size)],
    ] as const),
    ...([
      ['from', formatTime(fromMs)],
      ['until', formatTime(untilMs)],
    ] as const),
    ...Object.entries(filters).map(([name, value]) => [name, String(value)] as const),
    ...([
      ['population', String(population)],
      ['drawn', String(drawn)],
    ] as const),
    ...(readableBy === null ? [] : ([['restricted', 'yes']] as const)),
  ];
}
