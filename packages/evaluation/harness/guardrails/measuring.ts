import { workThrough } from '../work-through.ts';
import type { Checked, CheckText } from './compile-check.ts';
import type { MeasuredParts } from './measured-parts.ts';
import type { OtherPackage } from './other-packages.ts';
import type { SampleSize } from './texts/text-set.ts';

/** What every measurement is given. */
export interface Measuring {
  readonly dataFolder: string;
  readonly parts: MeasuredParts;
  readonly size: SampleSize;
  /** What npm offers, as far as it is installed. */
  readonly others: readonly OtherPackage[];
}

/** Prints its tables, and gives its figures for `--json`. */
export type Measure = (given: Measuring) => Promise<unknown>;

/** Enough that no process of a model waits for the next text. */
const textsAtOnce = 4;

export function checkAll(
  check: CheckText,
  { label, texts }: { readonly label: string; readonly texts: readonly string[] },
): Promise<Checked[]> {
  return workThrough(texts, { label, atOnce: textsAtOnce }, (text) => check(text));
}

/** Of yes and no, the share of yes; null where there is nothing to share. */
export function shareFound(found: readonly boolean[]): number | null {
  return found.length === 0 ? null : found.filter(Boolean).length / found.length;
}

/** One after the other, so that what is measured does not wait for itself. */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
