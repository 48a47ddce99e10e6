import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldErrorsOf } from '../api/field-errors.ts';
import { auditLimits } from './audit-limits.ts';
import { retentionRequestSchema, retentionSchema } from './retention.ts';

const accepts = (request: unknown) => retentionRequestSchema.safeParse(request).success;

test('[CON-15-01] days are from 1 to 36,500, and both are given', () => {
  expect(auditLimits.retentionDaysMax).toBe(36_500);
  for (const days of [1, 36_500]) {
    expect(accepts({ content_days: days, record_days: null })).toBe(true);
    expect(accepts({ content_days: days, record_days: days })).toBe(true);
  }
  for (const days of [0, -1, 1.5, 36_501, '30', undefined]) {
    expect(accepts({ content_days: days, record_days: null }), String(days)).toBe(false);
    expect(accepts({ content_days: 1, record_days: days }), String(days)).toBe(false);
  }
  expect(accepts({ content_days: null, record_days: null })).toBe(false);
  expect(accepts({ content_days: 30, record_days: null, thread_days: 1 })).toBe(false);
});

test('[CON-15-01] a record is not dropped before its content', () => {
  const days = fc.integer({ min: 1, max: auditLimits.retentionDaysMax });
  fc.assert(
    fc.property(days, days, (content, record) => {
      const rules = { content_days: content, record_days: record };
      expect(accepts(rules)).toBe(record >= content);
      expect(retentionSchema.safeParse(rules).success).toBe(record >= content);
    }),
  );
});

test('errors of days say what is expected', () => {
  const messagesOf = (request: object) => {
    const parsed = retentionRequestSchema.safeParse(request);
    return fieldErrorsOf(parsed.error ?? expect.fail('taken'), request).map(
      ({ pointer, message }) => `${pointer}: ${message}`,
    );
  };
  const expected = 'Must be an integer from 1 to 36500';
  for (const wrong of [0, 36_501, 1.5, '30', true]) {
    expect(messagesOf({ content_days: wrong, record_days: null })).toEqual([`/content_days: ${expected}`]);
    expect(messagesOf({ content_days: 1, record_days: wrong })).toEqual([
      `/record_days: ${expected}, or null`,
    ]);
  }
  expect(messagesOf({ content_days: 30 })).toEqual(['/record_days: This field is required']);
  expect(messagesOf({ content_days: 30, record_days: 10 })).toEqual([
    '/record_days: Must be null, or greater than or equal to content_days',
  ]);
});
