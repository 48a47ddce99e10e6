import { expect, test } from 'vitest';
import { fieldErrorsOf } from '../api/field-errors.ts';
import { holdScopes } from '../values/enumerations.ts';
import { auditLimits } from './audit-limits.ts';
import { holdListQuerySchema, holdRequestSchema, holdSchema } from './hold.ts';
import { recordResponseExamples } from './record-examples.ts';

const reason = 'Complaint 2024-117.';
const named = {
  message_id: 'msg_01jd8n4w6zfk3v5q7r9s2t4x6y',
  thread_id: 'thr_01jd8n4w6zc8mmt0kp9x1r5b7e',
  end_user_id: 'customer-4711',
} as const;
type Name = keyof typeof named;
const names = Object.keys(named) as Name[];

const accepts = (request: unknown) => holdRequestSchema.safeParse(request).success;

test('[CON-14-01] a hold has one of four scopes, and names exactly what its scope requires', () => {
  expect(holdScopes).toEqual(['message', 'thread', 'end_user', 'tenant']);
  for (const scope of holdScopes) {
    const own = names.filter((name) => name === `${scope}_id`);
    for (let chosen = 0; chosen < 1 << names.length; chosen++) {
      const given = names.filter((_, index) => (chosen & (1 << index)) !== 0);
      const request = { scope, reason, ...Object.fromEntries(given.map((name) => [name, named[name]])) };
      expect(accepts(request), JSON.stringify(request)).toBe(given.join() === own.join());
    }
  }
  for (const request of [{ reason }, { scope: 'pack', reason }, { scope: null, reason }, [], null])
    expect(accepts(request), JSON.stringify(request)).toBe(false);
});

test('errors of a hold name the field and what is expected', () => {
  const errorsOf = (request: object) => {
    const parsed = holdRequestSchema.safeParse(request);
    return fieldErrorsOf(parsed.error ?? expect.fail('taken'), request).map(
      ({ pointer, code, message }) => `${pointer} ${code}: ${message}`,
    );
  };
  expect(errorsOf({ scope: 'message', reason })).toEqual(['/message_id required: This field is required']);
  expect(errorsOf({ reason })).toEqual(['/scope required: This field is required']);
  expect(errorsOf({ scope: 'tenant', reason, thread_id: 'thr' })).toEqual([
    '/thread_id unknown_field: Unknown field',
  ]);
  expect(errorsOf({ scope: 'pack', reason })).toEqual([
    '/scope invalid_value: Must be one of message, thread, end_user, tenant',
  ]);
  expect(errorsOf([])).toEqual([expect.stringContaining('expected object, received array')]);
});

test('[CON-14-02] a reason has 1 to 500 code points, without the space around it', () => {
  const withReason = (text: unknown) => accepts({ scope: 'tenant', reason: text });
  expect(auditLimits.reasonCodePointsMax).toBe(500);
  expect(withReason('😀'.repeat(500))).toBe(true);
  for (const text of ['😀'.repeat(501), '', '  ', 'a\u0000b', '\ud800', 7, null, undefined])
    expect(withReason(text), JSON.stringify(text)).toBe(false);
  expect(holdRequestSchema.parse({ scope: 'tenant', reason: ' so\r\nbe it ' }).reason).toBe('so\nbe it');
});

test('ids that are named have a length', () => {
  expect(accepts({ scope: 'message', message_id: 'x'.repeat(64), reason })).toBe(true);
  expect(accepts({ scope: 'message', message_id: 'x'.repeat(65), reason })).toBe(false);
  expect(accepts({ scope: 'thread', thread_id: '', reason })).toBe(false);
  expect(accepts({ scope: 'end_user', end_user_id: 'x'.repeat(128), reason })).toBe(true);
  expect(accepts({ scope: 'end_user', end_user_id: 'x'.repeat(129), reason })).toBe(false);
});

test('lists can be filtered by active and lifted holds', () => {
  expect(holdListQuerySchema.parse({})).toEqual({ limit: 20 });
  expect(holdListQuerySchema.parse({ active: 'true' }).active).toBe(true);
  expect(holdListQuerySchema.parse({ active: 'false' }).active).toBe(false);
  for (const query of [{ active: '1' }, { active: '' }, { active: true }, { scope: 'tenant' }])
    expect(holdListQuerySchema.safeParse(query).success, JSON.stringify(query)).toBe(false);
});

const standing = holdSchema.parse(recordResponseExamples['getHold']?.[200]);
const lifted = { lifted_at: '2024-11-22T08:02:17.940Z', lifted_by: 'operator' };
const shows = (change: object) => holdSchema.safeParse({ ...standing, ...change }).success;

test('a hold names its target, and only that', () => {
  const none = { message_id: null, thread_id: null, end_user_id: null };
  for (const scope of holdScopes) {
    const own = names.filter((name) => name === `${scope}_id`);
    const right = { scope, ...none, ...Object.fromEntries(own.map((name) => [name, named[name]])) };
    expect(shows(right), scope).toBe(true);
    for (const name of names) {
      const isOwn = own.includes(name);
      expect(shows({ ...right, [name]: isOwn ? null : named[name] }), `${scope} ${name}`).toBe(false);
    }
  }
});

test('who lifted it and when are given together', () => {
  expect(shows(lifted)).toBe(true);
  expect(shows({ lifted_at: lifted.lifted_at })).toBe(false);
  expect(shows({ lifted_by: lifted.lifted_by })).toBe(false);
  for (const wrong of ['', 'me', null]) expect(shows({ placed_by: wrong })).toBe(false);
});

test('only a hold that was lifted can lose the person it was over', () => {
  const forgotten = { scope: 'end_user', message_id: null, end_user_id: null, reason: '' };
  expect(shows({ ...forgotten, ...lifted })).toBe(true);
  expect(shows({ ...forgotten, reason })).toBe(false);
  expect(shows({ ...forgotten, end_user_id: 'customer-4711' })).toBe(false);
});
