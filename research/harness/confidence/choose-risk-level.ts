import { probabilityOf } from '@avow/answering/score';
import { fitLogistic, logitOf } from '@avow/answering/testing/grounding';
import type { MarkedEvidence } from './labelled-answer.ts';
import type { ScoredAnswer } from './score-labelled.ts';

/** Only these distinguish partly right answers. */
const kind = 'documentation';

/**
 * The score at which an answer read from documents is worth as much as no answer: a right one is worth 1, a partly right
 * one 0.5 and a wrong one −1. Uses only the parts for fitting; null if they are insufficient.
 */
export function chooseRiskLevel(answers: readonly ScoredAnswer[]): number | null {
  const rows = answers
    .filter((answer) => answer.part === 'fit' && answer.kind === kind)
    .flatMap(({ given }) => (given?.evidence.method === 'extractive' ? [given] : []))
    .flatMap((given) => {
      // Maps a worth from −1 to 1 onto a probability, so that a worth of 0 means even odds.
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
