import type {
  EvaluationReport,
  EvaluationState,
  EvaluationSummary,
  GoldenEntry,
} from '@avow/contract/evaluation';
import { formatTime } from '@avow/contract/values';
import type { GoldenQuestion, StoredEvaluation } from '@avow/evaluation';
import type { EvaluationRun } from '../evaluation.ts';

/** Conversions between the code and the wire, for golden sets. */

export function goldenToWire(golden: GoldenQuestion): GoldenEntry {
  const { expects } = golden;
  return {
    id: golden.goldenId,
    question: golden.question,
    expects:
      expects.kind === 'not_covered'
        ? { kind: 'not_covered' }
        : {
            kind: 'answer',
            sources: [...expects.sources],
            facts: expects.facts.map((alternatives) => [...alternatives]),
            verdict: expects.verdict,
          },
    state: golden.state,
    origin: golden.origin,
    message_id: golden.messageId as GoldenEntry['message_id'],
    note: golden.note,
    groups: [...golden.groups],
    updated_at: formatTime(golden.updatedAtMs),
  };
}

export function runToWire({ evaluationId, status, progress, failure }: EvaluationRun): EvaluationState {
  return {
    id: evaluationId,
    status,
    step: status === 'running' ? progress.step : null,
    done: progress.done,
    total: progress.total,
    right_count: progress.rightCount,
    failure,
    report: null,
  };
}

export function completeRunToWire(report: EvaluationReport): EvaluationState {
  const right = report.figures.accuracy?.hits ?? 0;
  const { length } = report.results;
  return {
    ...{ id: report.id, status: 'complete', step: null, done: length, total: length, right_count: right },
    ...{ failure: null, report },
  };
}

export function evaluationSummaryToWire(evaluation: Omit<StoredEvaluation, 'report'>): EvaluationSummary {
  const { subject } = evaluation;
  return {
    id: evaluation.evaluationId,
    subject: {
      kind: subject.draftRevision === null ? 'version' : 'draft',
      version: subject.version,
      draft_revision: subject.draftRevision,
    },
    conditions: evaluation.conditions,
    right_count: evaluation.rightCount,
    question_count: evaluation.questionCount,
    created_at: formatTime(evaluation.createdAtMs),
    created_by: evaluation.createdBy as EvaluationSummary['created_by'],
  };
}
