import type { GuardrailInput } from '../../interfaces/guardrail.ts';
import type { Steps } from '../take-turns.ts';
import { seeThrough } from './see-through.ts';
import type { View } from './views-of.ts';

interface Shared {
  readonly steps: Steps<readonly View[]>;
  views: readonly View[] | null;
}

/**
 * By what is checked, not by its text: how long a check takes must not tell that somebody else asked the same, and what
 * is no longer checked is not kept.
 */
const shared = new WeakMap<Pick<GuardrailInput, 'text'>, Shared>();

/**
 * The views of a text that several checks look at: made once, by whichever of them comes first. Where that one takes turns
 * with others, each goes on where the last one stopped.
 */
export function* shareViews(input: Pick<GuardrailInput, 'text'>): Steps<readonly View[]> {
  const known = shared.get(input) ?? { steps: seeThrough(input.text), views: null };
  shared.set(input, known);
  while (known.views === null) {
    const step = known.steps.next();
    if (step.done !== true) yield;
    else if (step.value === undefined) throw new Error('the text could not be read');
    else known.views = step.value;
  }
  return known.views;
}
