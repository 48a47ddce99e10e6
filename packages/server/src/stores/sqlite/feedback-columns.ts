import type { CuratedId, KeyId, MessageId, PackId } from '../../interfaces/identity.ts';
import type { Feedback, FeedbackId, ProposalState } from '../../interfaces/learning-store.ts';
import { personOf } from '../sealing/record-secret.ts';
import { openText, sealBytes } from '../sealing/seal-bytes.ts';

type PlainValues = readonly [
  feedbackId: FeedbackId,
  messageId: MessageId,
  author: string,
  verdict: Feedback['verdict'],
  reason: Feedback['reason'],
  proposalState: ProposalState,
  proposalPackId: PackId | null,
  proposalCuratedId: CuratedId | null,
];

/** Feedback as the threads pass it, open. */
export type FeedbackColumns = readonly [
  ...PlainValues,
  endUserId: string | null,
  keyId: KeyId,
  createdAtMs: number,
  comment: string | null,
  betterAnswer: string | null,
];

/** In the order of `feedbackColumnsSql`. */
export type SealedFeedback = readonly [
  ...PlainValues,
  person: string | null,
  keyId: KeyId,
  createdAtMs: number,
  words: Uint8Array,
];

/** What is sealed under the secret of the message. */
type Words = readonly [
  author: string,
  endUserId: string | null,
  comment: string | null,
  betterAnswer: string | null,
];

export const feedbackColumnsSql = `feedback_id, message_id, author, verdict, reason, proposal_state, proposal_pack_id,
  proposal_curated_id, person, key_id, created_at_ms, words`;

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

/** Whose word it is, in columns that are searched: the name of an end user gives way to what stands for them. */
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
  columns: FeedbackColumns,
  { secret, author, person }: AuthorInColumns & { readonly secret: Uint8Array },
): SealedFeedback {
  const [feedbackId, messageId, name, verdict, reason, state, packId, curatedId, ...more] = columns;
  const [endUserId, keyId, createdAtMs, comment, betterAnswer] = more;
  const words: Words = [name, endUserId, comment, betterAnswer];
  return [
    ...([feedbackId, messageId, author, verdict, reason, state, packId, curatedId] as const),
    ...([person, keyId, createdAtMs] as const),
    sealBytes(secret, 'feedback', JSON.stringify(words)),
  ];
}

export function openFeedback(sealed: SealedFeedback, secret: Uint8Array): FeedbackColumns {
  const [feedbackId, messageId, , verdict, reason, state, packId, curatedId, , ...more] = sealed;
  const [keyId, createdAtMs, words] = more;
  // Only what `sealFeedback` wrote opens.
  const [author, endUserId, comment, betterAnswer]: Words = JSON.parse(openText(secret, 'feedback', words));
  return [
    ...([feedbackId, messageId, author, verdict, reason, state, packId, curatedId] as const),
    ...([endUserId, keyId, createdAtMs, comment, betterAnswer] as const),
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
