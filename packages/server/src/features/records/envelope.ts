import type { Draft, FailedTier, Nearest } from '@avow/answering';
import type { Explanation } from '@avow/answering/score';
import type { ThresholdName } from '@avow/contract/guardrails';
import type { QueryRequest, QueryResponse } from '@avow/contract/query';
import type { AnswerChange, AuditRecord, BlockedPrompt, OtherAnswer } from '@avow/contract/records';
import type { ReviewEntry } from '@avow/contract/review';
import type { CuratedId, DocumentId, PackId } from '@avow/foundation';
import type { InputOutcome } from '@avow/guardrails';
import type { ModelCost } from '@avow/inference';
import type { ClaimName, Envelope } from './record-store.ts';

/** The content of a message: what was asked and answered. Stored sealed, apart from the unencrypted columns. */
export interface MessageContent {
  /** The prompt as the policy lets it be stored. */
  readonly question: string;
  readonly refined_question: string | null;
  /** Earlier questions as the client stated them, oldest first; empty: none. */
  readonly history: readonly string[];
  /** What is kept of a blocked prompt instead of its text. */
  readonly blocked_prompt: BlockedPrompt | null;
  /** The threshold that a prompt was blocked for, and its score; null: none. */
  readonly block: { readonly threshold: ThresholdName; readonly score: number } | null;
  /** What the answer cites, as the log commits to it; null: nothing, or it is not recorded, as in earlier releases. */
  readonly sources: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** The groups that the question was answered for; null: not recorded, as in earlier releases. */
  readonly groups: readonly string[] | null;
  /** What language models cost; null: none was asked. */
  readonly cost: ModelCost | null;
  /** The tiers that failed, in that order. */
  readonly failed_tiers: readonly Omit<FailedTier, 'changes'>[];
  /** What language models asked to look up, as far as it may be stored. */
  readonly searches: AuditRecord['searches'];
  /** What language models wrote and was not delivered, as far as it may be stored. */
  readonly answer_changes: readonly AnswerChange[];
  /** The answer that was compared with the one delivered; null: none, or it says the same. */
  readonly other_answer: OtherAnswer | null;
  /** How the answer was scored, even if it was withheld or is pending review; null: there was none. */
  readonly scored: Explanation | null;
  /** What was nearest to the question, at most three. */
  readonly nearest: readonly Nearest[];
  /** The answer while it is pending review; null otherwise. `held` is its name in stored records. */
  readonly held: PendingContent | null;
  /** The decision of a review; null: there was no review, or it is still pending. */
  readonly review: ReviewEntry | null;
  readonly response: QueryResponse;
  /** What is needed to resume a message; null once it has ended. */
  readonly resume: ResumeContent | null;
}

/** An answer that is pending review, and the conditions that must still hold when it is given. */
export interface PendingContent {
  /** The exact response that would be given. */
  readonly response: QueryResponse;
  readonly held_at_ms: number;
  /** The groups of the person who asked: the quotes are read with their access. */
  readonly groups: readonly string[];
  readonly quotes: readonly PendingQuote[];
  /** The draft that was checked, to be checked again; null if something was redacted from it, which must not be stored. */
  readonly draft: Draft | null;
}

/** A quote that supports the answer, by its SHA-256, because what was redacted from it must not be stored. */
export interface PendingQuote {
  readonly document_id: DocumentId | CuratedId;
  readonly start: number;
  readonly end: number;
  readonly hash: string;
}

interface ResumeContent {
  readonly request: QueryRequest;
  readonly pack_ids: readonly PackId[] | null;
  readonly claim: ClaimName | null;
  readonly input: InputOutcome;
}

/**
 * The parts of an envelope, each of which the log commits to separately. `pending` is what is needed to end a message, and
 * is gone once it has ended.
 */
export type PartName =
  | 'question'
  | 'refined_question'
  | 'answer'
  | 'response'
  | 'sources'
  | 'metadata'
  | 'trace'
  | 'pending';

/** `responseJson` is the response as it will be sent, written once and used for both. */
export function sealEnvelope(
  content: Omit<MessageContent, 'response'>,
  { answer, responseJson }: { readonly answer: string; readonly responseJson: string },
): Envelope {
  const { question, refined_question, sources, metadata, held, resume } = content;
  const { blocked_prompt, block, groups, cost, failed_tiers, scored, nearest, review, history } = content;
  const whereGiven = { ...(block === null ? {} : { block }), ...(history.length === 0 ? {} : { history }) };
  const { searches, answer_changes, other_answer } = content;
  const searched = searches.length === 0 ? {} : { searches };
  const changed = answer_changes.length === 0 ? {} : { answer_changes };
  const compared = other_answer === null ? {} : { other_answer };
  const traced = {
    groups,
    cost,
    failed_tiers,
    ...searched,
    ...changed,
    ...compared,
    scored,
    nearest,
    review,
  };
  const parts: Array<readonly [PartName, string | null]> = [
    ['question', question],
    ['refined_question', refined_question],
    ['answer', answer],
    ['response', responseJson],
    ['sources', sources],
    ['metadata', Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata)],
    ['trace', JSON.stringify({ blocked_prompt, ...whereGiven, ...traced })],
    ['pending', held === null && resume === null ? null : JSON.stringify({ held, resume })],
  ];
  return parts.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const]));
}
