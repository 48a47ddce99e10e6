import type { CuratedId, KeyId, MessageId, PackId } from '../../interfaces/identity.ts';
import type { Feedback, FeedbackId, ProposalState } from '../../interfaces/learning-store.ts';

/** In the order of `feedbackColumnsSql`. */
export type FeedbackColumns = readonly [
  feedbackId: FeedbackId,
  messageId: MessageId,
  author: string,
  verdict: Feedback['verdict'],
  reason: Feedback['reason'],
  proposalState: ProposalState,
  proposalPackId: PackId | null,
  proposalCuratedId: CuratedId | null,
  endUserId: string | null,
  keyId: KeyId,
  createdAtMs: number,
  comment: string | null,
  betterAnswer: string | null,
];

export const feedbackColumnsSql = `feedback_id, message_id, author, verdict, reason, proposal_state, proposal_pack_id,
  proposal_curated_id, end_user_id, key_id, created_at_ms, comment, better_answer`;

export function encodeFeedback(feedback: Feedback): FeedbackColumns {
  const { feedbackId, messageId, author, verdict, reason, proposal } = feedback;
  return [
    ...([feedbackId, messageId, author, verdict, reason] as const),
    ...([proposal.state, proposal.packId, proposal.curatedId] as const),
    ...([feedback.endUserId, feedback.keyId, feedback.createdAtMs] as const),
    feedback.comment,
    feedback.betterAnswer,
  ];
}

export function decodeFeedback(columns: FeedbackColumns): Feedback {
  const [feedbackId, messageId, author, verdict, reason, state, packId, curatedId, ...more] = columns;
  const [endUserId, keyId, createdAtMs, comment, betterAnswer] = more;
  return {
    feedbackId,
    messageId,
    verdict,
    reason,
    comment,
    betterAnswer,
    proposal: { state, packId, curatedId },
    author,
    endUserId,
    keyId,
    createdAtMs,
  };
}
