import { resolve } from 'node:path';
import { readQuestionFiles } from '../answers/question-file.ts';
import type { WrittenRow } from '../written/written-row.ts';
import type { LabelledAnswer } from './labelled-answer.ts';
import { openLineFile } from './line-file.ts';

type RecordedRow = Pick<WrittenRow, 'id' | 'corpus' | 'mark' | 'answerable' | 'evidence'>;

/**
 * Answers that language models wrote to questions of documentation, as `npm run eval -- written --out FILE` keeps them. Those to
 * questions of other hands are reported and never fitted on.
 */
export function readRecordedAnswers(files: readonly string[]): LabelledAnswer[] {
  const tuned = new Set(
    readQuestionFiles().flatMap(({ corpus, questions }) =>
      questions.filter(({ part }) => part === 'tune').map(({ id }) => `${corpus}/own/${id}`),
    ),
  );
  return files.flatMap((file) =>
    [...openLineFile<RecordedRow>(resolve(file), { isFresh: false }).known.values()].map((row) =>
      labelRow(row, tuned.has(row.id)),
    ),
  );
}

export function labelRow(
  { id, corpus, mark, answerable, evidence }: RecordedRow,
  isTuned: boolean,
): LabelledAnswer {
  const isWritten = evidence?.method.startsWith('generative') ?? false;
  return {
    ...{ corpus, domain: 'written', kind: 'written' },
    isUnseen: id.split('/')[1] !== 'own',
    part: isTuned ? 'fit' : 'report',
    isAnswerable: answerable,
    isForeign: false,
    given:
      evidence === null || !isWritten
        ? null
        : { evidence, caps: [], isRight: mark === 'right', helps: mark === 'right' || mark === 'partly' },
  };
}
