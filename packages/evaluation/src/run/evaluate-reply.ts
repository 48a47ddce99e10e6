import type { EvaluationOutcome, EvaluationResult } from '@avow/contract/evaluation';
import type { QueryResponse } from '@avow/contract/query';
import type { Cost } from '@avow/contract/records';
import type { CuratedId, DocumentId } from '@avow/foundation';
import type { GoldenExpectation, GoldenQuestion } from '../golden/golden-store.ts';
import {
  type AnswerMark,
  compareToExpectation,
  markAnswer,
  type ObservedAnswer,
} from '../golden/mark-answer.ts';

/** The reply of the service. */
export type QuestionReply =
  | {
      readonly kind: 'replied';
      readonly response: QueryResponse;
      readonly timeMs: number;
      readonly cost: Cost | null;
    }
  | {
      readonly kind: 'failed';
      readonly problem: string;
      readonly timeMs: number;
      readonly cost: Cost | null;
    };

/** Whether a citation's quote is what is stored at its location. */
export type IsStored = (quoted: {
  readonly documentId: DocumentId | CuratedId;
  readonly start: number;
  readonly end: number;
  readonly quote: string;
}) => Promise<boolean>;

/** Evaluates the reply to a golden question: the outcome, and why it is not right. */
export async function evaluateReply(
  golden: GoldenQuestion,
  reply: QuestionReply,
  isStored: IsStored,
): Promise<EvaluationResult> {
  const { expects } = golden;
  const given = observe(reply);
  const mark = markAnswer(expects, given);
  const response = reply.kind === 'replied' ? reply.response : null;
  return {
    golden_id: golden.goldenId,
    question: golden.question,
    expects: expectationToWire(expects),
    groups: [...golden.groups],
    note: golden.note,
    outcome: outcomeOf(expects, mark),
    reply: replyOf(reply),
    answer: response?.answer ?? '',
    confidence:
      given.kind === 'answered' && response !== null
        ? { score: response.confidence.score, band: response.confidence.band }
        : null,
    no_answer_cause: response?.agent_context.no_answer_cause ?? null,
    stopped_by: stoppedBy(response),
    problem: reply.kind === 'failed' ? reply.problem : null,
    missing: given.kind === 'answered' ? missingOf(expects, given) : [],
    citations: response === null ? [] : await citationsOf(expects, response, isStored),
    is_grounded: response?.agent_context.knowledge_grounded ?? false,
    model_tier: response?.processing.model_tier ?? 0,
    routing_source: response?.processing.routing_source ?? 'default',
    is_degraded: response?.processing.degraded_mode ?? false,
    time_ms: reply.timeMs,
    cost: reply.cost,
  };
}

/** Whether the outcome is as expected. */
export function isRight({ outcome }: Pick<EvaluationResult, 'outcome'>): boolean {
  return outcome === 'right' || outcome === 'refused_rightly';
}

function outcomeOf(expects: GoldenExpectation, mark: AnswerMark): EvaluationOutcome {
  if (mark !== 'refused') return mark;
  return expects.kind === 'not_covered' ? 'refused_rightly' : 'refused_wrongly';
}

function observe(reply: QuestionReply): ObservedAnswer {
  if (reply.kind === 'failed') return { kind: 'failed' };
  const { answer: text, citations, status, source_type } = reply.response;
  if (status === 'failed' || status === 'cancelled') return { kind: 'failed' };
  if (source_type === 'none') return { kind: 'refused' };
  const sources = citations.flatMap(({ document_id, source }) => [document_id, source]);
  return { kind: 'answered', text, sources };
}

function replyOf(reply: QuestionReply): EvaluationResult['reply'] {
  if (reply.kind === 'failed') return 'failed';
  const { status, source_type } = reply.response;
  if (status === 'failed' || status === 'cancelled') return 'failed';
  if (status === 'blocked') return 'blocked';
  return source_type === 'none' ? 'not_covered' : 'answered';
}

/** The reasoning of a guardrail contains nothing sensitive. */
function stoppedBy(response: QueryResponse | null): string | null {
  if (response?.status !== 'blocked') return null;
  const { guardrails, agent_context: context } = response;
  const guardrail = guardrails.find(({ action }) => action === 'block');
  return guardrail === undefined ? context.blocked_reason : `${guardrail.name}: ${guardrail.reasoning}`;
}

function missingOf(
  expects: GoldenExpectation,
  given: Extract<ObservedAnswer, { readonly kind: 'answered' }>,
): string[] {
  if (expects.kind === 'not_covered') return ['It was answered although the pack does not cover it.'];
  const { missingFacts, verdict, isSourceCited } = compareToExpectation(expects, given);
  const missing = missingFacts.map((alternatives) => `It does not say ${inWords(alternatives)}.`);
  if (verdict === 'opposite') missing.push(`It does not say ${expects.verdict}, but the opposite.`);
  if (verdict === 'missing') missing.push(`It does not begin with ${expects.verdict}.`);
  if (!isSourceCited) missing.push(`It does not cite ${inWords(expects.sources)}.`);
  return missing;
}

function inWords(alternatives: readonly string[]): string {
  return alternatives.map((one) => `“${one}”`).join(' or ');
}

async function citationsOf(
  expects: GoldenExpectation,
  { citations }: QueryResponse,
  isStored: IsStored,
): Promise<EvaluationResult['citations']> {
  const expected = expects.kind === 'answer' ? expects.sources : [];
  return await Promise.all(
    citations.map(async ({ document_id, source, title, quote, start, end }) => ({
      document_id,
      source,
      title,
      quote,
      is_expected: expected.includes(document_id) || expected.includes(source),
      // A redacted quote cannot be compared.
      is_stored:
        quote === null || start === null || end === null
          ? false
          : await isStored({ documentId: document_id, start, end, quote }),
    })),
  );
}

export function expectationToWire(expects: GoldenExpectation): EvaluationResult['expects'] {
  if (expects.kind === 'not_covered') return { kind: 'not_covered' };
  const { sources, facts, verdict } = expects;
  return { kind: 'answer', sources: [...sources], facts: facts.map((one) => [...one]), verdict };
}
