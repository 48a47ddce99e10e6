import type { Call } from './sides.ts';

export interface Quantiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export function quantilesOf(values: readonly number[]): Quantiles {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

export interface SideFigures {
  readonly name: string;
  readonly calls: number;
  readonly whole: Quantiles;
  /** Beyond the same quantile of the plain call, streamed or not as this one is. */
  readonly added: Quantiles;
  /** The same without the time in which an embedded model was at work. */
  readonly addedWithoutModels: Quantiles | null;
  /** Processor time of the service for one call, which a busy machine changes least; null: of others it is not known. */
  readonly processor: Quantiles | null;
  /** By model, and all of them together. */
  readonly models: Readonly<Record<string, Quantiles>> | null;
}

export function figuresOf(name: string, calls: readonly Call[], plain: Quantiles): SideFigures {
  const whole = quantilesOf(calls.map(({ ms }) => ms));
  const timed = calls.flatMap(({ ms, models }) => (models === null ? [] : [{ ms, models }]));
  const names = ['encoder', 'reader', 'judge', 'screener', 'any'] as const;
  const processor = timed.length === 0 ? null : quantilesOf(timed.map(({ models }) => models.processor));
  const hasModels = timed.some(({ models }) => models.any > 0);
  return {
    ...{ name, calls: calls.length, whole, added: minus(whole, plain), processor },
    addedWithoutModels: hasModels
      ? minus(quantilesOf(timed.map(({ ms, models }) => ms - models.any)), plain)
      : null,
    models: hasModels
      ? Object.fromEntries(names.map((each) => [each, quantilesOf(timed.map(({ models }) => models[each]))]))
      : null,
  };
}

function minus(one: Quantiles, other: Quantiles): Quantiles {
  return { p50: one.p50 - other.p50, p95: one.p95 - other.p95, p99: one.p99 - other.p99 };
}

const row = (name: string, { p50, p95, p99 }: Quantiles) =>
  `  ${name.padEnd(44)}${[p50, p95, p99].map((ms) => ms.toFixed(2).padStart(9)).join('')}`;

export function describeFigures(
  sides: readonly SideFigures[],
  steps: ReadonlyArray<{ readonly name: string; readonly times: Quantiles }>,
): string {
  const modelSide = sides.findLast(({ models }) => models !== null);
  return [
    `${'milliseconds'.padEnd(46)}${['p50', 'p95', 'p99'].map((name) => name.padStart(9)).join('')}`,
    'Whole call',
    ...sides.map(({ name, whole }) => row(name, whole)),
    'Added to the plain call',
    ...sides.slice(2).map(({ name, added }) => row(name, added)),
    ...sides.flatMap(({ name, addedWithoutModels: without }) =>
      without === null ? [] : [row(`${name}, without their time`, without)],
    ),
    'Processor time of a call, without embedded models',
    ...sides.flatMap(({ name, processor }) => (processor === null ? [] : [row(name, processor)])),
    ...(modelSide?.models == null
      ? []
      : [
          'Time in embedded models',
          ...Object.entries(modelSide.models).map(([name, times]) => row(name, times)),
        ]),
    ...(steps.length === 0 ? [] : ['Steps without embedded models, in a run of their own']),
    ...steps.map(({ name, times }) => row(name, times)),
  ].join('\n');
}
