import type { ConfidenceState, DrawnAnswers, GuaranteeRevision } from './guarantee.ts';

const inForce: GuaranteeRevision = {
  ...{ revision: 1, state: 'in_force', cause: null },
  ...{ wrong_max: 0.05, level: 0.95, line: 0.84, answers: 178, wrong: 3, wrong_at_most: 0.0464 },
  from: '2024-10-22T09:14:03.231Z',
  to: '2024-11-21T09:14:03.231Z',
  ...{ high_before: 1_804, high_after: 1_633 },
  created_at: '2024-11-22T15:40:12.004Z',
  created_by: 'key_01jd7b0s2t4v6w8x0y1z3a5b7c',
};

const needed: ConfidenceState['needed'] = [
  { wrong_max: 0.01, none_wrong: 321, one_wrong: 500, three_wrong: 806 },
  { wrong_max: 0.02, none_wrong: 160, one_wrong: 249, three_wrong: 402 },
  { wrong_max: 0.05, none_wrong: 63, one_wrong: 99, three_wrong: 160 },
  { wrong_max: 0.1, none_wrong: 31, one_wrong: 49, three_wrong: 79 },
];

const shown = {
  ...{ line: 0.84, answers: 178, wrong: 3, wrong_at_most: 0.0464 },
  ...{ high_before: 1_804, high_after: 1_633 },
};

const draw: NonNullable<ConfidenceState['draw']> = {
  id: 'drw_01jd7e4m6p8r0t2v4x6z8b0d2f',
  wrong_max: 0.05,
  attempt: 1,
  from: '2024-10-22T09:14:03.231Z',
  to: '2024-11-21T09:14:03.231Z',
  ...{ answers: 2_215, count: 240, right: 0, wrong: 0, unchecked: 240 },
  ...{ first_line: 0.91, first_needed: 160, shown: null },
  created_at: '2024-11-21T09:14:03.231Z',
  created_by: 'key_01jd7b0s2t4v6w8x0y1z3a5b7c',
};

const drawn: ConfidenceState = {
  ...{ model: 'avow-confidence-1a2b3c4d', calibration: null, high: 0.8, guarantee: null },
  ...{ reason: 'too_few_checked', draw, watch: null, needed, revisions: [] },
};

const checked: ConfidenceState = {
  ...drawn,
  reason: 'ready',
  draw: { ...draw, right: 221, wrong: 19, unchecked: 0, first_needed: 0, shown },
};

const guaranteed: ConfidenceState = {
  ...checked,
  ...{ high: 0.84, guarantee: inForce, reason: 'in_force', revisions: [inForce] },
  watch: {
    checked: { answers: 0, wrong: 0 },
    reported: { answers: 412, wrong: 4 },
    ...{ score_shift: 0.031, cause: null, expires_at: '2025-02-20T15:40:12.004Z' },
  },
};

const ended: ConfidenceState = {
  ...checked,
  reason: 'ended',
  revisions: [
    { ...inForce, revision: 2, state: 'ended', created_at: '2024-12-02T08:00:00.000Z' },
    ...guaranteed.revisions,
  ],
};

const answers: DrawnAnswers = {
  data: [
    {
      message_id: 'msg_01jd7c2m4pf0e8a6ktyr3w5n9b',
      question: 'How many days of leave do I have?',
      answer: 'Full-time staff have 28 days of leave a year.',
      citations: [],
      created_at: '2024-11-20T11:02:00.000Z',
    },
  ],
  unchecked: 240,
};

export const guaranteeRequestExamples: Readonly<Record<string, unknown>> = {
  drawAnswers: { wrong_max: 0.05, count: 240 },
  checkDrawnAnswer: { right: true },
  putGuarantee: { draw_id: draw.id },
};

export const guaranteeResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  getConfidence: { 200: guaranteed },
  drawAnswers: { 200: drawn },
  listDrawnAnswers: { 200: answers },
  checkDrawnAnswer: { 200: { ...drawn, draw: { ...draw, right: 1, unchecked: 239, first_needed: 159 } } },
  putGuarantee: { 200: guaranteed },
  endGuarantee: { 200: ended },
};
