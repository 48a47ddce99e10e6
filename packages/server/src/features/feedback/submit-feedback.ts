import { feedbackLimits } from '@avow/contract';
import {
  AppError,
  endUserAuthor,
  type InputFault,
  type MessageId,
  newId,
  type PackId,
  type TenantId,
} from '@avow/foundation';
import type { Guards } from '@avow/guardrails';
import type { StoredMessage } from '../records/record-store.ts';
import type { FeedbackOperations, SubmittedFeedback } from './feedback.ts';
import type { FeedbackDependencies } from './feedback-dependencies.ts';
import type { Feedback } from './feedback-store.ts';
import { buildBlockLabel, buildLabel } from './labels/build-label.ts';
import { draftProposal } from './proposal/draft-proposal.ts';
import { findPack } from './proposal/find-pack.ts';

export function createSubmitFeedback(parts: FeedbackDependencies): FeedbackOperations['submitFeedback'] {
  return async (tenantId, messageId, given) => {
    const message = await parts.records.getMessage(tenantId, messageId);
    if (message === null || !mayGiveFeedback(message, given)) return null;
    if (message.status !== 'delivered' && message.status !== 'blocked')
      throw new AppError('invalid_state', {
        detail: `The message is ${message.status}: only delivered and blocked messages take feedback.`,
      });
    const packId = given.packId === null ? null : await findPack(parts.packs, tenantId, given.packId);
    const { comment, better_answer: betterAnswer } = await checkFeedbackText(parts.guards, tenantId, {
      comment: given.comment,
      better_answer: given.betterAnswer,
    });
    const checked = { ...given, comment, betterAnswer, packId };
    return await parts.mutex.run(`${tenantId} ${messageId}`, async () => {
      const stored = await store(parts, tenantId, { message, checked });
      return { ...stored, ...(await draftImmediately(parts, tenantId, { message, checked, ...stored })) };
    });
  };
}

/** A message of an end user does not exist for other end users; the holder of the key may give feedback on all. */
function mayGiveFeedback({ endUserId }: StoredMessage, given: SubmittedFeedback): boolean {
  return given.endUserId === null || endUserId === null || endUserId === given.endUserId;
}

/** Feedback with its texts checked and its pack found. */
type CheckedFeedback = Omit<SubmittedFeedback, 'packId'> & { readonly packId: PackId | null };

interface CheckedSubmission {
  readonly message: StoredMessage;
  readonly checked: CheckedFeedback;
}

/** The name of an end user can never be mistaken for a key. */
function authorOf({ endUserId, callerId }: CheckedFeedback): string {
  return endUserId === null ? callerId : endUserAuthor(endUserId);
}

async function store(
  { store, packs, nowMs }: FeedbackDependencies,
  tenantId: TenantId,
  { message, checked }: CheckedSubmission,
): Promise<{ readonly feedback: Feedback; readonly isNew: boolean }> {
  const author = authorOf(checked);
  const before = await findPrevious(store, tenantId, { messageId: message.messageId, author });
  if (before !== null && isUnchanged(before, checked)) return { feedback: before, isNew: false };
  const proposal = proposalOf(checked, before);
  if (before !== null && proposal !== before.proposal) await discardUnfinishedPair(packs, tenantId, before);
  const createdAtMs = nowMs();
  const feedback: Feedback = {
    // A new id, so that nobody accepts feedback other than what they read.
    feedbackId: newId('fbk', createdAtMs),
    messageId: message.messageId,
    verdict: checked.verdict,
    reason: checked.reason,
    comment: checked.comment,
    betterAnswer: checked.betterAnswer,
    proposal,
    author,
    endUserId: checked.endUserId,
    callerId: checked.callerId,
    isFromVisitor: checked.isFromVisitor,
    createdAtMs,
  };
  const outcome = await store.putFeedback(tenantId, feedback, {
    label: buildLabel(message, feedback) ?? buildBlockLabel(message, feedback),
    perMessageMax: feedbackLimits.authorsPerMessageMax,
  });
  if (outcome === 'unknown') throw new AppError('not_found');
  if (outcome === 'under_hold')
    throw new AppError('legal_hold', {
      detail: 'The previous feedback on this message is under a legal hold and cannot be replaced.',
    });
  if (outcome === 'too_many')
    throw new AppError('invalid_state', {
      detail: `At most ${feedbackLimits.authorsPerMessageMax} authors can give feedback on a message.`,
    });
  return { feedback, isNew: true };
}

async function findPrevious(
  store: FeedbackDependencies['store'],
  tenantId: TenantId,
  { messageId, author }: { readonly messageId: MessageId; readonly author: string },
): Promise<Feedback | null> {
  const all = await store.listFeedbackOf(tenantId, messageId);
  return all.find((one) => one.author === author) ?? null;
}

function isUnchanged(before: Feedback, checked: CheckedFeedback): boolean {
  return (
    before.verdict === checked.verdict &&
    before.reason === checked.reason &&
    before.comment === checked.comment &&
    before.betterAnswer === checked.betterAnswer &&
    (checked.packId === null || checked.packId === before.proposal.packId)
  );
}

/** The same better answer for the same pack keeps its state, so that no second pair is created. */
function proposalOf(
  { betterAnswer, packId }: CheckedFeedback,
  before: Feedback | null,
): Feedback['proposal'] {
  if (betterAnswer === null) return { state: 'none', packId: null, curatedId: null };
  const isKnown = before?.betterAnswer === betterAnswer;
  if (isKnown && (packId === null || packId === before.proposal.packId)) return before.proposal;
  return { state: 'proposed', packId, curatedId: null };
}

/** A crash may have left a pair without its proposal. */
async function discardUnfinishedPair(
  packs: FeedbackDependencies['packs'],
  tenantId: TenantId,
  { proposal: { state, packId, curatedId } }: Feedback,
): Promise<void> {
  if (state !== 'proposed' || packId === null || curatedId === null) return;
  await packs.deletePair(tenantId, packId, curatedId);
}

/** If it cannot be drafted, it stays a proposal: feedback is not lost because a pack is full or a question is missing. */
async function draftImmediately(
  parts: FeedbackDependencies,
  tenantId: TenantId,
  { message, checked, feedback }: CheckedSubmission & { readonly feedback: Feedback },
): Promise<{ readonly feedback: Feedback; readonly isReplaced: boolean | null }> {
  const { packId } = checked;
  if (packId === null || !checked.mayManageContent || feedback.proposal.state !== 'proposed')
    return { feedback, isReplaced: null };
  try {
    return await draftProposal(parts, tenantId, { message, feedback, accepted: {}, packId });
  } catch (error) {
    const isRefused =
      error instanceof AppError && error.code !== 'audit_unavailable' && error.code !== 'internal';
    if (!isRefused) throw error;
    const left = await parts.store.getFeedback(tenantId, feedback.feedbackId);
    return { feedback: left ?? feedback, isReplaced: null };
  }
}

const timeoutMs = 10_000;
const tryAgainSeconds = 5;

/**
 * Applies the tenant's policy to feedback before it is stored. Feedback is a statement, not a prompt: private data is
 * redacted or refused, and everything else is allowed. Rejects with every refused field; then nothing may be stored.
 */
async function checkFeedbackText<Field extends string>(
  guards: Guards,
  tenantId: TenantId,
  fields: Readonly<Record<Field, string | null>>,
): Promise<Record<Field, string | null>> {
  const guard = await guards.inForce(tenantId);
  const signal = AbortSignal.timeout(timeoutMs);
  const checked: Partial<Record<Field, string | null>> = {};
  const faults: InputFault[] = [];
  for (const [field, text] of Object.entries(fields) as [Field, string | null][]) {
    checked[field] = text;
    if (text === null) continue;
    const outcome = await guard.checkStatement(text, signal);
    checked[field] = outcome.text;
    const reason = outcome.blocked?.reason;
    if (reason === undefined) continue;
    if (reason === 'guardrail_unavailable')
      throw new AppError('overloaded', {
        detail: 'A guardrail could not check the text, so the feedback was not stored. Try again.',
        retryAfterSeconds: tryAgainSeconds,
      });
    faults.push({
      pointer: `/${field}`,
      code: 'invalid_value',
      message: `A guardrail does not allow this text to be stored (${reason})`,
    });
  }
  if (faults.length === 0) return checked as Record<Field, string | null>;
  throw new AppError('validation_failed', { detail: 'The feedback was not stored.', errors: faults });
}
