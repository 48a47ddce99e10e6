import type { AnswerFound, Draft } from '@avow/answering';
import { tryTiers } from './answering/try-tiers.ts';
import type { PathDependencies } from './path-dependencies.ts';
import { type AnsweredQuery, nothingRead, type RetrievedQuery } from './query.ts';
import { estimateProbability } from './score-outcome.ts';

/** Rows are alike, and one is always near: so much surer than a pair that a person wrote they must be. */
const rowsAheadMin = 0.15;

/**
 * Answers from the passages by the model tiers. If there is a similar curated pair, the embedded models read against it first,
 * which costs nothing and streams nothing: the higher calibrated probability wins, rows of tables only if they are far ahead, and a
 * language model is asked only if the pair loses.
 */
export async function answerQuestion(path: PathDependencies, query: RetrievedQuery): Promise<AnsweredQuery> {
  const { question, retrieved, pair, timeLimit } = query;
  query.report.step('write');
  if (pair === null) return await answerFromDocuments(path, query, null);
  const read = await path.telemetry.step('read_against_pair', () =>
    path.steps.read(question, retrieved, timeLimit),
  );
  timeLimit.signal.throwIfAborted();
  const aheadMin = read.draft !== null && quotesRows(read.draft) ? rowsAheadMin : 0;
  if (
    read.draft !== null &&
    estimateProbability(path, query, { draft: read.draft, tier: 0 }) > pair.probability + aheadMin
  )
    return await answerFromDocuments(path, query, read);
  const { packs, embeddedShare, nearest } = query;
  return {
    ...{ ...query, ...nothingRead, packs, embeddedShare, nearest },
    ...{ choices: read.choices, draft: pair.draft, routing: 'qna_match' },
    // Without the reader it was compared with less than it should have been.
    isDegraded: query.isDegraded || read.isDegraded,
  };
}

/** Whether nothing but rows of tables is quoted. */
function quotesRows({ support }: Draft): boolean {
  return support.every(({ quote }) => quote.split('\n').every((line) => line.trimStart().startsWith('|')));
}

/** `read`: what the embedded models have read already; null: nothing. */
async function answerFromDocuments(
  path: PathDependencies,
  query: RetrievedQuery,
  read: AnswerFound | null,
): Promise<AnsweredQuery> {
  const { steps, telemetry } = path;
  const { question, retrieved, packs, embeddedShare, nearest } = query;
  const answered = await telemetry.step('answer', () => tryTiers(path, query, read));
  const draft =
    answered.draft === null
      ? null
      : await steps.addDisagreement(question, { retrieved, draft: answered.draft });
  return {
    ...{ ...query, ...nothingRead, packs, embeddedShare, nearest, passages: retrieved.documents },
    ...{ ...answered, draft },
    isDegraded: query.isDegraded || answered.isDegraded,
  };
}
