import type { AnswerFound } from '@avow/answering';
import { tryTiers } from './answering/try-tiers.ts';
import type { PathDependencies } from './path-dependencies.ts';
import { type AnsweredQuery, nothingRead, type RetrievedQuery } from './query.ts';
import { estimateProbability } from './score-outcome.ts';

/**
 * Answers from the passages by the model tiers. If there is a similar curated pair, the embedded models read against it first,
 * which costs nothing and streams nothing: the higher calibrated probability wins, and a language model is asked only if the
 * pair loses.
 */
export async function answerQuestion(path: PathDependencies, query: RetrievedQuery): Promise<AnsweredQuery> {
  const { question, retrieved, pair, timeLimit } = query;
  query.report.step('write');
  if (pair === null) return await answerFromDocuments(path, query, null);
  const read = await path.telemetry.step('read_against_pair', () =>
    path.steps.read(question, retrieved, timeLimit),
  );
  timeLimit.signal.throwIfAborted();
  if (
    read.draft !== null &&
    estimateProbability(path, query, { draft: read.draft, tier: 0 }) > pair.probability
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
