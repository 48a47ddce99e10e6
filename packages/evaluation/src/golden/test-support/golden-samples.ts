import type { EvaluationReport, EvaluationResult } from '@avow/contract/evaluation';
import { computeFigures } from '../../run/compute-figures.ts';
import type { GoldenExpectation, GoldenQuestion } from '../golden-store.ts';

const suffix = (position: number) => position.toString().padStart(26, '0');

const answerable: GoldenExpectation = {
  kind: 'answer',
  sources: ['leave.md'],
  facts: [['27 days']],
  verdict: null,
};

export function goldenQuestion(position: number, more: Partial<GoldenQuestion> = {}): GoldenQuestion {
  return {
    goldenId: `gld_${suffix(position)}`,
    question: `How many days in year ${position}?`,
    expects: answerable,
    state: 'accepted',
    origin: 'person',
    messageId: null,
    note: '',
    groups: [],
    updatedAtMs: 0,
    ...more,
  };
}

/** A result as the product makes them; `outcome` and what follows from it fit together. */
export function evaluationResult(
  position: number,
  outcome: EvaluationResult['outcome'],
  more: Partial<EvaluationResult> = {},
): EvaluationResult {
  const isAnswered = outcome === 'right' || outcome === 'partly' || outcome === 'wrong';
  return {
    golden_id: `gld_${suffix(position)}`,
    question: `How many days in year ${position}?`,
    expects:
      outcome === 'refused_rightly'
        ? { kind: 'not_covered' }
        : { kind: 'answer', sources: ['leave.md'], facts: [['27 days']], verdict: null },
    groups: [],
    note: '',
    outcome,
    reply: isAnswered ? 'answered' : outcome === 'failed' ? 'failed' : 'not_covered',
    answer: isAnswered ? '27 days.' : '',
    confidence: isAnswered ? { score: 0.8, band: 'high' } : null,
    no_answer_cause: null,
    stopped_by: null,
    problem: null,
    missing: [],
    citations: [],
    is_grounded: isAnswered,
    model_tier: 0,
    routing_source: 'retrieval',
    is_degraded: false,
    time_ms: 10,
    cost: null,
    ...more,
  };
}

export function evaluationReport(
  results: readonly EvaluationResult[],
  more: Partial<EvaluationReport> = {},
): EvaluationReport {
  return {
    format: 'avow-evaluation/1',
    id: `evl_${suffix(1)}`,
    content_pack: { id: `pack_${suffix(1)}`, name: 'Handbook' },
    subject: { kind: 'version', version: 1, draft_revision: null },
    conditions: {
      hash: 'same',
      service_version: '0.0.0',
      model_tier: null,
      policy: { origin: 'in_force', version: 'built-in' },
      models: { encoder: null, reader: null, tiers: [], refinement: null },
      confidence_model: null,
    },
    status: 'complete',
    question_count: results.length,
    started_at: '2026-01-01T00:00:00.000Z',
    ended_at: '2026-01-01T00:01:00.000Z',
    figures: computeFigures(results),
    results: [...results],
    ...more,
  };
}
