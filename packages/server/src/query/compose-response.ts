import {
  type Citation,
  codePointLength,
  formatTime,
  type MessageStatus,
  type QueryResponse,
  type SourceType,
} from '@avow/contract';
import type { Confidence, Draft, Scoring, Situation } from '../interfaces/answering.ts';
import type { Guard } from '../interfaces/guard.ts';
import { answerLanguage } from '../languages/answer-language.ts';
import type { Admission } from './admission.ts';
import type { Answered, Outcome } from './outcome.ts';

const noConfidence: Confidence = { score: 0, band: 'none', toolScore: null };

/** The whole query response for whatever happened. The one place where an outcome takes its shape on the wire. */
export function composeResponse(
  admission: Admission,
  outcome: Outcome,
  also: { readonly scoring: Scoring; readonly guard: Guard; readonly timeMs: number },
): QueryResponse {
  const suffix = admission.messageId.slice('msg_'.length);
  const confidence =
    outcome.kind === 'answered'
      ? also.scoring.scoreAnswer(outcome.draft.found, {
          degraded: outcome.degraded,
          disagrees: outcome.draft.disagrees === true,
          translated: isTranslated(outcome.draft),
          bands: also.guard.bands,
        })
      : noConfidence;
  const sourceType: SourceType = outcome.kind === 'answered' ? outcome.draft.sourceType : 'none';
  return {
    request_id: `req_${suffix}`,
    message_id: admission.messageId,
    created_at: formatTime(admission.createdAtMs),
    answer: 'answer' in outcome ? outcome.answer : '',
    thread_id: admission.threadId,
    status: statusOf(outcome),
    confidence: {
      score: confidence.score,
      band: confidence.band,
      tool_confidence_score: confidence.toolScore,
    },
    guardrails: [...outcome.guardrails],
    citations: outcome.kind === 'answered' ? citationsOf(outcome) : [],
    source_type: sourceType,
    audit_ref: `aud_${suffix}`,
    model_info: {
      refinement_model: outcome.refiner,
      summarization_model: outcome.models.answering,
      guardrail_model: outcome.models.judging,
    },
    processing: {
      time_ms: Math.round(also.timeMs * 1000) / 1000,
      model_tier: outcome.modelTier,
      degraded_mode: outcome.degraded,
      routing_source: outcome.routingSource,
    },
    agent_context: {
      suggested_next_action: also.scoring.suggestNextAction(situationOf(outcome, confidence)),
      answer_format: admission.request.answer_format,
      blocked_reason: outcome.kind === 'blocked' ? outcome.reason : null,
      knowledge_grounded: isGrounded(outcome, also.guard),
      question_language: outcome.questionLanguage,
      answer_language: languageOf(outcome),
      source_type: sourceType,
    },
  };
}

/**
 * The quotes of every answer were read back, and are what is stored. Where the policy asks for more, an answer that did
 * not pass, as where it was let through with a flag, does not count as grounded.
 */
function isGrounded(outcome: Outcome, guard: Guard): boolean {
  return outcome.kind === 'answered' && guard.isGrounded(outcome.guardrails);
}

function isTranslated(draft: Draft): boolean {
  return draft.kind === 'written' && typeof draft.translatedFrom === 'string';
}

/** Of what was answered; what is said in place of an answer is the policy's, in whatever language that is. */
function languageOf(outcome: Outcome): string | null {
  if (outcome.kind !== 'answered') return null;
  return answerLanguage({ text: outcome.answer, wanted: outcome.questionLanguage });
}

function statusOf(outcome: Outcome): MessageStatus {
  switch (outcome.kind) {
    case 'answered':
    case 'not_covered':
      return 'delivered';
    case 'blocked':
      return 'blocked';
    case 'failed':
    case 'cancelled':
      return outcome.kind;
    case 'pending':
      return outcome.status;
  }
}

function situationOf(outcome: Outcome, { band }: Confidence): Situation {
  switch (outcome.kind) {
    case 'answered':
      return { kind: 'answered', band, sourceType: outcome.draft.sourceType };
    case 'not_covered':
    case 'blocked':
    case 'failed':
    case 'cancelled':
    case 'pending':
      return outcome;
  }
}

/**
 * A quote that lost words to a redaction is withheld with its offsets: they would tell where to look, and how long it
 * was. What is left of the answer is then supported by its quotes together.
 */
export function citationsOf({
  answer,
  quotesRedacted,
  draft,
  citations,
  sources,
}: Pick<Answered, 'answer' | 'quotesRedacted' | 'draft' | 'citations' | 'sources'>): Citation[] {
  const whole = { start: 0, end: codePointLength(answer) };
  // Where all of the answer is what it supports, to name a quote once is enough.
  const cited = quotesRedacted ? draft.support.map((_, support) => ({ support, ...whole })) : citations;
  return cited.flatMap((range) => {
    const support = draft.support[range.support];
    if (support === undefined) return [];
    // Never the draft's own: those have not been looked through.
    const { source, title, url } = sources[range.support] ?? { source: '', title: '', url: null };
    return {
      source,
      title,
      document_id: support.documentId,
      content_pack_id: support.pack.packId,
      score: support.score,
      quote: quotesRedacted ? null : support.quote,
      start: quotesRedacted ? null : support.start,
      end: quotesRedacted ? null : support.end,
      answer_start: range.start,
      answer_end: range.end,
      url,
    };
  });
}
