import { attackThresholds, combineOdds, scoreViewsSync, type View } from '@avow/guardrails/testing/checks';
import { callLimits } from '../../in-calls.ts';
import type { MeasuredParts } from '../measured-parts.ts';

/** How likely a text is an attack if the rules say so much. */
export type JudgeByRules = (hint: number) => number;

/** What the models say of a text is found once, so that rules can be left out in turn. Without models the rules decide alone. */
export function createRuleJudge(
  parts: Pick<MeasuredParts, 'classifier' | 'screener'> | null,
): (text: string, views: readonly View[]) => Promise<JudgeByRules> {
  if (parts === null) return async () => (hint) => hint;
  const { classifier, screener } = parts;
  if (classifier === null || screener === null)
    throw new Error('Beside models needs the n-gram classifier and the screening model.');
  return async (text, views) => {
    const { score, suspicion, text: worst } = scoreViewsSync(text, views, classifier);
    const screened = await screener.screen([worst], callLimits);
    const byModel = screened?.[0]?.injection;
    if (byModel === undefined) throw new Error('the text could not be screened');
    const combined = combineOdds({ byModel, byClassifier: score }, attackThresholds.modelShare);
    return (hint) => {
      if (hint >= attackThresholds.ruleSure) return hint;
      const isClear = hint === 0 && suspicion < attackThresholds.clear;
      return isClear || score >= attackThresholds.sure ? score : combined;
    };
  };
}
