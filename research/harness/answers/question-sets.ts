import { readAskedFiles, readAskedFollowUps } from './asked-files.ts';
import { type ChosenPages, choosePages } from './choose-pages.ts';
import { readOutsideSet } from './outside/outside-set.ts';
import { type AnswerQuestion, type QuestionFile, readQuestionFiles } from './question-file.ts';
import { readSmallSets } from './small-sets.ts';

/**
 * What `--set` takes: `own` ships with the project, `asked` is by another hand, `outside` is made from pages by program, `small` asks
 * about a few everyday files with curated pairs beside them.
 */
export const chosenSets = ['own', 'asked', 'outside', 'small'] as const;
export type ChosenSet = (typeof chosenSets)[number];

/** The sets of an option `--set`: names with commas between them, or all. */
export function chosenSetsOf(names: string): readonly ChosenSet[] {
  if (names === 'all') return chosenSets;
  return names.split(',').map((name) => {
    const set = chosenSets.find((one) => one === name);
    if (set === undefined) throw new Error(`--set must be all or some of ${chosenSets.join(',')}`);
    return set;
  });
}

/** Follow-ups come with `asked`, and are reported apart. */
export const questionSets = ['own', 'asked', 'follow-ups', 'outside', 'small'] as const;
export type QuestionSet = (typeof questionSets)[number];

export interface SetQuestion extends AnswerQuestion {
  readonly set: QuestionSet;
  /** What is asked before it in the same thread. */
  readonly follows?: string;
  /** Texts of which an answer must be taken, where no facts are known. */
  readonly sections?: readonly string[];
  /** The packs it is asked of, by name; left out: all. */
  readonly packs?: readonly string[];
}

/** Pages to load, and what is asked about them. */
export interface EvaluatedCorpus {
  readonly corpus: string;
  readonly pages: ChosenPages;
  /** Each folder of the pages is a pack of its own. */
  readonly packPerFolder?: boolean;
  readonly questions: readonly SetQuestion[];
}

export function readQuestionSets(
  dataFolder: string,
  {
    sets,
    corpora,
    ...sample
  }: {
    readonly sets: readonly ChosenSet[];
    /** Left out: all. */
    readonly corpora: readonly string[] | undefined;
    readonly others: number | null;
    readonly seed: number;
  },
): EvaluatedCorpus[] {
  const isWanted = ({ corpus }: { readonly corpus: string }) => corpora?.includes(corpus) ?? true;
  const asked = [
    ...(sets.includes('own') ? labelled('own', readQuestionFiles()) : []),
    ...(sets.includes('asked') ? labelled('asked', readAskedFiles(dataFolder)) : []),
    ...(sets.includes('asked') ? labelled('follow-ups', readAskedFollowUps(dataFolder)) : []),
  ].filter(isWanted);
  const written = [...Map.groupBy(asked, ({ corpus }) => corpus)].map(([corpus, files]) => ({
    corpus,
    pages: choosePages(dataFolder, corpus, sample),
    questions: files.flatMap(({ questions }) => questions),
  }));
  const made = sets.includes('outside') ? readOutsideSet(dataFolder, sample) : [];
  const small = sets.includes('small') ? readSmallSets() : [];
  return [...written, ...[...made, ...small].filter(isWanted)];
}

function labelled(set: QuestionSet, files: readonly QuestionFile[]) {
  return files.map(({ corpus, questions }) => ({
    corpus,
    questions: questions.map((question): SetQuestion => ({ ...question, set })),
  }));
}
