import { workThrough } from '../work-through.ts';
import type { Checked, CheckText } from './compile-check.ts';
import type { MeasuredParts } from './measured-parts.ts';
import type { OtherPackage } from './other-packages.ts';
import type { SampleSize } from './texts/text-set.ts';

/** The parameters of every measurement. */
export interface Measuring {
  readonly dataFolder: string;
  readonly parts: MeasuredParts;
  readonly size: SampleSize;
  /** Comparable npm packages that are installed. */
  readonly others: readonly OtherPackage[];
}

/** Prints its tables and returns its figures for `--json`. */
export type Measure = (given: Measuring) => Promise<unknown>;

/** Enough to keep every model process busy. */
const textsAtOnce = 4;

export function checkAll(
  check: CheckText,
  { label, texts }: { readonly label: string; readonly texts: readonly string[] },
): Promise<Checked[]> {
  return workThrough(texts, { label, atOnce: textsAtOnce }, (text) => check(text));
}

/** The share of true values; null if there are none. */
export function shareFound(found: readonly boolean[]): number | null {
  return found.length === 0 ? null : found.filter(Boolean).length / found.length;
}

/** Runs one after another, so that measurements do not wait for each other. */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

/** What a check finds in texts that it should find, and in ordinary ones. */
export interface FoundLine {
  readonly name: string;
  readonly wanted: number;
  readonly found: number | null;
  readonly ordinary: number;
  readonly alarms: number | null;
}
