import type { Steps } from '@avow/foundation/concurrency';
import type { TextClassifier } from '@avow/inference';
import type { FoundRange } from '../guardrail.ts';
import type { View } from '../views/build-part-views.ts';
import { findDifference } from '../views/find-difference.ts';
import { unsafeThresholds } from './classifier-thresholds.ts';
import { slidingWindows } from './sliding-windows.ts';

/** The length that a model screens at a time. It screens the plain text anyway. */
const excerptUnitsMax = 1_000;
/** On either side of the difference: few words mean little without their context. */
const aroundUnits = 200;

/**
 * The most unsafe excerpt that a text shows only without its disguises. Null: it hides nothing, or nothing that is worth
 * screening. Without a classifier it is the first such excerpt.
 */
export function* findUnsafeView(
  views: readonly View[],
  classifier: TextClassifier | null,
): Steps<string | null> {
  let worst: { readonly score: number; readonly text: string } = { score: 0, text: '' };
  let plain = '';
  for (const { name, text: view } of views) {
    if (name === 'plain') {
      plain = view;
      continue;
    }
    yield;
    const difference = findDifference({ plain, view });
    const seen = view.slice(Math.max(0, difference.start - aroundUnits), difference.end + aroundUnits);
    if (classifier === null) return excerptAt(seen, { start: 0, end: 0 });
    const short = [...slidingWindows(seen, null)];
    for (const { start, text } of short.length === 0 ? [{ start: 0, text: seen }] : short) {
      yield;
      const score = classifier.score(text).unsafe;
      if (score > worst.score) worst = { score, text: excerptAt(seen, { start, end: start + text.length }) };
    }
  }
  return worst.score < unsafeThresholds.clear ? null : worst.text;
}

/** As much as fits, with the window in the middle. */
function excerptAt(text: string, { start, end }: FoundRange): string {
  const from = Math.max(0, Math.min((start + end - excerptUnitsMax) / 2, text.length - excerptUnitsMax));
  return text.slice(Math.floor(from), Math.floor(from) + excerptUnitsMax).toWellFormed();
}
