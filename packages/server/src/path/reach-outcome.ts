import type { FailedTier } from '@avow/answering';
import type { ModelTier } from '@avow/inference';
import { tiersFrom } from './answering/try-tiers.ts';
import type { Run } from './query.ts';
import type { GuardedParts } from './query-parts.ts';
import type { Answered, Blocked, InReview, NotCovered } from './recording/outcome.ts';
import type { Progress } from './recording/trace-query.ts';
import { type CheckedDraft, findDraft } from './route-question.ts';
import { needsModel, type Search } from './search.ts';
import { conclude } from './verify-answer.ts';

interface Reached {
  readonly found: CheckedDraft;
  readonly outcome: Answered | NotCovered | Blocked | InReview;
}

interface Reaching {
  readonly search: Search;
  /** What is known of the query once something was found. */
  readonly progressOf: (found: CheckedDraft) => Promise<Progress>;
}

/**
 * Finds an answer and checks it. What a language model did wrong is not the asker's fault: a draft of one that fails the
 * checks is left, and the next tier answers, the embedded models last.
 */
export async function reachOutcome(
  parts: GuardedParts,
  run: Run,
  { search, progressOf }: Reaching,
): Promise<Reached> {
  const { signal: deadline } = run.timeLimit;
  let found = await findDraft(parts, search);
  for (;;) {
    deadline.throwIfAborted();
    search.report.step('check_answer');
    const { outcome, fault } = await conclude(parts, run, await progressOf(found));
    if (fault === null) return { found, outcome };
    const { tier, models } = found;
    const failed = { tier: tier as ModelTier['tier'], model: models.answering ?? '', cause: fault };
    const instead = await findInstead(parts, search, { found, failed });
    if (instead === null) return { found, outcome };
    found = instead;
  }
}

/** What answers in place of a draft that failed the checks. Null: nothing can. */
async function findInstead(
  parts: GuardedParts,
  search: Search,
  { found, failed }: { readonly found: CheckedDraft; readonly failed: FailedTier },
): Promise<CheckedDraft | null> {
  const failedTiers = [...found.failedTiers, failed];
  // What was streamed cannot be taken back, and passed all checks: the answer ends there.
  const streamed = search.streamedDraft();
  if (streamed !== null) {
    if (found.draft === streamed) return null;
    const stored = await parts.steps.readSupport(found.question, streamed);
    return { ...found, draft: streamed, stored, isDegraded: true, failedTiers };
  }
  if (needsModel(search) && tiersFrom(parts.steps, { ...search, failedTiers }).length === 0) return null;
  // The question was translated already, if that was needed.
  const next = await findDraft(parts, { ...search, question: found.question, failedTiers });
  return { ...next, translator: next.translator ?? found.translator };
}
