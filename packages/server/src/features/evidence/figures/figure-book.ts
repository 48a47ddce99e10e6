import { wilsonInterval } from '@avow/foundation/statistics';

/** A number or a yes, with what it says of what. */
export interface Figure {
  readonly key: string;
  readonly title: string;
  /** What exactly was counted, so that somebody else would find the same. */
  readonly definition: string;
  readonly unit: 'count' | 'share' | 'score' | 'ms' | 'days' | 'yes_no';
  /** Null: it cannot be said, for example of a share of nothing. */
  readonly value: number | boolean | null;
  /** Of shares: what was counted, and of how many. */
  readonly hits: number | null;
  readonly total: number | null;
  /** Of shares: the 95 % interval. */
  readonly low: number | null;
  readonly high: number | null;
}

type Cell = string | number;

/** Figures that belong together, such as one for each day. */
export interface FigureTable {
  readonly key: string;
  readonly title: string;
  readonly definition: string;
  readonly columns: readonly string[];
  readonly rows: ReadonlyArray<readonly Cell[]>;
  /** Rows that were left out, since a table has at most `tableRowsMax`. */
  readonly omitted: number;
}

export const tableRowsMax = 400;

type Said = Pick<Figure, 'key' | 'title' | 'definition'>;

/** Everything that a pack says in figures, by key. */
export interface FigureBook {
  readonly figures: readonly Figure[];
  readonly tables: readonly FigureTable[];
  count(value: number | null, said: Said): void;
  yesNo(value: boolean | null, said: Said): void;
  measure(value: number | null, unit: 'score' | 'ms' | 'days', said: Said): void;
  share(of: { readonly hits: number; readonly total: number }, said: Said): void;
  table(given: Omit<FigureTable, 'omitted'>): void;
}

const noShare = { hits: null, total: null, low: null, high: null };

export function createFigureBook(): FigureBook {
  const figures: Figure[] = [];
  const tables: FigureTable[] = [];
  const add = (figure: Figure) => {
    if (figures.some(({ key }) => key === figure.key)) throw new Error(`two figures are named ${figure.key}`);
    figures.push(figure);
  };
  return {
    figures,
    tables,
    count: (value, said) => add({ ...said, unit: 'count', value, ...noShare }),
    yesNo: (value, said) => add({ ...said, unit: 'yes_no', value, ...noShare }),
    measure: (value, unit, said) => add({ ...said, unit, value, ...noShare }),
    share: ({ hits, total }, said) => {
      const interval = total === 0 ? { low: null, high: null } : wilsonInterval({ hits, total });
      add({ ...said, unit: 'share', value: total === 0 ? null : hits / total, hits, total, ...interval });
    },
    table: ({ rows, ...given }) =>
      tables.push({
        ...given,
        rows: rows.slice(0, tableRowsMax),
        omitted: Math.max(0, rows.length - tableRowsMax),
      }),
  };
}

/** Counts by name. What comes after so many names is counted together, so that nobody can fill the memory with names. */
export interface Tally {
  add(name: string, count?: number): void;
  of(name: string): number;
  entries(): ReadonlyArray<readonly [name: string, count: number]>;
}

const namesMax = 5_000;
const others = 'all others';

export function createTally(): Tally {
  const counts = new Map<string, number>();
  return {
    add: (name, count = 1) => {
      const kept = counts.has(name) || counts.size < namesMax ? name : others;
      counts.set(kept, (counts.get(kept) ?? 0) + count);
    },
    of: (name) => counts.get(name) ?? 0,
    entries: () => [...counts].sort(([, one], [, other]) => other - one),
  };
}
