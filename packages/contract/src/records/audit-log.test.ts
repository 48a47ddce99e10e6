import fc from 'fast-check';
import { expect, test } from 'vitest';
import { logEventKinds } from '../values/log-event-kinds.ts';
import { auditLimits } from './audit-limits.ts';
import {
  consistencyQuerySchema,
  consistencySchema,
  logEventListQuerySchema,
  logEventPageSchema,
} from './audit-log.ts';
import { logResponseExamples } from './log-examples.ts';

const hash = 'a'.repeat(64);

test('sizes are parsed strictly, and from must not exceed to', () => {
  const size = fc.nat({ max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(size, size, (from, to) => {
      const parsed = consistencyQuerySchema.safeParse({ from: String(from), to: String(to) });
      expect(parsed.success).toBe(from <= to);
      if (parsed.success) expect(parsed.data).toEqual({ from, to });
    }),
  );
  expect(consistencyQuerySchema.parse({ from: '0' })).toEqual({ from: 0 });
  for (const from of ['', '+1', '01', '1.0', '1e3', '-1', ' 1', '9007199254740992', 5, undefined])
    expect(consistencyQuerySchema.safeParse({ from }).success, String(from)).toBe(false);
  expect(consistencyQuerySchema.safeParse({ from: '1', until: '2' }).success).toBe(false);
});

test('a consistency proof is between two trees, the smaller first', () => {
  const accepts = (sizes: readonly [number, number], proof: unknown = []) =>
    consistencySchema.safeParse({
      from: { size: sizes[0], root: hash },
      to: { size: sizes[1], root: hash },
      proof,
    }).success;
  expect(accepts([0, 0])).toBe(true);
  expect(accepts([3, 7], [hash])).toBe(true);
  expect(accepts([7, 3])).toBe(false);
  expect(accepts([-1, 3])).toBe(false);
  expect(accepts([3, 7], ['short'])).toBe(false);
  expect(accepts([3, 7], new Array(auditLimits.proofHashesMax + 1).fill(hash))).toBe(false);
});

test('events are listed in pages, by known kind and by subject', () => {
  for (const kind of logEventKinds)
    expect(logEventListQuerySchema.parse({ kind })).toEqual({ kind, limit: 20 });
  expect(
    logEventListQuerySchema.safeParse({ subject: 'x'.repeat(auditLimits.subjectLengthMax) }).success,
  ).toBe(true);
  for (const query of [
    { kind: 'record' },
    { subject: '' },
    { subject: 'x'.repeat(auditLimits.subjectLengthMax + 1) },
    { limit: '101' },
    { actor: '' },
    { changes: 'yes' },
    { occurred_from: 'yesterday' },
  ])
    expect(logEventListQuerySchema.safeParse(query).success, JSON.stringify(query)).toBe(false);
});

test('the actor of an event is a key, the operator or nobody', () => {
  const page = logEventPageSchema.parse(logResponseExamples['listLogEvents']?.[200]);
  const [event] = page.data;
  const accepts = (change: object) =>
    logEventPageSchema.safeParse({ ...page, data: [{ ...event, ...change }] }).success;
  for (const actor of ['key_01jd7b0s2t4v6w8x0y1z3a5b7c', 'operator', ''])
    expect(accepts({ actor })).toBe(true);
  for (const actor of ['somebody', 'msg_01jd7b0s2t4v6w8x0y1z3a5b7c', null])
    expect(accepts({ actor })).toBe(false);
  expect(accepts({ subject: '', details: { leaves: '0-499,502' }, kind: 'expiry' })).toBe(true);
  for (const wrong of [
    { kind: 'whatever' },
    { state: '' },
    { at: '2024-11-21' },
    { details: { records: 1 } },
    { details: null },
    { salt: hash },
  ])
    expect(accepts(wrong), JSON.stringify(wrong)).toBe(false);
});
