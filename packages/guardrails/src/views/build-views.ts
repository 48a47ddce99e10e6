import type { Steps } from '@avow/foundation/concurrency';
import { allReadings, buildPartViews, type View } from './build-part-views.ts';
import { splitParts } from './split-parts.ts';

/** Builds the views of a text of any length: for each part the plain one first, then its readings. */
export function* buildViews(text: string, readings = allReadings): Steps<readonly View[]> {
  const views: View[] = [];
  for (const part of splitParts(text)) views.push(...(yield* buildPartViews(part, readings)));
  return views;
}
