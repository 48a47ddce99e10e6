import type { Draft, Explanation, FailedTier, Nearest } from '@avow/answering';
import type {
  AnswerChange,
  AuditRecord,
  BlockedPrompt,
  ConfidenceCap,
  ConfidenceExplanation,
  Message,
  OtherAnswer,
  QueryRequest,
  QueryResponse,
  ReviewEntry,
  ThresholdName,
} from '@avow/contract';
import type { CuratedId, DocumentId, PackId } from '@avow/foundation';
import type { InputOutcome } from '@avow/guardrails';
import type { ModelCost } from '@avow/inference';
import { readExplanation } from './read-explanation.ts';
import type { ClaimName, Envelope, StoredMessage } from './record-store.ts';

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
type PartName = 'question' | 'refined_question' | 'answer' | 'response' | 'metadata' | 'trace' | 'pending';

/** Earlier releases stored one part. */
const wholePart = 'envelope';

/** `responseJson` is the response as it will be sent, written once and used for both. */
export function sealEnvelope(
  content: Omit<MessageContent, 'response'>,
  { answer, responseJson }: { readonly answer: string; readonly responseJson: string },
): Envelope {
  const { question, refined_question, metadata, held, resume } = content;
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
    ['metadata', Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata)],
    ['trace', JSON.stringify({ blocked_prompt, ...whereGiven, ...traced })],
    ['pending', held === null && resume === null ? null : JSON.stringify({ held, resume })],
  ];
  return parts.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const]));
}

/** Opens what `sealEnvelope` made. Fields that records of earlier releases lack are null or empty. */
export function openEnvelope(envelope: Envelope): MessageContent {
  const parts = new Map(envelope);
  const stored = parts.has(wholePart) ? readWhole(parts) : readParts(parts);
  const { held = null, scored = null } = stored;
  return {
    ...{ refined_question: null, blocked_prompt: null, block: null, groups: null, cost: null },
    ...{
      failed_tiers: [],
      searches: [],
      answer_changes: [],
      other_answer: null,
      nearest: [],
      review: null,
      history: [],
    },
    ...stored,
    scored: scored === null ? null : readExplanation(scored),
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
 * Every field is present, even in messages from before it existed. A response that has all of them stays unchanged, byte
 * for byte, so that a replay repeats it exactly.
 */
function completed(stored: QueryResponse): QueryResponse {
  const response = withLaterFields(stored);
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

function withLaterFields(response: QueryResponse): QueryResponse {
  const { processing, related } = response as Partial<QueryResponse>;
  if (processing === undefined || related !== undefined) return response;
  return { ...response, related: [], processing: { ...{ embedded_share: null }, ...processing } };
}

/**
 * How the answer was scored, if that may be shown: if the answer was given, or withheld for its score, but not if it is
 * pending review or was blocked by a reviewer.
 */
export function scoredAsTold({
  envelope,
  status,
}: Pick<StoredMessage, 'envelope' | 'status'>): Explanation | null {
  return status === 'delivered' ? openEnvelope(envelope).scored : null;
}

/** The current response of a message: while it is being answered, only its status changes. */
export function responseOf({ envelope, status }: Pick<StoredMessage, 'envelope' | 'status'>): QueryResponse {
  return { ...openEnvelope(envelope).response, status };
}

const capDescriptions: Readonly<Record<ConfidenceCap, string>> = {
  degraded: 'The model or search that should have answered could not take part in full.',
  failed_open: 'A guardrail did not run, and the policy lets answers through without it.',
  unsupported: 'A grounding check objected, and the policy lets such answers through with a flag.',
  conflicting_sources: 'The sources do not say the same.',
};

/** A message as it is read back: its current response, and how it was scored. */
export function toMessage(stored: Pick<StoredMessage, 'envelope' | 'status'>): Message {
  const scored = scoredAsTold(stored);
  return { ...responseOf(stored), confidence_explanation: scored === null ? null : explanationOf(scored) };
}

export function explanationOf(scored: Explanation): ConfidenceExplanation {
  return {
    model: scored.model,
    calibration: scored.calibration,
    method: scored.evidence.method,
    calibrated: scored.calibrated,
    factors: scored.factors.map(({ feature, words, effect }) => ({ feature, description: words, effect })),
    caps: scored.caps.map(({ cause, max }) => ({ cause, max, description: capDescriptions[cause] })),
    risk_level: scored.riskLevel,
    withheld: scored.isWithheld,
  };
}
