import type { BandReliability } from '@avow/contract/insights';
import { wilsonInterval } from '@avow/foundation/statistics';

/** Counts answers and labels, and summarizes how reliable the answers are. */
export interface ReliabilityCount {
  addAnswer(score: number): void;
  addLabel(isRight: boolean): void;
  summarize(): BandReliability;
}

export function createReliability(): ReliabilityCount {
  let [answers, scoreSum, labelled, right] = [0, 0, 0, 0];
  return {
    addAnswer: (score) => {
      answers += 1;
      scoreSum += score;
    },
    addLabel: (isRight) => {
      labelled += 1;
      if (isRight) right += 1;
    },
    summarize: () => ({
      answers,
      mean_score: shareOf(scoreSum, answers),
      labelled,
      right,
      right_share: shareOf(right, labelled),
      right_interval: intervalOf(right, labelled),
      error_rate: shareOf(labelled - right, labelled),
      error_interval: intervalOf(labelled - right, labelled),
    }),
  };
}

function shareOf(part: number, total: number): number | null {
  return total === 0 ? null : roundShare(part / total);
}

export function intervalOf(hits: number, total: number): { low: number; high: number } | null {
  if (total === 0) return null;
  const { low, high } = wilsonInterval({ hits, total });
  return { low: roundShare(low), high: roundShare(high) };
}

const decimals = 6;

/** Rounds away floating-point noise. */
export function roundShare(value: number): number {
  return Number(value.toFixed(decimals));
}
