import { chooseTried, leadOf, plainAnswerLines, triedLines } from '@avow/answering/testing/reading';
import { groundingLines } from '@avow/answering/write';
import type { CandidateRow } from './collect-candidates.ts';
import { type FittedWeights, rankBy, weigh } from './fit-weights.ts';
import type { AnswerMark } from './mark-answer.ts';

/** The thresholds for giving an answer. */
export interface AnswerLines {
  readonly tried: typeof triedLines;
  readonly grounding: typeof groundingLines;
  readonly plainAnswer: typeof plainAnswerLines;
}

/** The thresholds of the service. */
export const presentLines: AnswerLines = {
  tried: triedLines,
  grounding: groundingLines,
  plainAnswer: plainAnswerLines,
};

/** The mark of a question, given all its rows, if the service decided by these weights and thresholds. */
export function followLines(
  rows: readonly CandidateRow[],
  weights: FittedWeights,
  lines: AnswerLines,
): AnswerMark {
  const rated = rankBy(weights, rows).map((row) => ({ ...row, probability: weigh(weights, row) }));
  const text = rows[0]?.question.question ?? '';
  for (const { candidate, second } of chooseTried(rated, { text, hasParts: false }, lines.tried)) {
    if (!isSupported(candidate, lines.grounding)) continue;
    const isSure =
      candidate.probability >=
      (hasVerdict(candidate, lines) ? lines.tried.verdictMin : lines.tried.answerMin);
    if (hasVerdict(candidate, lines) && isSure) return markWithVerdict(candidate, lines.plainAnswer);
    if (second !== null && isSupported(second, lines.grounding)) return markEither(candidate, second);
    if (isSure) return markWithVerdict(candidate, lines.plainAnswer);
  }
  return 'refused';
}

function hasVerdict({ judged }: CandidateRow, { plainAnswer }: AnswerLines): boolean {
  return judged.verdicts !== null && leadOf(judged.verdicts, plainAnswer) !== '';
}

/** Of two quotes, the better one's; they say neither yes nor no. */
function markEither(one: CandidateRow, other: CandidateRow): AnswerMark {
  const marks = [one.mark, other.mark];
  const best = (['right', 'partly'] as const).find((mark) => marks.includes(mark)) ?? 'wrong';
  return best === 'right' && one.question.verdict !== undefined ? 'partly' : best;
}

function isSupported({ judged }: CandidateRow, lines: AnswerLines['grounding']): boolean {
  const { supported, contradicted } = judged.judgement;
  return supported >= lines.supportedMin && contradicted <= lines.contradictedMax;
}

/** The mark of the quote with yes or no before it, if a verdict is given. */
export function markWithVerdict(
  { question: { verdict }, judged, mark }: CandidateRow,
  lines: AnswerLines['plainAnswer'],
): AnswerMark {
  const lead = judged.verdicts === null ? '' : leadOf(judged.verdicts, lines);
  if (verdict === undefined) return mark;
  if (lead === '') return mark === 'right' ? 'partly' : mark;
  if (lead !== (verdict === 'yes' ? 'Yes.' : 'No.')) return 'wrong';
  return mark === 'wrong' ? 'partly' : mark;
}
