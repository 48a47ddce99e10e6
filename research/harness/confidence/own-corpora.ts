import { choosePages } from '../answers/choose-pages.ts';
import { type QuestionFile, readQuestionFiles } from '../answers/question-file.ts';
import { takeSample } from '../take-sample.ts';
import type { AskedCorpus, CorpusQuestion } from './asked-corpus.ts';

/** The same sample of pages as in `npm run eval -- answers`, so that its loaded corpora are reused. */
const sample = { others: 60, seed: 1 };

/** The questions of `evaluation/answers`, each asked of its own corpus, plus off-topic questions from another corpus. */
export function readOwnCorpora(
  dataFolder: string,
  foreign: { readonly count: number | null; readonly seed: number },
): AskedCorpus[] {
  const files = readQuestionFiles();
  return files.map((file, at): AskedCorpus => {
    const other = files[(at + files.length / 2) % files.length];
    return {
      name: file.corpus,
      kind: 'documentation',
      isUnseen: false,
      pages: choosePages(dataFolder, file.corpus, sample),
      packPerFolder: false,
      settings: ['whole', 'no_reader'],
      questions: [...ownQuestions(file), ...(other === undefined ? [] : foreignQuestions(other, foreign))],
    };
  });
}

function ownQuestions({ questions }: QuestionFile): CorpusQuestion[] {
  return questions.map((question) => ({
    id: question.id,
    text: question.question,
    part: question.part === 'tune' ? 'fit' : 'report',
    expected: { kind: 'facts', question },
  }));
}

function foreignQuestions(
  { corpus, questions }: QuestionFile,
  sample: { readonly count: number | null; readonly seed: number },
): CorpusQuestion[] {
  const answerable = questions.filter((question) => question.answerable);
  return (['tune', 'report'] as const).flatMap((half) =>
    takeSample(
      answerable.filter(({ part }) => part === half),
      sample,
    ).map(({ id, question }) => ({
      id: `${corpus}/${id}`,
      text: question,
      part: half === 'tune' ? 'fit' : 'report',
      isForeign: true,
      expected: { kind: 'nothing' },
    })),
  );
}
