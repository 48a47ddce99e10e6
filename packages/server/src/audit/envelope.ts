import type { BlockedPrompt, QueryRequest, QueryResponse, ReviewEntry } from '@avow/contract';
import type { Draft, Nearest } from '../interfaces/answering.ts';
import type { Explanation } from '../interfaces/confidence.ts';
import type { InputOutcome } from '../interfaces/guard.ts';
import type { CuratedId, DocumentId, PackId } from '../interfaces/identity.ts';
import type { ModelCost } from '../interfaces/language-model.ts';
import type { ClaimName, StoredMessage } from '../interfaces/record-store.ts';

/** Everything of a message that a person wrote or was told. Stored as one text, apart from the columns in clear. */
export interface MessageContent {
  /** The prompt as the policy lets it be stored. */
  readonly question: string;
  readonly refined_question: string | null;
  /** What is kept of a prompt in place of its text, where it was blocked. */
  readonly blocked_prompt: BlockedPrompt | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** What language models cost; null: none was asked. */
  readonly cost: ModelCost | null;
  /** How the answer was scored, also where it was withheld or waits for a person; null: none was. */
  readonly scored: Explanation | null;
  /** What was nearest to the question, at most three. */
  readonly nearest: readonly Nearest[];
  /** While an answer waits for a person; null otherwise. */
  readonly held: HeldContent | null;
  /** What was decided on an answer that waited; null: none did, or it still does. */
  readonly review: ReviewEntry | null;
  readonly response: QueryResponse;
  /** What is needed to take up a message again; null once it has ended. */
  readonly resume: ResumeContent | null;
}

/** An answer that waits for a person, and what must still hold where it is given. */
export interface HeldContent {
  /** What is then said, to the letter. */
  readonly response: QueryResponse;
  readonly held_at_ms: number;
  /** Of whoever asked: the quotes are read as they may read them. */
  readonly groups: readonly string[];
  readonly quotes: readonly HeldQuote[];
  /** As it was checked, to be checked again; null where something was taken out of it, which is not to be stored. */
  readonly draft: Draft | null;
}

/** Words that the answer rests on, by their SHA-256: what was redacted of them is not to be stored. */
export interface HeldQuote {
  readonly document_id: DocumentId | CuratedId;
  readonly start: number;
  readonly end: number;
  readonly hash: string;
}

interface ResumeContent {
  readonly request: QueryRequest;
  readonly pack_ids: readonly PackId[] | null;
  readonly claim: ClaimName | null;
  readonly input: InputOutcome | null;
}

/** `responseJson` is the response as it will be sent, written once and used for both. */
export function sealEnvelope(content: Omit<MessageContent, 'response'>, responseJson: string): string {
  const { question, refined_question, blocked_prompt, metadata, cost, scored, nearest } = content;
  const { held, review, resume } = content;
  const rest = JSON.stringify({
    ...{ question, refined_question, blocked_prompt, metadata, cost, scored, nearest, held, review, resume },
  });
  return `${rest.slice(0, -1)},"response":${responseJson}}`;
}

/** What `sealEnvelope` made: nothing else is ever in that column. What records of before do not have, they have none of. */
export function openEnvelope(envelope: string): MessageContent {
  const stored: MessageContent = JSON.parse(envelope);
  const { held = null } = stored;
  return {
    ...{ refined_question: null, blocked_prompt: null, cost: null },
    ...{ scored: null, nearest: [], review: null },
    ...stored,
    held: held === null ? null : { ...{ draft: null }, ...held },
    response: completed(stored.response),
  };
}

/**
 * Every field is always present, also of messages from before it was told. What has all of them stays as it is, to the
 * letter: what was said once is said again.
 */
function completed(response: QueryResponse): QueryResponse {
  const context = response.agent_context as Partial<QueryResponse['agent_context']> | undefined;
  if (context === undefined || context.no_answer_cause !== undefined) return response;
  const isWithout = response.status === 'delivered' && response.source_type === 'none';
  const later = {
    no_answer_cause: isWithout ? 'nothing_found' : null,
    clarifying_question: null,
    question_language: null,
    answer_language: null,
  };
  return { ...response, agent_context: { ...later, ...response.agent_context } };
}

/**
 * How the answer was scored, as far as it may be told: where it was given, or withheld by its score. Of an answer that waits
 * for a person, or that one did not let out, nothing is.
 */
export function scoredAsTold({
  envelope,
  status,
}: Pick<StoredMessage, 'envelope' | 'status'>): Explanation | null {
  return status === 'delivered' ? openEnvelope(envelope).scored : null;
}

/** The response of a message as it stands: while it is being answered, only its status moves on. */
export function responseOf({ envelope, status }: Pick<StoredMessage, 'envelope' | 'status'>): QueryResponse {
  return { ...openEnvelope(envelope).response, status };
}
