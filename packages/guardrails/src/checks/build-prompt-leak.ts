import { runStepsSync } from '@avow/foundation/concurrency';
import { createCanaryFinder } from '../prompt-leak/create-canary-finder.ts';
import { createOverlapMeter, scoreOverlap } from '../prompt-leak/create-overlap-meter.ts';
import { buildSharedViews } from '../views/build-shared-views.ts';
import type { BuildCheck } from './check-builder.ts';
import { decide } from './decide.ts';

/** Answers that reveal the instructions of the models: a canary in them, or their own words, plain or in disguise. */
export const buildPromptLeak: BuildCheck<'prompt_leak'> = ({ settings, ...given }) => {
  const hasCanary = createCanaryFinder(settings.canaries);
  const overlapOf = createOverlapMeter(settings.instructions);
  const clear = 'The answer does not reveal the instructions given to the models.';

  return {
    kind: 'text',
    check: (input) => {
      const seen = [input.text, ...runStepsSync(buildSharedViews(input)).map((view) => view.text)];
      if (seen.some(hasCanary)) {
        const found = 'The answer contains a canary from the instructions given to the models.';
        return decide({ score: 1, reasoning: { found, clear } }, given);
      }
      const score = Math.max(...seen.map((view) => scoreOverlap(overlapOf(view))));
      const found = 'The answer repeats the instructions given to the models.';
      return decide({ score, reasoning: { found, clear } }, given);
    },
  };
};
