import { feedbackLimits } from '@avow/contract';
import { endUserAuthor } from '../confidence/author-names.ts';
import { AppError } from '../errors/app-error.ts';
import { newId } from '../ids/typeid.ts';
import type { MessageId, PackId, TenantId } from '../interfaces/identity.ts';
import type { GivenFeedback, Learning } from '../interfaces/learning.ts';
import type { Feedback } from '../interfaces/learning-store.ts';
import type { StoredMessage } from '../interfaces/record-store.ts';
import { checkWords } from './check-words.ts';
import { draftProposal } from './draft-proposal.ts';
import type { FeedbackParts } from './feedback-parts.ts';
import { findPack } from './find-pack.ts';
import { labelOf } from './label-of.ts';

export function createGiveFeedback(parts: FeedbackParts): Learning['giveFeedback'] {
  return async (tenantId, messageId, given) => {
    const message = await parts.records.getMessage(tenantId, messageId);
    if (message === null || !maySpeak(message, given)) return null;
    if (message.status !== 'delivered' && message.status !== 'blocked')
      throw new AppError('invalid_state', {
        detail: `The message is ${message.status}: only what was delivered or blocked can be judged.`,
      });
    const packId = given.packId === null ? null : await findPack(parts.packs, tenantId, given.packId);
    const { comment, better_answer: betterAnswer } = await checkWords(parts.guards, tenantId, {
      comment: given.comment,
      better_answer: given.betterAnswer,
    });
    const said = { ...given, comment, betterAnswer, packId };
    return await parts.takeTurn(`${tenantId} ${messageId}`, async () => {
      const kept = await keep(parts, tenantId, { message, said });
      return { ...kept, ...(await draftAtOnce(parts, tenantId, { message, said, ...kept })) };
    });
  };
}

/** A message of somebody is there for nobody else; the holder of the key may speak of all. */
function maySpeak({ endUserId }: StoredMessage, given: GivenFeedback): boolean {
  return given.endUserId === null || endUserId === null || endUserId === given.endUserId;
}

/** Its words as they may be stored, its pack found. */
type Said = Omit<GivenFeedback, 'packId'> & { readonly packId: PackId | null };

interface SaidOf {
  readonly message: StoredMessage;
  readonly said: Said;
}

/** No end user can be named so that they pass for a key. */
function authorOf({ endUserId, keyId }: Said): string {
  return endUserId === null ? keyId : endUserAuthor(endUserId);
}

async function keep(
  { store, packs, nowMs }: FeedbackParts,
  tenantId: TenantId,
  { message, said }: SaidOf,
): Promise<{ readonly feedback: Feedback; readonly isNew: boolean }> {
  const author = authorOf(said);
  const before = await findSaidBefore(store, tenantId, { messageId: message.messageId, author });
  if (before !== null && saysTheSame(before, said)) return { feedback: before, isNew: false };
  const proposal = proposalOf(said, before);
  if (before !== null && proposal !== before.proposal) await dropBegun(packs, tenantId, before);
  const createdAtMs = nowMs();
  const feedback: Feedback = {
    // A new id: whoever accepts what they read does not accept what took its place.
    feedbackId: newId('fbk', createdAtMs),
    messageId: message.messageId,
    verdict: said.verdict,
    reason: said.reason,
    comment: said.comment,
    betterAnswer: said.betterAnswer,
    proposal,
    author,
    endUserId: said.endUserId,
    keyId: said.keyId,
    createdAtMs,
  };
  const outcome = await store.putFeedback(tenantId, feedback, {
    label: labelOf(message, feedback),
    perMessageMax: feedbackLimits.authorsPerMessageMax,
  });
  if (outcome === 'unknown') throw new AppError('not_found');
  if (outcome === 'held')
    throw new AppError('legal_hold', { detail: 'What was said of this message before is held, and stays.' });
  if (outcome === 'too_many')
    throw new AppError('invalid_state', {
      detail: `Of one message at most ${feedbackLimits.authorsPerMessageMax} authors are heard.`,
    });
  return { feedback, isNew: true };
}

async function findSaidBefore(
  store: FeedbackParts['store'],
  tenantId: TenantId,
  { messageId, author }: { readonly messageId: MessageId; readonly author: string },
): Promise<Feedback | null> {
  const all = await store.listFeedbackOf(tenantId, messageId);
  return all.find((one) => one.author === author) ?? null;
}

function saysTheSame(before: Feedback, said: Said): boolean {
  return (
    before.verdict === said.verdict &&
    before.reason === said.reason &&
    before.comment === said.comment &&
    before.betterAnswer === said.betterAnswer &&
    (said.packId === null || said.packId === before.proposal.packId)
  );
}

/** What became of the same better answer for the same pack stays so: no second pair is made of it. */
function proposalOf({ betterAnswer, packId }: Said, before: Feedback | null): Feedback['proposal'] {
  if (betterAnswer === null) return { state: 'none', packId: null, curatedId: null };
  const isKnown = before?.betterAnswer === betterAnswer;
  if (isKnown && (packId === null || packId === before.proposal.packId)) return before.proposal;
  return { state: 'proposed', packId, curatedId: null };
}

/** A pair that a crash left without its proposal is nobody's. */
async function dropBegun(
  packs: FeedbackParts['packs'],
  tenantId: TenantId,
  { proposal: { state, packId, curatedId } }: Feedback,
): Promise<void> {
  if (state !== 'proposed' || packId === null || curatedId === null) return;
  await packs.deletePair(tenantId, packId, curatedId);
}

/** Where it cannot be drafted as it is, it stays a proposal: feedback is not lost for want of room, or of a question. */
async function draftAtOnce(
  parts: FeedbackParts,
  tenantId: TenantId,
  { message, said, feedback }: SaidOf & { readonly feedback: Feedback },
): Promise<{ readonly feedback: Feedback; readonly isReplaced: boolean | null }> {
  const { packId } = said;
  if (packId === null || !said.mayManageContent || feedback.proposal.state !== 'proposed')
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
