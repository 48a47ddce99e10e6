import type { Steps } from '../take-turns.ts';
import { cutParts } from './cut-parts.ts';
import { type View, viewSteps } from './views-of.ts';

/** The views of all of a text, however long: of each of its parts the plain one first, then what it reads as. */
export function* seeThrough(text: string): Steps<readonly View[]> {
  const views: View[] = [];
  for (const part of cutParts(text)) views.push(...(yield* viewSteps(part)));
  return views;
}
