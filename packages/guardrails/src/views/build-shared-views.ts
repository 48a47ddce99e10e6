import type { Steps } from '@avow/foundation/concurrency';
import type { GuardrailInput } from '../guardrail.ts';
import type { View } from './build-part-views.ts';
import { buildViews } from './build-views.ts';

interface Shared {
  readonly steps: Steps<readonly View[]>;
  views: readonly View[] | null;
}

/**
 * Keyed by the input, not by its text: the duration of a check must not reveal that somebody else sent the same text, and
 * views are discarded with their input.
 */
const shared = new WeakMap<Pick<GuardrailInput, 'text'>, Shared>();

/**
 * The views of an input, built once and shared by several checks. If the check that builds them yields, another one
 * continues where it stopped.
 */
export function* buildSharedViews(input: Pick<GuardrailInput, 'text'>): Steps<readonly View[]> {
  const known = shared.get(input) ?? { steps: buildViews(input.text), views: null };
  shared.set(input, known);
  while (known.views === null) {
    const step = known.steps.next();
    if (step.done !== true) yield;
    else if (step.value === undefined) throw new Error('the text could not be read');
    else known.views = step.value;
  }
  return known.views;
}
