import { AppError } from '@avow/foundation';
import type { PathDependencies } from './path-dependencies.ts';
import type { AnswerMode, GuardedQuery, StartedQuery } from './query.ts';
import { createAdmissionRecord } from './recording/admission-record.ts';
import { openTally } from './recording/open-tally.ts';
import type { EndedOutcome, InReview } from './recording/outcome.ts';
import { type Delivery, recordEnd, recordPendingReview } from './recording/record-message.ts';
import { createAnswerStream } from './streaming/create-answer-stream.ts';
import { createProgressReporter } from './streaming/create-journals.ts';

/** Opens what a record is made of while the query is answered: from now on it ends with a record. */
export async function startRecord(
  path: PathDependencies,
  guarded: GuardedQuery,
  mode: AnswerMode,
): Promise<StartedQuery> {
  const startedAtMs = performance.now();
  const { admission } = guarded;
  const scorer = await path.scoring.inForce(admission.tenantId);
  const query = { ...guarded, ...mode, startedAtMs, scorer };
  return {
    ...query,
    admissionRecord: createAdmissionRecord(path, query),
    stream: createAnswerStream(path, query),
    report: createProgressReporter(mode.journal),
    tally: openTally(admission),
  };
}

interface Reached {
  readonly outcome: EndedOutcome | InReview;
  /** Why it failed; null: it did not, or it was cancelled. */
  readonly failure: AppError | null;
}

/** Records the outcome, then throws the failure if there is one. Without a record nothing is delivered. */
export async function recordOutcome(
  path: PathDependencies,
  query: StartedQuery,
  { outcome, failure }: Reached,
): Promise<Delivery> {
  const { messageId } = query.admission;
  const recording = path.telemetry.step('record', () => commitOutcome(path, query, outcome));
  const { refusal, ...delivery } = await recording.catch((error: unknown) => {
    throw recordingFailed(error, failure);
  });
  query.journal?.ended();
  // A message pending review has not ended: it is counted once, when it ends.
  if (delivery.response.status !== 'in_review') path.telemetry.ended(delivery.response, outcome.cost);
  if (refusal !== null) throw refusal;
  if (failure !== null) throw new AppError(failure.code, { ...failure.options, messageId, cause: failure });
  return delivery;
}

/** `refusal`: why a message had to fail whose answer could not become pending review; null: it did not fail. */
interface Committed extends Delivery {
  readonly refusal: AppError | null;
}

/** Ends the message, or records that its answer is pending review. */
async function commitOutcome(
  path: PathDependencies,
  query: StartedQuery,
  outcome: EndedOutcome | InReview,
): Promise<Committed> {
  const [rules, sources] = await Promise.all([
    namedRules(path, query, outcome),
    path.sources.nameCited(query.admission.tenantId, outcome),
  ]);
  const recording = {
    ...{ rules, sources },
    isNew: await query.admissionRecord.close(),
    audience: query.tally.audience.current(),
    timeMs: performance.now() - query.startedAtMs,
    lastEvents: query.stream.lastEvents,
  };
  if (outcome.kind !== 'in_review')
    return { ...(await recordEnd(path, query, outcome, recording)), refusal: null };
  const pending = await recordPendingReview(path, query, outcome, recording);
  if (pending !== null) return { ...pending, refusal: null };
  // Neither delivered without a review nor queued for one that nobody has time for: the caller is asked to retry.
  const failed = await recordEnd(path, query, { ...outcome, kind: 'failed' }, recording);
  const detail = 'Too many answers wait for a person to decide.';
  return {
    ...failed,
    refusal: new AppError('overloaded', { messageId: query.admission.messageId, detail }),
  };
}

/** What it was answered by, as the log of the tenant names it. */
function namedRules(
  { rules }: Pick<PathDependencies, 'rules'>,
  { admission, guard, scorer }: StartedQuery,
  { packVersions }: EndedOutcome | InReview,
): Promise<readonly number[]> {
  const { policyVersion: version, policyRevision: revision = null } = guard;
  return rules.inForce(admission.tenantId, {
    packVersions,
    policy: { version, revision },
    ...scorer.inForce,
  });
}

/** If something had failed before, that is the cause to report. */
function recordingFailed(error: unknown, earlier: AppError | null): unknown {
  if (earlier === null || !(error instanceof AppError)) return error;
  return new AppError(error.code, { ...error.options, cause: earlier });
}
