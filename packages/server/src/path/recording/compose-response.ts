import type { Draft, Related } from '@avow/answering';
import { roundToFourDecimals, type Scoring, type Situation } from '@avow/answering/score';
import type { Citation, GuardrailResult, QueryResponse, RelatedPassage } from '@avow/contract/query';
import {
  codePointLength,
  formatTime,
  type GeneratedKind,
  type MessageStatus,
  none,
  type SourceType,
} from '@avow/contract/values';
import type { Guard } from '@avow/guardrails';
import { answerLanguage } from '@avow/text/languages';
import type { Admission } from '../admission/admission.ts';
import type { TextMemory } from '../memory/create-text-memory.ts';
import type { Answered, Outcome } from './outcome.ts';

interface ComposingResponse {
  readonly scoring: Scoring;
  readonly guard: Guard;
  readonly memory: TextMemory;
  readonly timeMs: number;
}

/** The query response for any outcome. This is the only place in which an outcome takes its shape on the wire. */
export function composeResponse(
  admission: Admission,
  outcome: Outcome,
  also: ComposingResponse,
): QueryResponse {
  const suffix = admission.messageId.slice('msg_'.length);
  const sourceType: SourceType = outcome.kind === 'answered' ? outcome.draft.sourceType : 'none';
  return {
    request_id: `req_${suffix}`,
    message_id: admission.messageId,
    created_at: formatTime(admission.createdAtMs),
    answer: chooseText(outcome),
    thread_id: admission.threadId,
    status: toStatus(outcome),
    confidence: reportConfidence(outcome),
    guardrails: [...outcome.guardrails],
    citations: outcome.kind === 'answered' ? citeSources(outcome) : [],
    related: outcome.kind === 'not_covered' ? outcome.related.map(relatedToWire) : [],
    source_type: sourceType,
    generated: outcome.kind === 'answered' ? generatedOf(outcome.draft) : null,
    audit_ref: `aud_${suffix}`,
    model_info: {
      refinement_model: outcome.refiner ?? none,
      summarization_model: outcome.models.answering ?? none,
      guardrail_model: listJudges(outcome).join(', ') || none,
    },
    processing: {
      time_ms: Math.round(also.timeMs * 1000) / 1000,
      model_tier: outcome.modelTier,
      degraded_mode: outcome.degraded,
      embedded_share: outcome.embeddedShare,
      routing_source: outcome.routingSource,
    },
    agent_context: {
      suggested_next_action: also.scoring.suggestNextAction(toSituation(outcome)),
      answer_format: admission.request.answer_format,
      blocked_reason: outcome.kind === 'blocked' ? outcome.reason : none,
      no_answer_cause: outcome.kind === 'not_covered' ? outcome.cause : null,
      clarifying_question: outcome.kind === 'not_covered' ? outcome.clarifyingQuestion : null,
      knowledge_grounded: isGrounded(outcome, also.guard),
      question_language: outcome.questionLanguage,
      answer_language: detectLanguage(outcome, { ...also, tenantId: admission.tenantId }),
      source_type: sourceType,
    },
    receipt: null,
  };
}

/** The mark of an automatic answer. */
export function generatedOf({ kind, sourceType }: Pick<Draft, 'kind' | 'sourceType'>): GeneratedKind {
  if (kind === 'written') return 'written';
  return sourceType === 'qna' ? 'curated' : 'quoted';
}

/** The models of the guardrails, in the order of their steps, and those that judged the answer for them. */
function listJudges({ guardrailModels, models: { judging, verifying } }: Outcome): readonly string[] {
  return [...new Set([...guardrailModels, ...[judging, verifying].filter((name) => name != null)])];
}

/** Only what is answered, and what is said in place of an answer, has a text. */
function chooseText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'answered':
    case 'not_covered':
    case 'blocked':
      return outcome.answer;
    case 'in_review':
    case 'failed':
    case 'cancelled':
    case 'pending':
      return '';
  }
}

/**
 * The quotes of every answer were read back, and are what is stored. If the policy requires more, an answer that did not
 * pass, for example one that was let through with a flag, does not count as grounded.
 */
function isGrounded(outcome: Outcome, guard: Guard): boolean {
  return outcome.kind === 'answered' && guard.isGrounded(outcome.guardrails);
}

/** Without an answer there is no score, even if one was withheld or is pending review. */
function reportConfidence(outcome: Outcome): QueryResponse['confidence'] {
  if (outcome.kind !== 'answered')
    return { score: 0, band: 'none', tool_confidence_score: 0, guarantee: null };
  const { score, band, toolScore, guarantee } = outcome.scored;
  return {
    ...{ score, band, tool_confidence_score: toolScore },
    guarantee:
      guarantee === null
        ? null
        : {
            ...{ wrong_max: guarantee.wrongMax, level: guarantee.level, answers: guarantee.answers },
            since: formatTime(guarantee.sinceMs),
          },
  };
}

/** Only of answers: the text in place of an answer is the policy's, in any language. */
function detectLanguage(
  outcome: Outcome,
  { memory, tenantId }: Pick<ComposingResponse, 'memory'> & Pick<Admission, 'tenantId'>,
): string | null {
  if (outcome.kind !== 'answered') return null;
  const { answer: text, questionLanguage: wanted } = outcome;
  return memory.recall({ tenantId, kind: 'answer_language', texts: [wanted, text] }, () =>
    answerLanguage({ text, wanted }),
  );
}

function toStatus(outcome: Outcome): MessageStatus {
  switch (outcome.kind) {
    case 'answered':
    case 'not_covered':
      return 'delivered';
    case 'blocked':
      return 'blocked';
    case 'failed':
    case 'cancelled':
    case 'in_review':
      return outcome.kind;
    case 'pending':
      return outcome.status;
  }
}

function toSituation(outcome: Outcome): Situation {
  if (outcome.kind === 'not_covered') return { ...outcome, hasRelated: outcome.related.length > 0 };
  if (outcome.kind !== 'answered') return outcome;
  return { kind: 'answered', band: outcome.scored.band, sourceType: outcome.draft.sourceType };
}

function relatedToWire({ documentId, packId, quoted, ...shown }: Related): RelatedPassage {
  const { source, title, headings, score, url } = shown;
  return {
    ...{ source, title, headings },
    document_id: documentId,
    content_pack_id: packId,
    ...{ score, ...(quoted ?? { quote: null, start: null, end: null }), url },
  };
}

/**
 * A redacted quote is withheld with its offsets, which would reveal its place and length. What is left of the answer is
 * then supported by its quotes together.
 */
export function citeSources({
  answer,
  quotesRedacted,
  draft,
  citations,
  sources,
}: Pick<Answered, 'answer' | 'quotesRedacted' | 'draft' | 'citations' | 'sources'>): Citation[] {
  const whole = { start: 0, end: codePointLength(answer), isQuoted: draft.kind === 'quoted' };
  // If a quote supports all of the answer, it is cited once.
  const cited = quotesRedacted ? draft.support.map((_, support) => ({ support, ...whole })) : citations;
  return cited.flatMap((range) => {
    const support = draft.support[range.support];
    if (support === undefined) return [];
    // Never the draft's own: those have not been checked.
    const { source, title, url } = sources[range.support] ?? { source: '', title: '', url: null };
    return {
      source,
      title,
      document_id: support.documentId,
      content_pack_id: support.pack.packId,
      score: roundToFourDecimals(support.score),
      quote: quotesRedacted ? null : support.quote,
      start: quotesRedacted ? null : support.start,
      end: quotesRedacted ? null : support.end,
      answer_start: range.start,
      answer_end: range.end,
      url,
      use: range.isQuoted ? 'quotes' : 'supports',
    };
  });
}

/** By result: those of texts that were checked before are the same objects, and two thirds of a usual response. */
const writtenResults = new WeakMap<GuardrailResult, string>();
const noResults = '"guardrails":[]';

/** `JSON.stringify` of a response. */
export function writeResponse(response: QueryResponse): string {
  // The field comes before all that repeats it: in a string its quotation marks are escaped.
  const text = JSON.stringify({ ...response, guardrails: [] });
  const end = text.indexOf(noResults) + noResults.length - 1;
  const results = response.guardrails.map(writeResult).join(',');
  return text.slice(0, end) + results + text.slice(end);
}

function writeResult(result: GuardrailResult): string {
  const known = writtenResults.get(result);
  if (known !== undefined) return known;
  const text = JSON.stringify(result);
  writtenResults.set(result, text);
  return text;
}
