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

/** Where an answer is given and where not. */
export interface AnswerLines {
  readonly answerMin: number;
  readonly readerMarginMin: number;
  readonly grounding: typeof groundingLines;
  readonly plainAnswer: typeof plainAnswerLines;
}

/** Those that the service goes by. */
export const presentLines: AnswerLines = {
  ...{ answerMin, readerMarginMin },
  grounding: groundingLines,
  plainAnswer: plainAnswerLines,
};

/** What would become of a question, of which these are all rows: as the service decides, by these weights and lines. */
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
  const { supported, contradicted, sentenceContradicted } = judged.judgement;
  return (
    supported >= lines.supportedMin &&
    contradicted <= lines.contradictedMax &&
    sentenceContradicted <= lines.sentenceContradictedMax
  );
}

/** The quote with yes or no before it, where that is said. */
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
