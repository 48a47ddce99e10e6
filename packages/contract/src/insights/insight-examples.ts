import type { ActivityInsight } from './insight-activity.ts';
import type { BandReliability, ConfidenceInsight } from './insight-confidence.ts';
import type { CostInsight, GuardrailInsight, LatencyInsight } from './insight-figures.ts';
import type { UnansweredGroup, UnansweredPage, UnansweredTasks } from './insight-unanswered.ts';

const counted = {
  from: '2024-11-18T00:00:00.000Z',
  to: '2024-11-20T00:00:00.000Z',
  counted: 412,
  complete: true,
};
const groupId = 'msg_01jd7c2m4pf0e8a6ktyr3w5n9b';
const packId = 'pack_01jd7c5v8rg2h4j6k8m0n2p4q6';

const group: UnansweredGroup = {
  group_id: groupId,
  question: 'Can I carry over holiday to next year?',
  examples: ['What happens to unused leave?', 'carry over days'],
  count: 14,
  end_user_count: 9,
  first_asked_at: '2024-11-18T08:02:11.040Z',
  last_asked_at: '2024-11-19T16:40:57.912Z',
  causes: [
    { cause: 'nothing_found', count: 11 },
    { cause: 'low_confidence', count: 3 },
  ],
  nearest: [
    {
      title: 'Leave',
      source: 'hr/leave.md',
      headings: 'Leave > Holiday',
      content_pack_id: packId,
      document_id: 'doc_01jd7c6w9sh3j5k7m9n1p3q5r7',
    },
  ],
  state: 'open',
  qna_id: null,
  asked_since_resolved: 0,
  feedback_ids: [],
};

const page: UnansweredPage = {
  ...counted,
  questions: 37,
  questions_omitted: 0,
  labels_truncated: false,
  grouped_by: 'semantic',
  pending_embeddings: 0,
  data: [group],
  has_more: false,
  next_cursor: null,
};

const qna = {
  id: 'qna_01jd7d1b3d5f7h9k1n3q5s7v9x',
  question: group.question,
  alternatives: group.examples,
  answer: 'Up to five days, until the end of March.',
  source: 'HR',
  url: null,
  tags: [],
  groups: [],
  valid_from: null,
  valid_until: null,
  owner: null,
  updated_at: '2024-11-20T09:14:03.231Z',
};

const tasks: UnansweredTasks = {
  ...counted,
  data: [
    {
      group_id: groupId,
      question: group.question,
      phrasings: group.examples,
      count: 14,
      end_user_count: 9,
      last_asked_at: group.last_asked_at,
      nearest: group.nearest[0] ?? null,
      action: 'extend_page',
      description:
        'Add the answer in “Leave” (hr/leave.md), under “Leave > Holiday”, or write a curated pair.',
    },
  ],
};

const reliability: BandReliability = {
  answers: 300,
  mean_score: 0.91,
  labelled: 40,
  right: 37,
  right_share: 0.925,
  right_interval: { low: 0.8014, high: 0.9742 },
  error_rate: 0.075,
  error_interval: { low: 0.0258, high: 0.1986 },
};

const confidence: ConfidenceInsight = {
  ...counted,
  labels: 40,
  labels_truncated: false,
  visitors: { labelled: 12, right: 9 },
  bands: [{ band: 'high', ...reliability }],
  weeks: [{ week: '2024-W47', ...reliability, bands: [{ band: 'high', ...reliability }] }],
  methods: [
    {
      method: 'extractive',
      labelled: 40,
      right: 37,
      right_share: 0.925,
      right_interval: { low: 0.8014, high: 0.9742 },
      mean_score: 0.9,
    },
  ],
  calibration_error: {
    labelled: 40,
    error: 0.031,
    interval: { low: 0.012, high: 0.094 },
    bins: [{ count: 40, mean_score: 0.9, right_share: 0.925, low: 0.8014, high: 0.9742 }],
  },
  no_answer: { count: 31, examined: 31, withheld: 4 },
  thresholds: { high: 0.8, medium: 0.5, risk_level: 0.2 },
  calibration: {
    model: 'avow-confidence-1a2b3c4d',
    revision: null,
    examples: 0,
    usable: 40,
    missing: { usable: 20, right: 0, wrong: 9 },
  },
};

const asked = {
  ...{ questions: 412, answered: 371, declined: 31, blocked: 9, other: 1 },
  bands: { high: 290, medium: 61, low: 20 },
  ...{ mean_score: 0.8712, right: 37, wrong: 3 },
};

const activity: ActivityInsight = {
  ...counted,
  total: asked,
  days: [{ day: '2024-11-18', ...asked }],
  channels: [{ channel_type: 'chat', ...asked }],
  channels_omitted: 0,
  topics: [
    {
      title: 'Leave',
      content_pack_id: packId,
      document_id: 'doc_01jd7c6w9sh3j5k7m9n1p3q5r7',
      count: 58,
    },
  ],
  topics_examined: 371,
  labels_truncated: false,
};

const spent = {
  currency: 'EUR',
  amount: 1.83,
  input_tokens: 402_113,
  output_tokens: 31_870,
  per_answer: 0.0061,
};

const cost: CostInsight = {
  ...counted,
  days: [
    { day: '2024-11-18', messages: 330, answers: 300, spent: [spent] },
    { day: '2024-11-19', messages: 82, answers: 71, spent: [] },
  ],
  total: { messages: 412, answers: 371, spent: [{ ...spent, per_answer: 0.004933 }] },
  budget: {
    currency: 'EUR',
    per_day: 5,
    per_month: 80,
    remaining_today: 5,
    remaining_this_month: 41.2,
    when_spent: 'embedded',
  },
};

const timing = { count: 412, p50_ms: 61, p95_ms: 148, p99_ms: 320, degraded_share: 0.0024 };

const latency: LatencyInsight = {
  ...counted,
  total: timing,
  days: [{ day: '2024-11-18', ...timing }],
  tiers: [{ model_tier: 0, ...timing }],
  routing_sources: [{ routing_source: 'retrieval', ...timing }],
};

const nothing = { flagged: 0, redacted: 0, blocked: 0, failed: 0 };

const guardrails: GuardrailInsight = {
  ...counted,
  blocked: 3,
  blocked_share: 0.007282,
  tripwires: 3,
  shadow_blocks: 5,
  guardrails: [
    {
      guardrail_id: 'grd_01jd7c2m4pf0e8a6ktyr3w5n9b',
      name: 'Project names',
      messages: 5,
      enforce: nothing,
      shadow: { ...nothing, blocked: 5 },
    },
  ],
  days: [
    {
      day: '2024-11-18',
      messages: 330,
      blocked: 3,
      enforce: { ...nothing, blocked: 3 },
      shadow: { ...nothing, blocked: 5 },
    },
  ],
};

export const insightRequestExamples: Readonly<Record<string, unknown>> = {
  draftUnanswered: { content_pack_id: packId, answer: qna.answer, source: 'HR' },
  dismissUnanswered: {},
  reopenUnanswered: {},
  listUnansweredTasks: { limit: 10 },
};

export const insightResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  listUnanswered: { 200: page },
  draftUnanswered: { 201: { qna, content_pack_id: packId, group_id: groupId, marked: 14, omitted: 0 } },
  dismissUnanswered: { 200: { group_id: groupId, state: 'dismissed', marked: 14 } },
  reopenUnanswered: { 200: { group_id: groupId, state: 'open', marked: 14 } },
  listUnansweredTasks: { 200: tasks },
  getActivityInsight: { 200: activity },
  getConfidenceInsight: { 200: confidence },
  getCostInsight: { 200: cost },
  getLatencyInsight: { 200: latency },
  getGuardrailInsight: { 200: guardrails },
};
