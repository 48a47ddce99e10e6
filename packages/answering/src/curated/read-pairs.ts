import { embeddedLanguages } from '@avow/inference';
import { asQuestion } from '@avow/text';
import { otherLanguage } from '@avow/text/languages';
import type { AnswerReader } from '../read/limit-reader.ts';
import { showToModel } from '../read/show-to-model.ts';
import { spokenVerdict } from '../read/spoken-verdict.ts';
import { guards } from './same-question-guards.ts';
import { type QuestionReading, readQuestion } from './same-question-reading.ts';

/** A phrasing near the question, with the answer that a person wrote. */
export interface NearPair {
  /** Identifies the answer: pairs with the same answer count as one. */
  readonly answer: string;
  /** What the pair says; null: it is gone. */
  readonly said: string | null;
  readonly text: string;
  /** Cosine similarity of the two embeddings. */
  readonly vectorScore: number;
}

export interface PairReader extends Pick<AnswerReader, 'read'> {
  /** Pairs are read before passages, and must leave time for these. */
  readonly readMs: number;
}

/** An answer that was read, likeliest first. */
export interface ReadPair {
  readonly answer: string;
  readonly text: string;
  /** That it answers the question, 0 to 1. */
  readonly probability: number;
}

/** Only the nearest answers are read: of what is further away 2 of 88 answers of a bank were the right one. */
const pairsReadMax = 2;
/** Nothing less near was ever right. */
const nearMin = 0.6;

// Fitted on the alternatives of two banks that ship, asked of their pairs without alternatives, and on rewordings of pairs of the
// small sets for tuning. Each of the three by weights fitted on the other two: of the answers above the line 25 of 25, 42 of 53 and
// 23 of 33 are those of the very pair; of the last two sets many another pair answers as well.
const constant = 0.29;
const weights = { nearness: 7.7, relevance: 0.483 };
const usualNearness = 0.75;

/** The least probability at which an answer that was read is given. */
export const readPairMin = 0.7;

/**
 * How likely the nearest pairs answer the question, by a model that reads their answers as it reads passages: a rewording may share
 * few words with the question of the pair, and is answered by the same words. Empty: there is nothing to read. Null: it could not be
 * read in the time.
 */
export async function readPairs(
  { read, readMs }: PairReader,
  asked: string,
  near: readonly NearPair[],
): Promise<ReadPair[] | null> {
  // What the reader makes of a language that it does not know says little.
  if (otherLanguage(asked, embeddedLanguages) !== null) return [];
  const question = readQuestion(asked);
  const nearest = near.toSorted((one, other) => other.vectorScore - one.vectorScore);
  const wanted = [...Map.groupBy(nearest, ({ answer }) => answer).values()]
    .flatMap(([pair]) => (pair === undefined || pair.vectorScore < nearMin ? [] : [pair]))
    .slice(0, pairsReadMax)
    .flatMap(({ said, ...pair }) =>
      said === null || differs(question, { text: pair.text, said }) ? [] : [{ ...pair, said }],
    );
  if (wanted.length === 0) return [];
  const passages = wanted.map(({ text, said }) => ({
    context: showToModel(text).text,
    text: showToModel(said).text,
  }));
  const readings = await read(asQuestion(asked), passages, { timeoutMs: readMs });
  if (readings === null || readings.length !== wanted.length) return null;
  return wanted
    .map(({ answer, text, vectorScore }, at) => ({
      ...{ answer, text },
      probability: probabilityOf({ nearness: vectorScore, relevance: readings[at]?.relevance ?? 0 }),
    }))
    .sort((one, other) => other.probability - one.probability);
}

function probabilityOf({
  nearness,
  relevance,
}: {
  readonly nearness: number;
  readonly relevance: number;
}): number {
  const sum = constant + weights.nearness * (nearness - usualNearness) + weights.relevance * relevance;
  return 1 / (1 + Math.exp(-sum));
}

/**
 * What a model overlooks: another name, number, opposite or role. Another kind of question may have the same answer, as "Where
 * can I park?" and "Is there parking?" have; a denial matters where the answer begins with yes or no.
 */
function differs(
  question: QuestionReading,
  { text, said }: { readonly text: string; readonly said: string },
): boolean {
  const phrasing = readQuestion(text);
  const { demand, denial, name, number, opposite, order, particle, role } = guards;
  const bothCount = question.numbers !== '' && phrasing.numbers !== '';
  return (
    [demand, name, opposite, order, particle, role].some((guard) => guard(question, phrasing)) ||
    (bothCount && number(question, phrasing)) ||
    (spokenVerdict(said) !== null && denial(question, phrasing))
  );
}
