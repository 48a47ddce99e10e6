import { expect, test } from 'vitest';
import { auditLimits } from './audit-limits.ts';
import { erasedEndUserSchema, erasedMessageSchema } from './erasure.ts';
import { recordResponseExamples } from './record-examples.ts';

const message = erasedMessageSchema.parse(recordResponseExamples['eraseMessage']?.[200]);
const endUser = erasedEndUserSchema.parse(recordResponseExamples['eraseEndUser']?.[200]);

test('what is erased says when, and where the log says so', () => {
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

test('a call erases so many messages of a person, and names those that stay', () => {
  const accepts = (change: object) => erasedEndUserSchema.safeParse({ ...endUser, ...change }).success;
  expect(auditLimits.erasedPerCallMax).toBe(500);
  expect(accepts({ erased: 0, held: [], has_more: false })).toBe(true);
  expect(accepts({ erased: 500, has_more: true })).toBe(true);
  for (const wrong of [
    { erased: 501 },
    { erased: -1 },
    { held: 1 },
    { not_ended: ['hld_01jd8p2c4e6g8j0m2p4r6t8w0y'] },
    { has_more: null },
    { end_user_id: 'customer-4711' },
  ])
    expect(accepts(wrong), JSON.stringify(wrong)).toBe(false);
});
