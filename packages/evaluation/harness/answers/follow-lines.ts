import {
  answerMin,
  answersTriedMax,
  groundingLines,
  leadOf,
  plainAnswerLines,
  readerMarginMin,
} from '@avow/server/measurement';
import type { CandidateRow } from './collect-candidates.ts';
import { type FittedWeights, rankBy, weigh } from './fit-weights.ts';
import type { Mark } from './mark-answer.ts';

/** The thresholds for giving an answer. */
export interface AnswerLines {
  readonly answerMin: number;
  readonly readerMarginMin: number;
  readonly grounding: typeof groundingLines;
  readonly plainAnswer: typeof plainAnswerLines;
}

/** The thresholds of the service. */
export const presentLines: AnswerLines = {
  ...{ answerMin, readerMarginMin },
  grounding: groundingLines,
  plainAnswer: plainAnswerLines,
};

/** The mark of a question, given all its rows, if the service decided by these weights and thresholds. */
export function followLines(rows: readonly CandidateRow[], weights: FittedWeights, lines: AnswerLines): Mark {
  const given = rankBy(weights, rows)
    .filter(
      (row) => weigh(weights, row) >= lines.answerMin && row.features.spanMargin >= lines.readerMarginMin,
    )
    .slice(0, answersTriedMax)
    .find((row) => isSupported(row, lines.grounding));
  return given === undefined ? 'refused' : markWithVerdict(given, lines.plainAnswer);
}

function isSupported({ judged }: CandidateRow, lines: AnswerLines['grounding']): boolean {
  const { supported, contradicted } = judged.judgement;
  return supported >= lines.supportedMin && contradicted <= lines.contradictedMax;
}

/** The mark of the quote with yes or no before it, if a verdict is given. */
export function markWithVerdict(
  { question: { verdict }, judged, mark }: CandidateRow,
  lines: AnswerLines['plainAnswer'],
): Mark {
  const lead = judged.verdicts === null ? '' : leadOf(judged.verdicts, lines);
  if (verdict === undefined) return mark;
  if (lead === '') return mark === 'right' ? 'partly' : mark;
  if (lead !== (verdict === 'yes' ? 'Yes.' : 'No.')) return 'wrong';
  return mark === 'wrong' ? 'partly' : mark;
}
