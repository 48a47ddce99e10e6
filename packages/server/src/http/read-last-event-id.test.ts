import { AppError } from '@avow/foundation';
import fc from 'fast-check';
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { readLastEventId } from './read-last-event-id.ts';

function read(header: string | undefined, query: Record<string, string> = {}): number | string {
  const headers = header === undefined ? {} : { 'last-event-id': header };
  try {
    return readLastEventId({ headers, query } as unknown as FastifyRequest);
  } catch (error) {
    return error instanceof AppError ? error.code : 'another error';
  }
}

it('uses the header, otherwise the parameter, otherwise starts at the first event', () => {
  expect(read(undefined)).toBe(0);
  expect(read('0')).toBe(0);
  expect(read('17')).toBe(17);
  expect(read(undefined, { after: '5' })).toBe(5);
  expect(read('17', { after: '5' })).toBe(17);
  expect(read('999999999999999')).toBe(999_999_999_999_999);
});

it('refuses ids that the service does not issue', () => {
  for (const text of ['', ' ', '-1', '+1', '01', '1.0', '1e3', '0x1', '1, 2', 'msg_1', '١', '1'.repeat(16)]) {
    expect(read(text), text).toBe('invalid_header');
    expect(read(undefined, { after: text }), text).toBe('validation_failed');
  }
  expect(read('1', { before: '2' })).toBe('validation_failed');
  fc.assert(
    fc.property(fc.string(), (text) => {
      const number = read(text);
      return number === 'invalid_header' || (Number.isSafeInteger(number) && String(number) === text);
    }),
  );
});
