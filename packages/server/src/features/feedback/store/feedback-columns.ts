import type { Row } from '@avow/storage';
import { intoTable } from '@avow/storage';
import { openText, personOf, sealBytes } from '@avow/storage/sealing';
import type { Feedback } from '../feedback-store.ts';
import { feedback } from './feedback-tables.ts';

const feedbackRows = feedback.without('tenant_id');
/** A row of `feedback` without its tenant. */
export type FeedbackColumns = Row<typeof feedbackRows>;

export const feedbackColumns = feedbackRows.columns;

/** Feedback, unsealed. */
export interface OpenFeedback extends Omit<FeedbackColumns, 'person' | 'words'> {
  readonly end_user_id: string | null;
  readonly comment: string | null;
  readonly better_answer: string | null;
}

/** Takes a `FeedbackOfTenant`. */
export const insertFeedbackSql = `INSERT ${intoTable('feedback', ['tenant_id', ...feedbackColumns])}`;

export interface FeedbackOfTenant extends FeedbackColumns {
  readonly tenant_id: string;
}

/** What is sealed under the secret of the message. */
type Words = readonly [
  author: string,
  endUserId: string | null,
  comment: string | null,
  betterAnswer: string | null,
];

export function encodeFeedback(feedback: Feedback): OpenFeedback {
  const { proposal } = feedback;
  return {
    feedback_id: feedback.feedbackId,
    message_id: feedback.messageId,
    author: feedback.author,
    verdict: feedback.verdict,
    reason: feedback.reason,
    proposal_state: proposal.state,
    proposal_pack_id: proposal.packId,
    proposal_curated_id: proposal.curatedId,
    key_id: feedback.callerId,
    created_at_ms: feedback.createdAtMs,
    from_visitor: feedback.isFromVisitor ? 1 : 0,
    end_user_id: feedback.endUserId,
    comment: feedback.comment,
    better_answer: feedback.betterAnswer,
  };
}

/** The author in searchable columns: the name of an end user is replaced by their pseudonym. */
export interface AuthorInColumns {
  readonly author: string;
  readonly person: string | null;
}

export function authorInColumns(
  tenantKey: Uint8Array,
  { author, endUserId }: { readonly author: string; readonly endUserId: string | null },
): AuthorInColumns {
  if (endUserId === null) return { author, person: null };
  const person = personOf(tenantKey, endUserId);
  const isNamed = author.endsWith(endUserId);
  return { author: isNamed ? `${author.slice(0, -endUserId.length)}${person}` : author, person };
}

export function sealFeedback(
  feedback: OpenFeedback,
  { secret, author, person }: AuthorInColumns & { readonly secret: Uint8Array },
): FeedbackColumns {
  const { end_user_id: endUserId, comment, better_answer: betterAnswer, ...plain } = feedback;
  const words: Words = [feedback.author, endUserId, comment, betterAnswer];
  return { ...plain, author, person, words: sealBytes(secret, 'feedback', JSON.stringify(words)) };
}

export function openFeedback(
  { person: _, words, ...plain }: FeedbackColumns,
  secret: Uint8Array,
): OpenFeedback {
  // Only what `sealFeedback` wrote opens.
  const [author, endUserId, comment, betterAnswer]: Words = JSON.parse(openText(secret, 'feedback', words));
  return { ...plain, author, end_user_id: endUserId, comment, better_answer: betterAnswer };
}

export function decodeFeedback(row: OpenFeedback): Feedback {
  return {
    feedbackId: row.feedback_id,
    messageId: row.message_id,
    verdict: row.verdict,
    reason: row.reason,
    comment: row.comment,
    betterAnswer: row.better_answer,
    proposal: {
      state: row.proposal_state,
      packId: row.proposal_pack_id,
      curatedId: row.proposal_curated_id,
    },
    author: row.author,
    endUserId: row.end_user_id,
    callerId: row.key_id,
    isFromVisitor: row.from_visitor === 1,
    createdAtMs: row.created_at_ms,
  };
}
