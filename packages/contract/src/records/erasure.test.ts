import { expect, test } from 'vitest';
import { auditLimits } from './audit-limits.ts';
import { erasedEndUserSchema, erasedMessageSchema } from './erasure.ts';
import { recordResponseExamples } from './record-examples.ts';

const message = erasedMessageSchema.parse(recordResponseExamples['eraseMessage']?.[200]);
const endUser = erasedEndUserSchema.parse(recordResponseExamples['eraseEndUser']?.[200]);

test('an erasure has a time and a position in the log', () => {
  const accepts = (change: object) => erasedMessageSchema.safeParse({ ...message, ...change }).success;
  expect(accepts({ curated_pairs: [] })).toBe(true);
  for (const wrong of [
    { content_state: 'expired' },
    { erased_at: null },
    { log: null },
    { log: { leaf_index: 1 } },
    { curated_pairs: ['msg_01jd8n4w6zfk3v5q7r9s2t4x6y'] },
    { question: '' },
  ])
    expect(accepts(wrong), JSON.stringify(wrong)).toBe(false);
});

test('a call erases a limited number of messages of an end user, and names those that remain', () => {
  const accepts = (change: object) => erasedEndUserSchema.safeParse({ ...endUser, ...change }).success;
  expect(auditLimits.erasedPerCallMax).toBe(500);
  expect(accepts({ erased: 0, under_legal_hold: [], has_more: false })).toBe(true);
  expect(accepts({ erased: 500, has_more: true })).toBe(true);
  for (const wrong of [
    { erased: 501 },
    { erased: -1 },
    { under_legal_hold: 1 },
    { unfinished: ['hld_01jd8p2c4e6g8j0m2p4r6t8w0y'] },
    { has_more: null },
    { end_user_id: 'customer-4711' },
  ])
    expect(accepts(wrong), JSON.stringify(wrong)).toBe(false);
});
