import { runStepsSync } from '@avow/foundation/concurrency';
import type { TextClassifier } from '@avow/inference';
import type { DetectInjection } from '../guardrail.ts';
import { attackReasonings } from '../prompt-attack/attack-kinds.ts';
import { buildViews } from '../views/build-views.ts';
import { scoreAttack } from './score-attack.ts';

/** For a report that people read: no model is asked, so only near certainty counts. */
const scoreMin = 0.95;

/** Detects injected instructions by rules and the classifier. */
export function createInjectionDetector(classifier: TextClassifier | null): DetectInjection {
  return (text) => {
    const { found } = runStepsSync(scoreAttack(text, buildViews(text), { classifier, screener: null }));
    if (found.score < scoreMin) return null;
    return found.kind === null
      ? 'The text reads like instructions to a language model.'
      : attackReasonings[found.kind];
  };
}
