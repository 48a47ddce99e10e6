import { fitLogistic, logitOf, probabilityOf } from '@avow/server/measurement';
import type { MarkedEvidence } from './labelled-answer.ts';
import type { ScoredAnswer } from './score-labelled.ts';

/** Of these alone it is known what is partly right. */
const kind = 'documentation';

/**
 * The score at which an answer read from documents is worth as much as none: a right one is worth 1, one that is partly
 * right a half, and a wrong one costs 1. Made of the parts for fitting alone; null where they do not tell.
 */
export function chooseRiskLevel(answers: readonly ScoredAnswer[]): number | null {
  const rows = answers
    .filter((answer) => answer.part === 'fit' && answer.kind === kind)
    .flatMap(({ given }) => (given?.evidence.method === 'extractive' ? [given] : []))
    .flatMap((given) => {
      // As likely to be true as makes a worth of 0 even odds.
      const share = (worthOf(given) + 1) / 2;
      const values = [logitOf(given.score)];
      return [
        { values, isTrue: true, weight: share },
        { values, isTrue: false, weight: 1 - share },
      ];
    });
  const [constant = 0, slope = 0] = fitLogistic(rows, { signs: [1], shrink: 0.01 });
  return slope === 0 ? null : probabilityOf(-constant / slope);
}

function worthOf({ isRight, helps }: MarkedEvidence): number {
  if (isRight) return 1;
  return helps ? 0.5 : -1;
}
