import type { CalibrationEntry, RefitEntry } from './calibration.ts';

const needed = { usable: 60, right: 12, wrong: 12 };

const calibration: CalibrationEntry = {
  model: 'avow-confidence-1a2b3c4d',
  active_revision: 1,
  automatic: true,
  labels: { count: 131, usable: 124, right: 88, wrong: 36, since_fit: 7 },
  needed,
  revisions: [
    {
      revision: 1,
      model: 'avow-confidence-1a2b3c4d',
      fit: {
        ...{ offset: -0.31, slope: 0.87, methods: { extractive: -0.22, curated_similar: 0.1 } },
        ...{ example_count: 117, right_count: 83, log_loss: { with: 0.512, without: 0.548 } },
      },
      created_at: '2024-11-21T09:14:03.231Z',
      created_by: null,
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
    },
    ...calibration.revisions,
  ],
};

const refit: RefitEntry = {
  outcome: 'fitted',
  detail: 'The calibration was fitted on 117 labelled answers and is in force as revision 1.',
  calibration: { ...calibration, labels: { ...calibration.labels, since_fit: 0 } },
};

export const calibrationRequestExamples: Readonly<Record<string, unknown>> = { refitCalibration: {} };

export const calibrationResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  getCalibration: { 200: calibration },
  refitCalibration: { 200: refit },
  resetCalibration: { 200: reset },
};
