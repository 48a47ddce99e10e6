import { expect, test } from 'vitest';
import { calibrationLimits, calibrationSchema } from './calibration.ts';
import { calibrationResponseExamples } from './calibration-examples.ts';

const example = calibrationSchema.parse(calibrationResponseExamples['getCalibration']?.[200]);
const accepts = (change: object) => calibrationSchema.safeParse({ ...example, ...change }).success;

test('labels that can be used are right or wrong', () => {
  expect(accepts({})).toBe(true);
  expect(accepts({ labels: { ...example.labels, right: example.labels.right + 1 } })).toBe(false);
});

test('the number of right labels does not exceed all labels', () => {
  const [revision] = example.revisions;
  const fit = { ...revision?.fit, right_count: 118 };
  expect(accepts({ revisions: [{ ...revision, fit }] })).toBe(false);
  expect(accepts({ revisions: [{ ...revision, fit: { ...fit, right_count: 117 } }] })).toBe(true);
  expect(accepts({ revisions: [{ ...revision, fit: { ...revision?.fit, slope: -0.1 } }] })).toBe(false);
});

test('few revisions are listed', () => {
  const many = new Array(calibrationLimits.revisionsListed + 1).fill(example.revisions[0]);
  expect(accepts({ revisions: many })).toBe(false);
  expect(accepts({ revisions: many.slice(1) })).toBe(true);
});
