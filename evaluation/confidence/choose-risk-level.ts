import { fitLogistic } from '../../packages/server/src/confidence/fit-logistic.ts';
import { logitOf, probabilityOf } from '../../packages/server/src/confidence/logit.ts';
import type { ScoredAnswer } from './score-labelled.ts';

/** Of these alone it is known what is partly right. */
const kind = 'documentation';

/**
 * The score at which an answer read from documents helps as often as it harms: it helps where it is right or partly so, and
 * harms where it is wrong. Below it none is better. Made of the parts for fitting alone; null where they do not tell.
 */
export function chooseRiskLevel(answers: readonly ScoredAnswer[]): number | null {
  const rows = answers
    .filter((answer) => answer.part === 'fit' && answer.kind === kind)
    .flatMap(({ given }) => (given?.evidence.way === 'read' ? [given] : []))
    .map(({ score, helps }) => ({ values: [logitOf(score)], isTrue: helps, weight: 1 }));
  const [constant = 0, slope = 0] = fitLogistic(rows, { signs: [1], shrink: 0.01 });
  return slope === 0 ? null : probabilityOf(-constant / slope);
}
