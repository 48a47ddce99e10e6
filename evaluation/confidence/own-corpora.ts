import { choosePages } from '../answers/choose-pages.ts';
import { type QuestionFile, readQuestionFiles } from '../answers/question-file.ts';
import type { AskedCorpus, CorpusQuestion } from './asked-corpus.ts';

/** As `eval:answers` loads them, so that what it has loaded is used. */
const sample = { others: 60, seed: 1 };

/**
 * The questions of `evaluation/answers`, each asked of its corpus; and those of another corpus, which is about something
 * else, asked of it too.
 */
export function readOwnCorpora(dataFolder: string): AskedCorpus[] {
  const files = readQuestionFiles();
  return files.map((file, at): AskedCorpus => {
    const other = files[(at + files.length / 2) % files.length];
    return {
      name: file.corpus,
      kind: 'documentation',
      isUnseen: false,
      pages: choosePages(dataFolder, file, sample),
      packPerFolder: false,
      settings: ['whole', 'no_reader'],
      questions: [...ownQuestions(file), ...(other === undefined ? [] : foreignQuestions(other))],
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

function foreignQuestions({ corpus, questions }: QuestionFile): CorpusQuestion[] {
  return questions
    .filter(({ answerable }) => answerable)
    .map(({ id, question, part }) => ({
      id: `${corpus}/${id}`,
      text: question,
      part: part === 'tune' ? 'fit' : 'report',
      isForeign: true,
      expected: { kind: 'nothing' },
    }));
}
