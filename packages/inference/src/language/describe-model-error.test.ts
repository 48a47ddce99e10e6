import { APICallError } from 'ai';
import { describe, expect, it } from 'vitest';
import { ModelFault } from '../model-fault.ts';
import { describeModelError } from './describe-model-error.ts';

const secret = 'Marmalade';

const callError = (statusCode: number | undefined, data: unknown = {}, cause?: unknown) =>
  new APICallError({
    message: secret,
    url: 'http://127.0.0.1',
    requestBodyValues: { prompt: secret },
    ...(statusCode === undefined ? {} : { statusCode }),
    data,
    cause,
    responseBody: secret,
  });

const describeError = (error: unknown) => {
  const failure = describeModelError(error, 0);
  expect(JSON.stringify(failure) + failure.fault.message).not.toContain(secret);
  return { code: failure.fault.code, ...failure };
};

describe('an answer with a status', () => {
  it.each([
    [
      400,
      { error: { code: 'context_length_exceeded' } },
      { code: 'too_long', isFormatRejected: false, blame: 'none' },
    ],
    [
      400,
      { error: { message: `${secret}: prompt is too long` } },
      { code: 'too_long', isFormatRejected: false },
    ],
    [400, { error: { message: 'Your credit balance is too low' } }, { code: 'spent', isTransient: false }],
    [
      400,
      { error: { type: 'invalid_request_error' } },
      { code: 'refused', isFormatRejected: true, blame: 'none' },
    ],
    [429, { error: { type: 'insufficient_quota' } }, { code: 'spent', isTransient: false, blame: 'failed' }],
    [429, { error: { type: 'requests' } }, { code: 'busy', isTransient: true, blame: 'overloaded' }],
    [408, {}, { code: 'timeout', isTransient: true }],
    [409, {}, { code: 'refused', isTransient: false, blame: 'none' }],
    [424, {}, { code: 'failed', isTransient: true }],
    [502, {}, { code: 'failed', isTransient: true, blame: 'failed' }],
    [200, {}, { code: 'not_understood', isTransient: false, blame: 'failed' }],
  ])('%i with %j', (status, data, expected) => {
    expect(describeError(callError(status, data))).toMatchObject(expected);
  });
});

describe('no answer', () => {
  it.each([
    ['no connection', callError(undefined)],
    ['a connection that broke', new TypeError('terminated')],
    ['a reset', Object.assign(new Error(secret), { code: 'ECONNRESET' })],
    ['undici', new Error(secret, { cause: Object.assign(new Error(secret), { code: 'UND_ERR_SOCKET' }) })],
  ])('is recognised from %s', (_, error) => {
    expect(describeError(error)).toMatchObject({ code: 'unreachable', isTransient: true, blame: 'failed' });
  });
});

describe('an error in a stream', () => {
  it.each([
    [
      { type: 'overloaded_error', message: secret },
      { code: 'busy', blame: 'failed', isTransient: true },
    ],
    [
      { type: 'rate_limit_error', message: secret },
      { code: 'busy', blame: 'overloaded', isTransient: true },
    ],
    [
      { code: 'insufficient_quota', message: secret },
      { code: 'spent', isTransient: false },
    ],
    [secret, { code: 'failed', isTransient: true }],
    [null, { code: 'failed', isTransient: true }],
    [new SyntaxError(secret), { code: 'not_understood', isTransient: false }],
  ])('%j', (error, expected) => {
    expect(describeError(error)).toMatchObject(expected);
  });
});

it('finds our own fault within what the library made of it', () => {
  const fault = new ModelFault('too_large', 'too much');
  expect(describeError(callError(200, {}, fault)).fault).toBe(fault);
});
