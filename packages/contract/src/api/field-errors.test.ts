import { expect, test } from 'vitest';
import { queryRequestSchema } from '../query/query-request.ts';
import { fieldErrorsOf } from './field-errors.ts';

function errorsOf(input: unknown) {
  const { error } = queryRequestSchema.safeParse(input);
  return error === undefined ? [] : fieldErrorsOf(error, input);
}

test('[CON-5-03] each error points at its field and names its kind', () => {
  const pairs = errorsOf({
    thread_id: 5,
    language: 'x',
    model_tier: 9,
    groups: ['staff', ''],
    metadata: { 'a/b~c': 1 },
    colour: 'red',
  }).map(({ pointer, code }) => [pointer, code]);
  expect(new Map(pairs as [string, string][])).toEqual(
    new Map([
      ['/prompt', 'required'],
      ['/thread_id', 'wrong_type'],
      ['/language', 'invalid_value'],
      ['/model_tier', 'too_big'],
      ['/groups/1', 'too_small'],
      ['/metadata/a~1b~0c', 'wrong_type'],
      ['/colour', 'unknown_field'],
    ]),
  );
});

test('the whole body is pointed at by the empty pointer', () => {
  expect(errorsOf([])).toMatchObject([{ pointer: '', code: 'wrong_type' }]);
  expect(errorsOf({ prompt: null })).toMatchObject([{ pointer: '/prompt', code: 'wrong_type' }]);
});

test('no value is repeated, and names and counts are bounded', () => {
  const secret = 'hunter2';
  const many = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`${index}${'😀'.repeat(5000)}`, secret]),
  );
  const errors = errorsOf({
    prompt: [secret],
    language: secret,
    channel_type: `${secret}!`,
    answer_format: secret,
    ...many,
  });
  expect(errors).toHaveLength(20);
  const text = JSON.stringify(errors);
  expect(text).not.toContain(secret);
  expect(text.length).toBeLessThan(8_000);
  expect(text.isWellFormed()).toBe(true);
});
