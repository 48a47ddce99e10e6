import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readRows } from '../data-sets.ts';
import { halfOf } from '../half-of.ts';
import { type AnswerQuestion, type QuestionFile, questionSchema } from './question-file.ts';

/** Questions by another hand than ours, in the words of people who have not read the pages. Only ever read, never copied. */
const setName = 'asked_eval';

/** The set's name of a corpus, and ours. */
const corpora = { gsa_tts: 'gsa_tts_handbook', sourcegraph: 'sourcegraph_handbook' } as const;
type CorpusName = keyof typeof corpora;
const corpusNames = Object.keys(corpora) as CorpusName[];

/** The set's name of a kind, and ours. */
const kinds = {
  single: 'fact',
  howto: 'procedure',
  list: 'list',
  yesno: 'yes_no',
  multi: 'multi_part',
  definition: 'definition',
  unanswerable_near: 'near_miss',
  unanswerable_off: 'off_topic',
} as const satisfies Record<string, AnswerQuestion['kind']>;

interface AskedRow {
  readonly id: string;
  readonly kind: keyof typeof kinds;
  readonly question: string;
  readonly answerable: boolean;
  readonly verdict: 'yes' | 'no' | null;
  readonly gold: string | null;
  readonly facts: AnswerQuestion['facts'];
  readonly sources: AnswerQuestion['sources'];
}

interface FollowUpRow extends Pick<AskedRow, 'id' | 'gold' | 'facts' | 'sources'> {
  readonly corpus: CorpusName;
  readonly first: string;
  readonly second: string;
}

/** A question that is asked second in its thread. */
export interface FollowUp extends AnswerQuestion {
  readonly follows: string;
}

/** None where the data folder does not have the set. */
export function readAskedFiles(dataFolder: string): QuestionFile[] {
  if (!isThere(dataFolder)) return [];
  return corpusNames.map((name) => ({
    corpus: corpora[name],
    questions: readRows<AskedRow>(dataFolder, `${setName}/${name}`).map(toQuestion),
  }));
}

export function readAskedFollowUps(
  dataFolder: string,
): Array<{ readonly corpus: string; readonly questions: readonly FollowUp[] }> {
  if (!isThere(dataFolder)) return [];
  const rows = readRows<FollowUpRow>(dataFolder, `${setName}/followups`);
  return corpusNames.map((name) => ({
    corpus: corpora[name],
    questions: rows.filter(({ corpus }) => corpus === name).map(toFollowUp),
  }));
}

const isThere = (dataFolder: string) => existsSync(join(dataFolder, setName));

/** The part is the half of its id's hash: SHA-256, first byte, even is `tune`. */
function toQuestion({ id, kind, question, answerable, verdict, gold, facts, sources }: AskedRow) {
  return questionSchema.parse({
    ...{ id, kind: kinds[kind], part: halfOf(id), question, answerable, facts, why: gold?.trim() || 'none' },
    sources: answerable ? sources : [],
    ...(verdict === null ? {} : { verdict }),
  });
}

function toFollowUp({ id, first, second, gold, facts, sources }: FollowUpRow): FollowUp {
  const question = questionSchema.parse({
    ...{ id, kind: 'follow_up', part: halfOf(id), question: second, answerable: true, facts, sources },
    why: gold,
  });
  return { ...question, follows: first };
}
