import type { QueryResponse } from '@avow/contract/query';
import { percent, writeTable } from '../report-figures.ts';
import { type AnswerFigures, answerFigures, type MarkedAnswer } from './answer-figures.ts';
import { questionKinds } from './question-file.ts';
import { questionSets } from './question-sets.ts';

export interface ShownAnswer extends MarkedAnswer {
  readonly response: QueryResponse | null;
}

/** What can be listed. `wrong` takes in the answers to what cannot be answered. */
export const shownMarks = ['wrong', 'partly', 'refused', 'right', 'failed', 'all'] as const;

interface FiguresGroup {
  readonly name: string;
  readonly figures: AnswerFigures;
}

/**
 * By part and set, for sets are not alike; in each by corpus, by whether the model was trained on the corpus, and by kind.
 * Then each set with both its parts.
 */
export function figuresByGroup(answers: readonly MarkedAnswer[]): readonly FiguresGroup[] {
  const groups: Array<{ readonly name: string; readonly its: readonly MarkedAnswer[] }> = [];
  for (const part of ['report', 'tune'] as const)
    for (const set of questionSets) {
      const its = answers.filter(({ question }) => question.part === part && question.set === set);
      const name = `${part}, ${set}`;
      groups.push({ name, its });
      for (const [corpus, some] of Map.groupBy(its, (one) => one.corpus))
        groups.push({ name: `${name}, ${corpus}`, its: some });
      for (const [status, some] of Map.groupBy(its, (one) => one.status))
        groups.push({ name: `${name}, corpora ${status}`, its: some });
      for (const kind of questionKinds)
        groups.push({ name: `${name}, ${kind}`, its: its.filter(({ question }) => question.kind === kind) });
    }
  for (const set of questionSets)
    groups.push({ name: `both parts, ${set}`, its: answers.filter(({ question }) => question.set === set) });
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
    name.split(', ').length > 2 ? `  ${name}` : name,
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

/** Questions with their answers and quotes. Those of the part for reporting stay unseen, unless they are asked for. */
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
        `\n${mark}: ${corpus} ${question.id} (${question.kind}): ${question.follows === undefined ? '' : `${question.follows} | `}${question.question}`,
        `  expected: ${expected.trim()}`,
        `  answer: ${response?.answer ?? '–'}`,
        ...quotes,
      ].join('\n');
    })
    .join('\n');
}
