import { expect, test } from 'vitest';
import { messageExample, messagePageExample } from '../api/examples.ts';
import { readinessSchema } from '../api/health.ts';
import { messageListQuerySchema, messagePageSchema, messageSchema } from './message.ts';

test('a page has 20 entries by default and at most 100', () => {
  expect(messageListQuerySchema.parse({})).toEqual({ limit: 20 });
  for (const limit of ['1', '20', '99', '100']) {
    expect(messageListQuerySchema.parse({ limit }).limit).toBe(Number(limit));
  }
  for (const limit of ['0', '101', '-1', '+5', '05', '5.0', '1e1', '', ' 5', 5, ['5', '6']]) {
    expect(messageListQuerySchema.safeParse({ limit }).success).toBe(false);
  }
});

test('the list is filtered by thread, state, band, tripwire and time', () => {
  const filters = {
    thread_id: 'no such thread',
    status: 'delivered',
    band: 'high',
    tripwire_triggered: 'false',
    created_from: '2024-11-21T00:00:00Z',
    created_before: '2024-11-22T00:00:00+01:00',
    cursor: 'opaque',
  };
  expect(messageListQuerySchema.parse(filters)).toEqual({ ...filters, tripwire_triggered: false, limit: 20 });
  const wrong = [
    { status: 'done' },
    { band: 'best' },
    { tripwire_triggered: '1' },
    { tripwire_triggered: true },
    { created_from: 'yesterday' },
    { cursor: '' },
    { sort: 'asc' },
  ];
  for (const query of wrong) expect(messageListQuerySchema.safeParse(query).success).toBe(false);
});

test('a page is data, has_more and next_cursor, which is set exactly if there is more', () => {
  expect(messagePageSchema.safeParse(messagePageExample).success).toBe(true);
  const more = { ...messagePageExample, has_more: true };
  expect(messagePageSchema.safeParse(more).success).toBe(false);
  expect(messagePageSchema.safeParse({ ...more, next_cursor: 'opaque' }).success).toBe(true);
  expect(messagePageSchema.safeParse({ ...messagePageExample, next_cursor: 'opaque' }).success).toBe(false);
});

test('a message explains its score, and does not give what was withheld', () => {
  const accepts = (change: object) => messageSchema.safeParse({ ...messageExample, ...change }).success;
  const explained = messageExample.confidence_explanation;
  expect(accepts({})).toBe(true);
  expect(accepts({ confidence_explanation: null })).toBe(true);
  expect(accepts({ confidence_explanation: undefined })).toBe(false);
  expect(accepts({ confidence_explanation: { ...explained, withheld: true } })).toBe(false);
  // What must hold of a response must hold of it here.
  expect(accepts({ source_type: 'none' })).toBe(false);
});

test('ready means that every check is ok', () => {
  const languages = { embedded: ['en'], others: false };
  const isValid = (status: string, check: string) =>
    readinessSchema.safeParse({
      status,
      checks: { records: 'ok', search: check },
      languages,
      backup: 'ok',
      vector_indexes: 'ok',
    }).success;
  expect(isValid('ready', 'ok')).toBe(true);
  expect(isValid('not_ready', 'failing')).toBe(true);
  expect(isValid('ready', 'failing')).toBe(false);
  expect(isValid('not_ready', 'ok')).toBe(false);
});
