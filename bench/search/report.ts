import { atOnce, type EngineFigures, type Latency } from './measure-engine.ts';

interface EngineName {
  readonly name: string;
  readonly size: number;
}

export type EngineRun = EngineName &
  (
    | { readonly fault: string }
    | (EngineFigures & {
        readonly fault: null;
        readonly settings: string;
        readonly buildMs: number;
        readonly peakBytes: number;
        readonly diskBytes: number;
        readonly residentBytes: number;
        readonly firstAnswerMs: number;
      })
  );
type Done = Extract<EngineRun, { fault: null }>;

const ours = 'Avow';
const goal = { p50Ms: 8, p99Ms: 25 };

const isDone = (run: EngineRun | undefined): run is Done => run !== undefined && run.fault === null;
const ms = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(value < 1 ? 2 : 1));
const megabytes = (bytes: number) => (bytes === 0 ? '–' : (bytes / 1e6).toFixed(0));
const latency = (value: Latency | null) =>
  value === null ? '–' : `${ms(value.p50Ms)} / ${ms(value.p99Ms)} (${ms(value.processorMs)})`;

/** The figures of every engine, ours beside each of the others, and how each grows with the number of passages. */
export function writeReport(
  runs: readonly EngineRun[],
  about: {
    readonly cores: number;
    readonly seconds: number;
    readonly vectorsFrom: string;
    readonly queryCount: number;
  },
): string {
  const sizes = [...new Set(runs.map(({ size }) => size))];
  const parts = [
    `Search, ${about.cores} cores, ${about.queryCount} queries, 50 candidates each; vectors ${about.vectorsFrom}; ${about.seconds.toFixed(0)} s in all`,
    ...sizes.map((size) =>
      figuresOf(
        runs.filter((run) => run.size === size),
        size,
      ),
    ),
    growthOf(runs, sizes),
    `Settings\n${[...new Set(runs.filter(isDone).map(({ name, settings }) => `  ${name}: ${settings}`))].join('\n')}`,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function figuresOf(runs: readonly EngineRun[], size: number): string {
  const head = [
    `${size} passages`,
    'build s',
    'peak MB',
    'disk MB',
    'serving MB',
    'first ms',
    'words p50 / p99 (processor) ms',
    'meaning',
    'both',
    `/s ${atOnce} at once`,
    'recall@10',
    'found',
  ];
  const rows = runs.map((run) =>
    isDone(run)
      ? [
          run.name,
          (run.buildMs / 1000).toFixed(1),
          megabytes(run.peakBytes),
          megabytes(run.diskBytes),
          megabytes(run.residentBytes),
          ms(run.firstAnswerMs),
          latency(run.words),
          latency(run.meaning),
          latency(run.both),
          run.perSecondAtOnce.toFixed(0),
          run.recallAt10?.toFixed(3) ?? '–',
          run.foundByWords.toFixed(0),
        ]
      : [run.name, run.fault],
  );
  return [table([head, ...rows]), ...ratiosOf(runs), ...goalOf(runs)].join('\n');
}

/** Above 1: the other one takes that many times as long. */
function ratiosOf(runs: readonly EngineRun[]): string[] {
  const own = runs.find(({ name }) => name === ours);
  if (!isDone(own)) return [];
  return runs
    .filter(isDone)
    .filter(({ name }) => name !== ours)
    .map((other) => {
      const times = (mine: Latency | null, theirs: Latency | null) =>
        mine === null || theirs === null
          ? '–'
          : `${(theirs.p50Ms / mine.p50Ms).toFixed(2)} / ${(theirs.p99Ms / mine.p99Ms).toFixed(2)}`;
      return `  ${other.name} / ${ours}, p50 / p99: words ${times(own.words, other.words)}, meaning ${times(own.meaning, other.meaning)}, both ${times(own.both, other.both)}; build ${(other.buildMs / own.buildMs).toFixed(2)}, serving memory ${(other.residentBytes / own.residentBytes).toFixed(2)}`;
    });
}

function goalOf(runs: readonly EngineRun[]): string[] {
  const own = runs.find(({ name }) => name === ours);
  if (!isDone(own) || own.both === null || own.size < 200_000) return [];
  const met = own.both.p50Ms <= goal.p50Ms && own.both.p99Ms <= goal.p99Ms;
  return [`  goal, both: p50 ≤ ${goal.p50Ms} ms, p99 ≤ ${goal.p99Ms} ms: ${met ? 'met' : 'MISSED'}`];
}

function growthOf(runs: readonly EngineRun[], sizes: readonly number[]): string {
  const [small, large] = [Math.min(...sizes), Math.max(...sizes)];
  if (small === large) return '';
  const rows = [...new Set(runs.map(({ name }) => name))].flatMap((name) => {
    const [before, after] = [small, large].map((size) =>
      runs.find((run) => run.name === name && run.size === size),
    );
    if (!isDone(before) || !isDone(after)) return [];
    const times = (one: Latency | null, other: Latency | null) =>
      one === null || other === null ? '–' : `× ${(other.p50Ms / one.p50Ms).toFixed(1)}`;
    return [
      [
        name,
        times(before.words, after.words),
        times(before.meaning, after.meaning),
        times(before.both, after.both),
      ],
    ];
  });
  return `How p50 grows from ${small} to ${large} passages (× ${(large / small).toFixed(0)})\n${table([['', 'words', 'meaning', 'both'], ...rows])}`;
}

function table(rows: ReadonlyArray<readonly string[]>): string {
  const full = rows.filter((row) => row.length > 2);
  const widths = (full[0] ?? []).map((_, column) =>
    Math.max(...full.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map(
      (row) =>
        `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(row.length > 2 ? (widths[column] ?? 0) : 0))).join('  ')}`,
    )
    .join('\n');
}
