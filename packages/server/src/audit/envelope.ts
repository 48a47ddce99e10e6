import type { BlockedPrompt, QueryRequest, QueryResponse, ReviewEntry } from '@avow/contract';
import type { Draft, Nearest } from '../interfaces/answering.ts';
import type { Explanation } from '../interfaces/confidence.ts';
import type { InputOutcome } from '../interfaces/guard.ts';
import type { CuratedId, DocumentId, PackId } from '../interfaces/identity.ts';
import type { ModelCost } from '../interfaces/language-model.ts';
import type { ClaimName, Envelope, StoredMessage } from '../interfaces/record-store.ts';

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

/**
 * Of what an envelope has parts, each of which the log commits to apart: what was asked, what was looked up, what was said, the
 * response to the letter, what came along, and how the answer was found. What is yet to come of a message that has not ended
 * is a part of its own, which is gone by then.
 */
type PartName = 'question' | 'refined_question' | 'answer' | 'response' | 'metadata' | 'trace' | 'pending';

/** Before there were parts all was one. */
const wholePart = 'envelope';

/** `responseJson` is the response as it will be sent, written once and used for both. */
export function sealEnvelope(
  content: Omit<MessageContent, 'response'>,
  { answer, responseJson }: { readonly answer: string; readonly responseJson: string },
): Envelope {
  const { question, refined_question, metadata, held, resume } = content;
  const { blocked_prompt, cost, scored, nearest, review } = content;
  const parts: Array<readonly [PartName, string | null]> = [
    ['question', question],
    ['refined_question', refined_question],
    ['answer', answer],
    ['response', responseJson],
    ['metadata', Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata)],
    ['trace', JSON.stringify({ blocked_prompt, cost, scored, nearest, review })],
    ['pending', held === null && resume === null ? null : JSON.stringify({ held, resume })],
  ];
  return parts.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const]));
}

/** What `sealEnvelope` made: nothing else is ever stored as one. What records of before do not have, they have none of. */
export function openEnvelope(envelope: Envelope): MessageContent {
  const parts = new Map(envelope);
  const stored = parts.has(wholePart) ? readWhole(parts) : readParts(parts);
  const { held = null } = stored;
  return {
    ...{ refined_question: null, blocked_prompt: null, cost: null },
    ...{ scored: null, nearest: [], review: null },
    ...stored,
    held: held === null ? null : { ...{ draft: null }, ...held },
    response: completed(stored.response),
  };
}

function readWhole(parts: ReadonlyMap<string, string>): MessageContent {
  return JSON.parse(parts.get(wholePart) ?? '');
}

function readParts(parts: ReadonlyMap<string, string>): MessageContent {
  const read = (name: PartName, missing: string) => JSON.parse(parts.get(name) ?? missing);
  return {
    question: parts.get('question') ?? '',
    refined_question: parts.get('refined_question') ?? null,
    metadata: read('metadata', '{}'),
    ...read('trace', '{}'),
    ...read('pending', '{"held":null,"resume":null}'),
    response: read('response', 'null'),
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
