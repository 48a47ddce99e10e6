import { queryResponseExample } from '../api/examples.ts';
import type { DraftTrialSide } from './draft-trial.ts';
import type { EvaluationState, EvaluationSummary } from './evaluation.ts';
import type { EvaluationComparison } from './evaluation-comparison.ts';
import type { EvaluationReport, EvaluationResult } from './evaluation-report.ts';
import type { GoldenEntry, GoldenFile, GoldenRequest } from './golden.ts';

const request: GoldenRequest = {
  question: 'How many days of holiday do I have?',
  expects: { kind: 'answer', sources: ['leave.md'], facts: [['27 days', '27 paid days']], verdict: null },
  note: 'Asked by nearly everybody in January.',
  groups: [],
};

const golden: GoldenEntry = {
  id: 'gld_01jd7e2c4e6g8j0m2p4r6t8w0y',
  ...request,
  state: 'accepted',
  origin: 'person',
  message_id: null,
  updated_at: '2024-11-21T09:20:11.402Z',
};

const suggested: GoldenEntry = {
  ...golden,
  id: 'gld_01jd7e3d5f7h9k1n3q5s7v9x1z',
  question: 'Who do I call when the lift is stuck?',
  expects: { kind: 'not_covered' },
  state: 'suggested',
  origin: 'generated',
  note: 'The pack holds none of the words that it is about.',
};

const answered = queryResponseExample;
const trial: DraftTrialSide = {
  version: 4,
  response: {
    answer: answered.answer,
    status: answered.status,
    confidence: answered.confidence,
    citations: answered.citations,
    related: answered.related,
    source_type: answered.source_type,
    agent_context: answered.agent_context,
  },
  problem: null,
};

const file: GoldenFile = { format: 'avow-golden/1', questions: [{ id: golden.id, ...request }] };

const result: EvaluationResult = {
  golden_id: golden.id,
  ...request,
  outcome: 'right',
  reply: 'answered',
  answer: 'Every employee has 27 days of paid holiday in a calendar year.',
  confidence: { score: 0.91, band: 'high' },
  no_answer_cause: null,
  stopped_by: null,
  problem: null,
  missing: [],
  citations: [
    {
      document_id: 'doc_01jd7c6w9sh3j5k7m9n1p3q5r7',
      source: 'leave.md',
      title: 'Leave',
      quote: 'Every employee has 27 days of paid holiday in a calendar year.',
      is_expected: true,
      is_stored: true,
    },
  ],
  is_grounded: true,
  model_tier: 0,
  routing_source: 'retrieval',
  is_degraded: false,
  time_ms: 41.5,
  cost: null,
};

const all = { hits: 1, total: 1, value: 1, low: 0.2065, high: 1 };
const none = { hits: 0, total: 1, value: 0, low: 0, high: 0.7935 };

const report: EvaluationReport = {
  format: 'avow-evaluation/1',
  id: 'evl_01jd7e4e6g8j0m2p4r6t8w0y2a',
  content_pack: { id: 'pack_01jd7c5v8rg2h4j6k8m0n2p4q6', name: 'handbook' },
  subject: { kind: 'draft', version: 4, draft_revision: 17 },
  conditions: {
    hash: '3f0c9a51d2b84e67a1c05d9e8f7b6a42',
    service_version: '0.1.0',
    model_tier: null,
    policy: { origin: 'in_force', version: 'default-3c1f0a9b7d52' },
    models: { encoder: 'avow-encoder-1', reader: 'avow-reader-1', tiers: [], refinement: null },
    confidence_model: 'avow-confidence-1a2b3c4d',
  },
  status: 'complete',
  question_count: 1,
  started_at: '2024-11-21T09:21:00.000Z',
  ended_at: '2024-11-21T09:21:02.500Z',
  figures: {
    accuracy: all,
    answerable: { total: 1, right: all, partly: none, wrong: none, refused: none },
    not_covered: { total: 0, refused: null },
    failed: none,
    sources_cited: all,
    quotes_stored: all,
    grounded: all,
    calibration: {
      answer_count: 1,
      expected_error: { value: 0.09, low: 0.09, high: 0.09 },
      brier: { value: 0.0081, low: 0.0081, high: 0.0081 },
      risk_area: { value: 0, low: 0, high: 0 },
      coverage_at_80: 1,
      coverage_at_95: 1,
      bins: [{ count: 1, mean_score: 0.91, right_share: 1, low: 0.2065, high: 1 }],
      risk_coverage: [{ coverage: 1, right_share: 1 }],
    },
    latency: { p50_ms: 41.5, p95_ms: 41.5 },
    degraded: none,
    costs: [],
  },
  results: [result],
};

const running: EvaluationState = {
  id: report.id,
  ...{ status: 'running', step: 'asking', done: 12, total: 40, right_count: 11, failure: null, report: null },
};

const complete: EvaluationState = {
  ...{
    id: report.id,
    status: 'complete',
    step: null,
    done: 1,
    total: 1,
    right_count: 1,
    failure: null,
    report,
  },
};

const summary: EvaluationSummary = {
  id: report.id,
  subject: report.subject,
  conditions: report.conditions.hash,
  right_count: 1,
  question_count: 1,
  created_at: report.ended_at,
  created_by: null,
};

const { id, content_pack, subject, conditions, status } = report;
const other = { id, content_pack, subject, conditions, status };
const refused: EvaluationResult = {
  ...result,
  ...{
    outcome: 'refused_wrongly',
    reply: 'not_covered',
    confidence: null,
    citations: [],
    is_grounded: false,
  },
  answer: 'The knowledge available here does not cover this question.',
  no_answer_cause: 'nothing_found',
  stopped_by: null,
};

const comparison: EvaluationComparison = {
  base: {
    ...other,
    id: 'evl_01jd7e5f7h9k1n3q5s7v9x1z3b',
    subject: { kind: 'version', version: 3, draft_revision: null },
  },
  other,
  shared_count: 1,
  only_base_count: 0,
  only_other_count: 0,
  differing: [],
  figures: [
    {
      ...{ figure: 'accuracy', unit: 'share', better: 'higher', currency: null, base: 0, other: 1 },
      difference: { value: 1, low: 1, high: 1 },
    },
  ],
  changed: [{ change: 'better', base: refused, other: result }],
};

const gate = { tolerance_share: 0.02 };

export const goldenRequestExamples: Readonly<Record<string, unknown>> = {
  upsertGoldenQuestions: { questions: [request] },
  suggestGoldenQuestions: { count: 40 },
  replaceGoldenQuestion: request,
  acceptGoldenQuestion: {},
  setPublishGate: gate,
  askDraft: { question: request.question, groups: ['staff'] },
  startEvaluation: { subject: 'draft' },
  cancelEvaluation: {},
};

export const goldenResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  listGoldenQuestions: { 200: { data: [golden], has_more: false, next_cursor: null } },
  upsertGoldenQuestions: { 200: { questions: [golden] } },
  exportGoldenSet: { 200: file },
  suggestGoldenQuestions: { 200: { questions: [suggested] } },
  getGoldenQuestion: { 200: golden },
  replaceGoldenQuestion: { 200: golden },
  acceptGoldenQuestion: { 200: golden },
  getPublishGate: { 200: gate },
  setPublishGate: { 200: gate },
  askDraft: { 200: { draft: trial, published: { ...trial, version: 3 } } },
  startEvaluation: { 202: running },
  listEvaluations: { 200: { data: [summary], has_more: false, next_cursor: null } },
  getEvaluation: { 200: complete },
  cancelEvaluation: { 200: { ...running, status: 'cancelled', step: null } },
  compareEvaluations: { 200: comparison },
};
