import { expect, test } from 'vitest';
import { problemCodes, problems } from '../values/problems.ts';
import { problemExample } from './examples.ts';
import { problemDocumentSchema } from './problem.ts';

const baseUrl = 'https://answers.example';

test('[CON-5-05] the codes and their statuses are those decided, and no others', () => {
  const byStatus = Object.groupBy(problemCodes, (code) => problems[code].status);
  expect(byStatus).toEqual({
    400: [
      'malformed_json',
      'malformed_body',
      'invalid_utf8',
      'duplicate_key',
      'invalid_header',
      'invalid_cursor',
    ],
    401: ['unauthenticated', 'key_expired', 'key_revoked', 'session_ended', 'sign_in_failed'],
    403: [
      'insufficient_scope',
      'purpose_required',
      'session_required',
      'recent_sign_in_required',
      'csrf_failed',
      'origin_not_allowed',
      'tenant_suspended',
    ],
    404: ['not_found'],
    405: ['method_not_allowed'],
    406: ['not_acceptable'],
    408: ['request_timeout'],
    409: ['idempotency_in_progress', 'legal_hold', 'invalid_state', 'pack_conflict'],
    410: ['record_expired', 'version_retired'],
    412: ['precondition_failed'],
    413: ['payload_too_large'],
    414: ['uri_too_long'],
    415: ['unsupported_media_type'],
    416: ['range_not_satisfiable'],
    422: ['validation_failed', 'idempotency_key_reused'],
    429: ['rate_limited', 'quota_exceeded', 'concurrency_limited'],
    431: ['headers_too_large'],
    500: ['internal'],
    502: ['provider_error'],
    503: ['overloaded', 'shutting_down', 'audit_unavailable'],
    504: ['deadline_exceeded'],
  });
});

test('every problem says in sentences what it means and what to do', () => {
  const titles = new Set(problemCodes.map((code) => problems[code].title));
  expect(titles.size).toBe(problemCodes.length);
  for (const code of problemCodes) {
    expect(problems[code].meaning).toMatch(/^[A-Z].*\.$/);
    expect(problems[code].remedy).toMatch(/^[A-Z].*\.$/);
    // Waiting can only help if the service, not the request, is at fault or busy.
    if (problems[code].status >= 500 || problems[code].status === 429)
      expect(problems[code].retryable).toBe(true);
  }
});

test('a problem document matches its code', () => {
  for (const code of problemCodes) {
    const document = problemExample(code, baseUrl);
    expect(problemDocumentSchema.safeParse(document).success).toBe(true);
    for (const change of [
      { status: 418 },
      { title: 'Something' },
      { retryable: !document.retryable },
      { type: `${baseUrl}/problems/other` },
      { code: 'other' },
      { request_id: 'none' },
      { stack: 'at main' },
    ]) {
      expect(problemDocumentSchema.safeParse({ ...document, ...change }).success).toBe(false);
    }
  }
});

test('[CON-5-03] errors and message_id are validated if they are given', () => {
  const document = problemExample('validation_failed', baseUrl);
  expect(problemDocumentSchema.safeParse({ ...document, errors: [{ pointer: '/prompt' }] }).success).toBe(
    false,
  );
  expect(problemDocumentSchema.safeParse({ ...document, message_id: null }).success).toBe(false);
  const failed = {
    ...problemExample('deadline_exceeded', baseUrl),
    message_id: 'msg_01jd8n4w6zfk3v5q7r9s2t4x6y',
  };
  expect(problemDocumentSchema.safeParse(failed).success).toBe(true);
});

test('the internal problem has no detail', () => {
  const { detail } = problemExample('internal', baseUrl);
  expect(detail).toBeUndefined();
  const chatty = { ...problemExample('internal', baseUrl), detail: 'disk full' };
  expect(problemDocumentSchema.safeParse(chatty).success).toBe(false);
});

test('the position of a record in the log is given completely or not at all', () => {
  const gone = problemExample('record_expired', baseUrl);
  expect(gone).toMatchObject({ leaf_index: expect.any(Number), leaf_hash: expect.any(String) });
  const { leaf_index: index, leaf_hash: hash, ...bare } = gone;
  expect(problemDocumentSchema.safeParse(bare).success).toBe(true);
  expect(problemDocumentSchema.safeParse({ ...bare, leaf_index: index }).success).toBe(false);
  expect(problemDocumentSchema.safeParse({ ...bare, leaf_hash: hash }).success).toBe(false);
  expect(problemDocumentSchema.safeParse({ ...gone, leaf_index: null, leaf_hash: null }).success).toBe(false);
});
