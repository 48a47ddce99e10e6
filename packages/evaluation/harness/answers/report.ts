import type { QueryResponse } from '@avow/contract';
import { percent, writeTable } from '../report-figures.ts';
import { type AnswerFigures, answerFigures, type MarkedAnswer } from './answer-figures.ts';
import { questionKinds } from './question-file.ts';

export interface ShownAnswer extends MarkedAnswer {
  readonly response: QueryResponse | null;
}

/** What can be listed. `wrong` includes answers to unanswerable questions. */
export const shownMarks = ['wrong', 'partly', 'refused', 'right', 'failed', 'all'] as const;

interface FiguresGroup {
  readonly name: string;
  readonly figures: AnswerFigures;
}

/** Figures for each part: by corpus, by whether the model was trained on the corpus, by kind, and in total. */
export function figuresByGroup(answers: readonly MarkedAnswer[]): readonly FiguresGroup[] {
  const groups: Array<{ readonly name: string; readonly its: readonly MarkedAnswer[] }> = [];
  const inPart = (part: string) => answers.filter(({ question }) => question.part === part);
  const corpora = [...new Set(answers.map(({ corpus }) => corpus))];
  for (const [name, its] of [
    ['report', inPart('report')],
    ['tune', inPart('tune')],
  ] as const) {
    groups.push({ name, its });
    for (const corpus of corpora)
      groups.push({ name: `${name}, ${corpus}`, its: its.filter((one) => one.corpus === corpus) });
    for (const status of ['unseen', 'seen'] as const)
      groups.push({ name: `${name}, corpora ${status}`, its: its.filter((one) => one.status === status) });
    for (const kind of questionKinds)
      groups.push({ name: `${name}, ${kind}`, its: its.filter(({ question }) => question.kind === kind) });
  }
  groups.push({ name: 'all', its: answers });
  return groups
    .filter(({ its }) => its.length > 0)
    .map(({ name, its }) => ({ name, figures: answerFigures(its) }));
}

export function writeAnswerReport(groups: readonly FiguresGroup[]): string {
  const shown = (share: number | null) => (share === null ? '–' : percent(share));
  const heading = [
    ...['', 'answerable', 'right', 'partly', 'refused', 'wrong'],
    ...['unanswerable', 'refused', 'failed', 'degraded', 'p50 ms', 'p95 ms'],
  ];
  const rows = groups.map(({ name, figures }) => [
    name.includes(', ') ? `  ${name}` : name,
    String(figures.answerable),
    shown(figures.right),
    shown(figures.partly),
    shown(figures.refusedWrongly),
    shown(figures.wrong),
    String(figures.unanswerable),
    shown(figures.refusedRightly),
    shown(figures.failed),
    percent(figures.degraded),
    figures.p50Ms.toFixed(0),
    figures.p95Ms.toFixed(0),
  ]);
  return writeTable([heading, ...rows]);
}

/** Questions with their answers and quotes. Those of the report part are shown only on request. */
export function writeShown(
  answers: readonly ShownAnswer[],
  wanted: { readonly mark: string; readonly withReport: boolean },
): string {
  return answers
    .filter(({ mark }) => wanted.mark === 'all' || mark === wanted.mark)
    .filter(({ question }) => wanted.withReport || question.part === 'tune')
    .map(({ corpus, question, mark, response }) => {
      const expected = question.answerable
        ? `${question.verdict ?? ''} ${JSON.stringify(question.facts)} in ${question.sources.join(', ')}`
        : 'no answer';
      const quotes = response?.citations.map(({ source, quote }) => `    ${source}: ${quote ?? '–'}`) ?? [];
      return [
        `\n${mark}: ${corpus} ${question.id} (${question.kind}): ${question.question}`,
        `  expected: ${expected.trim()}`,
        `  answer: ${response?.answer ?? '–'}`,
        ...quotes,
      ].join('\n');
    })
    .join('\n');
}
