import type { CalibrationEntry, RefitEntry } from './calibration.ts';

const needed = { usable: 60, right: 12, wrong: 12 };

const calibration: CalibrationEntry = {
  model: 'avow-confidence-1a2b3c4d',
  active_revision: 1,
  automatic: true,
  labels: { count: 131, visitors: 0, usable: 124, right: 88, wrong: 36, since_fit: 7 },
  needed,
  proposal: null,
  revisions: [
    {
      revision: 1,
      model: 'avow-confidence-1a2b3c4d',
      fit: {
        ...{ offset: -0.31, slope: 0.87, methods: { extractive: -0.22, curated_similar: 0.1 } },
        ...{ example_count: 117, right_count: 83, author_count: 31, key_count: 3 },
        log_loss: { with: 0.512, without: 0.548 },
      },
      created_at: '2024-11-21T09:14:03.231Z',
      created_by: 'key_01jd7b0s2t4v6w8x0y1z3a5b7c',
      cause: 'accepted',
    },
  ],
};

const reset: CalibrationEntry = {
  ...calibration,
  active_revision: null,
  automatic: false,
  labels: { ...calibration.labels, since_fit: 0 },
  revisions: [
    {
      revision: 2,
      model: 'avow-confidence-1a2b3c4d',
      fit: null,
      created_at: '2024-11-22T10:00:00.000Z',
      created_by: 'key_01jd7b0s2t4v6w8x0y1z3a5b7c',
      cause: 'reset',
    },
    ...calibration.revisions,
  ],
};

const proposal: NonNullable<CalibrationEntry['proposal']> = {
  id: 'cal_01jd7e4m6p8r0t2v4x6z8b0d2f',
  kind: 'fit',
  fit: {
    ...{ offset: -0.34, slope: 0.88, methods: { extractive: -0.2, curated_similar: 0.1 } },
    ...{ example_count: 124, right_count: 88, author_count: 33, key_count: 3 },
    log_loss: { with: 0.51, without: 0.547 },
  },
  created_at: '2024-11-21T16:02:47.118Z',
  created_by: null,
  largest_change: 0.0113,
  applies_at: '2024-11-22T16:02:47.118Z',
  scores: [{ message_id: 'msg_01jd7c2m4pf0e8a6ktyr3w5n9b', before: 0.8127, after: 0.8069 }],
};

const refit: RefitEntry = {
  outcome: 'proposed',
  detail: 'A fit on 124 labelled answers is proposed. It changes no score by more than 0.0113.',
  calibration: { ...calibration, proposal },
};

const reverted: CalibrationEntry = {
  ...reset,
  revisions: reset.revisions.map((one) => (one.revision === 2 ? { ...one, cause: 'reverted' } : one)),
};

export const calibrationRequestExamples: Readonly<Record<string, unknown>> = {
  refitCalibration: {},
  acceptCalibration: { proposal_id: proposal.id },
  dismissCalibration: { proposal_id: proposal.id },
  revertCalibration: { revision: 0 },
};

export const calibrationResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  getCalibration: { 200: { ...calibration, proposal } },
  refitCalibration: { 200: refit },
  acceptCalibration: { 200: calibration },
  dismissCalibration: { 200: calibration },
  revertCalibration: { 200: reverted },
  resetCalibration: { 200: reset },
};
