import { hurried, readingStages } from '@avow/answering/testing/reading';
import { writeTable } from '../report-figures.ts';
import type { CandidateRow } from './collect-candidates.ts';
import { type FittedWeights, fitWeights, isAnswer, questionsOf } from './fit-weights.ts';
import { type AnswerLines, followLines, markWithVerdict, presentLines } from './follow-lines.ts';
import { hurriedStages, readInStages, shiftSureMin } from './read-in-stages.ts';

/** The rows of a question, with weights fitted without its corpus. */
interface FittedQuestion {
  readonly rows: readonly CandidateRow[];
  readonly weights: FittedWeights;
}

const tried = {
  answerMin: [0.4, 0.5, 0.54, 0.58, 0.62, 0.66, 0.7],
  verdictMin: [0.3, 0.4, 0.45, 0.5, 0.6],
  aloneMin: [0, 0.66, 0.75, 0.85, 1],
  behindMax: [0.1, 0.2, 0.3, 0.5],
  secondMin: [0.1, 0.2, 0.3, 0.4],
  readerMarginMin: [-30, -20, -16, -12, -8],
  supportedMin: [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3],
  contradictedMax: [0.5, 0.7, 0.8, 0.9, 1],
  yesLeadMin: [0.05, 0.1, 0.2, 0.3, 0.5, 0.6],
  noLeadMin: [0, 0.05, 0.1, 0.2, 0.3],
  leadSupportedMin: [0, 0.3, 0.5, 0.7, 0.9],
  sureShift: [-0.1, -0.05, 0, 0.05, 0.1],
};

/** Formats weights for answer-line.ts. */
export function writeWeights({ constant, weights }: FittedWeights): string {
  const lines = Object.entries(weights).map(([feature, weight]) => `  ${feature}: ${weight.toFixed(3)},`);
  return [`constant: ${constant.toFixed(3)}`, 'weights:', ...lines].join('\n');
}

/**
 * The tables for choosing thresholds. Each table varies one threshold and keeps the others. Each corpus is decided by
 * weights fitted on the other corpora, because an operator's documents are new to the model too.
 */
export function writeLineTables(rows: readonly CandidateRow[]): string {
  const fitted = fitByCorpus(rows);
  const { grounding, plainAnswer } = presentLines;
  const move = (name: string, values: readonly number[], linesAt: (value: number) => Partial<AnswerLines>) =>
    writeOutcomes(
      fitted,
      values.map((value) => ({ name: `${name} ${value}`, lines: { ...presentLines, ...linesAt(value) } })),
    );
  return [
    writeReach(rows),
    ...(['answerMin', 'verdictMin', 'readerMarginMin'] as const).map((name) =>
      move(name, tried[name], (value) => ({ tried: { ...presentLines.tried, [name]: value } })),
    ),
    ...(['aloneMin', 'behindMax', 'secondMin'] as const).map((name) =>
      move(name, tried[name], (value) => ({
        tried: { ...presentLines.tried, second: { ...presentLines.tried.second, [name]: value } },
      })),
    ),
    move('supportedMin', tried.supportedMin, (supportedMin) => ({
      grounding: { ...grounding, supportedMin },
    })),
    move('contradictedMax', tried.contradictedMax, (contradictedMax) => ({
      grounding: { ...grounding, contradictedMax },
    })),
    writeVerdicts(rows, [
      ...tried.yesLeadMin.map((yesLeadMin) => ({ ...plainAnswer, yesLeadMin })),
      ...tried.noLeadMin.map((noLeadMin) => ({ ...plainAnswer, noLeadMin })),
      ...tried.leadSupportedMin.map((supportedMin) => ({ ...plainAnswer, supportedMin })),
    ]),
    writeStages(fitted),
  ].join('\n\n');
}

function fitByCorpus(rows: readonly CandidateRow[]): FittedQuestion[] {
  const corpora = [...new Set(rows.map(({ corpus }) => corpus))];
  return corpora.flatMap((corpus) => {
    const others = rows.filter((row) => row.corpus !== corpus);
    const weights = fitWeights(others.length === 0 ? rows : others);
    return questionsOf(rows.filter((row) => row.corpus === corpus)).map((its) => ({ rows: its, weights }));
  });
}

/** How many questions have an answer among the first passages: an upper bound for any threshold. */
function writeReach(rows: readonly CandidateRow[]): string {
  const asked = questionsOf(rows).filter((its) => its.some(({ question }) => question.answerable));
  const ranks = [...new Set(rows.map(({ rank }) => rank))].sort((one, other) => one - other);
  const reach = ranks.map((last) => {
    const within = (wanted: (row: CandidateRow) => boolean) =>
      asked.filter((its) => its.some((row) => row.rank <= last && wanted(row))).length;
    return [`first ${last + 1}`, String(within(isAnswer)), String(within(({ mark }) => mark === 'right'))];
  });
  return writeTable([[`${asked.length} answerable, and among the passages`, 'some', 'all of it'], ...reach]);
}

function writeOutcomes(
  fitted: readonly FittedQuestion[],
  moved: ReadonlyArray<{ readonly name: string; readonly lines: AnswerLines }>,
): string {
  const written = moved.map(({ name, lines }) => {
    const outcomes = fitted.map(({ rows, weights }) => ({
      isAnswerable: rows.some(({ question }) => question.answerable),
      mark: followLines(readInStages(rows, weights, readingStages), weights, lines),
    }));
    const count = (isAnswerable: boolean, mark: string) =>
      String(outcomes.filter((one) => one.isAnswerable === isAnswerable && one.mark === mark).length);
    const answerable = ['right', 'partly', 'refused', 'wrong'].map((mark) => count(true, mark));
    return [name, ...answerable, count(false, 'refused'), count(false, 'wrong')];
  });
  return writeTable([
    ['', 'right', 'partly', 'refused', 'wrong', 'unanswerable: refused', 'wrong'],
    ...written,
  ]);
}

/** For quotes that decide a yes-or-no question: whether the right verdict would precede them. */
function writeVerdicts(rows: readonly CandidateRow[], lines: readonly AnswerLines['plainAnswer'][]): string {
  const decided = rows.filter(({ question, mark }) => question.verdict !== undefined && mark === 'right');
  const written = lines.map((one) => {
    const marks = decided.map((row) => markWithVerdict(row, one));
    const count = (mark: string) => String(marks.filter((each) => each === mark).length);
    const name = `yes ${one.yesLeadMin}, no ${one.noLeadMin}, supported ${one.supportedMin}`;
    return [name, count('right'), count('partly'), count('wrong')];
  });
  return writeTable([['yes or no', 'right', 'not said', 'wrong'], ...written]);
}

/** How many passages are read and what comes of it: in stages that end sooner or later, in a hurry, and if all are read. */
function writeStages(fitted: readonly FittedQuestion[]): string {
  const shifted = tried.sureShift.map((shift) => ({
    name: `sureMin ${shift < 0 ? '' : '+'}${shift}`,
    stages: readingStages.map((stage) => shiftSureMin(stage, shift)),
  }));
  const all = [
    ...shifted,
    { name: 'hurried', stages: hurriedStages(readingStages, hurried) },
    { name: 'all read', stages: [] },
  ];
  const written = all.map(({ name, stages }) => {
    const outcomes = fitted.map(({ rows, weights }) => {
      const read = readInStages(rows, weights, stages);
      const isAnswerable = rows.some(({ question }) => question.answerable);
      return { read: read.length, isAnswerable, mark: followLines(read, weights, presentLines) };
    });
    const mean = outcomes.reduce((sum, { read }) => sum + read, 0) / outcomes.length;
    const count = (isAnswerable: boolean, mark: string) =>
      String(outcomes.filter((one) => one.isAnswerable === isAnswerable && one.mark === mark).length);
    return [name, mean.toFixed(1), count(true, 'right'), count(true, 'wrong'), count(false, 'refused')];
  });
  return writeTable([['', 'passages read', 'right', 'wrong', 'unanswerable: refused'], ...written]);
}
