import { expect, test } from 'vitest';
import { idempotencyKeyPattern } from './headers.ts';
import { type HttpOperation, mediaTypesOf } from './operation.ts';
import { type OperationId, operations } from './operations.ts';

const all = Object.entries(operations) as [OperationId, HttpOperation][];

test('[CON-11-01] every operation is in the table once, under its id, with its scope', () => {
  for (const [id, operation] of all) expect(operation.operationId).toBe(id);
  expect(new Set(all.map(([, { method, path }]) => `${method} ${path}`)).size).toBe(all.length);
  const scopes = Object.fromEntries(all.map(([, { method, path, scope }]) => [`${method} ${path}`, scope]));
  expect(scopes).toEqual({
    'POST /v1/query': 'query:write',
    'POST /v1/log/reasons/erase': 'audit:erase',
    'POST /v1/messages/{message_id}/notification': 'query:write',
    'GET /v1/threads/{thread_id}/conversation': 'messages:read',
    'GET /v1/visitor-options': 'query:write',
    'POST /v1/messages/{message_id}/handover': 'query:write',
    'GET /v1/messages/{message_id}/handover': 'messages:read',
    'POST /v1/messages/{message_id}/handover/replies': 'review:decide',
    'POST /v1/messages/{message_id}/handover/close': 'review:decide',
    'GET /v1/handovers': 'review:decide',
    'GET /v1/handover-settings': 'keys:manage',
    'PUT /v1/handover-settings': 'keys:manage',
    'GET /v1/messages/{message_id}/audit': 'audit:read',
    'GET /v1/audit/records': 'audit:read',
    'GET /v1/messages/{message_id}': 'messages:read',
    'GET /v1/messages': 'messages:read',
    'GET /v1/messages/{message_id}/events': 'messages:read',
    'POST /v1/messages/{message_id}/cancel': 'query:write',
    'POST /v1/chat/completions': 'query:write',
    'GET /v1/models': 'query:write',
    'POST /mcp': 'query:write',
    'GET /.well-known/oauth-protected-resource/mcp': null,
    'GET /v1/models/{model}': 'query:write',
    'GET /v1/content-packs': 'content:manage',
    'POST /v1/content-packs': 'content:manage',
    'GET /v1/content-packs/{pack_id}': 'content:manage',
    'PATCH /v1/content-packs/{pack_id}': 'content:manage',
    'DELETE /v1/content-packs/{pack_id}': 'content:manage',
    'GET /v1/content-packs/{pack_id}/documents': 'content:manage',
    'POST /v1/content-packs/{pack_id}/changes/discard': 'content:manage',
    'POST /v1/content-packs/{pack_id}/items/change': 'content:manage',
    'POST /v1/content-packs/{pack_id}/items/remove': 'content:manage',
    'GET /v1/content-packs/{pack_id}/items/labels': 'content:manage',
    'GET /v1/content-items': 'content:manage',
    'POST /v1/content-packs/{pack_id}/ask': 'content:manage',
    'POST /v1/content-packs/{pack_id}/documents': 'content:manage',
    'GET /v1/content-packs/{pack_id}/documents/{document_id}': 'content:manage',
    'PATCH /v1/content-packs/{pack_id}/documents/{document_id}': 'content:manage',
    'DELETE /v1/content-packs/{pack_id}/documents/{document_id}': 'content:manage',
    'GET /v1/content-packs/{pack_id}/qna': 'content:manage',
    'POST /v1/content-packs/{pack_id}/qna': 'content:manage',
    'POST /v1/content-packs/{pack_id}/qna/import': 'content:manage',
    'POST /v1/content-packs/{pack_id}/qna/preview': 'content:manage',
    'GET /v1/content-packs/{pack_id}/qna/{qna_id}': 'content:manage',
    'PUT /v1/content-packs/{pack_id}/qna/{qna_id}': 'content:manage',
    'DELETE /v1/content-packs/{pack_id}/qna/{qna_id}': 'content:manage',
    'GET /v1/content-packs/{pack_id}/sources': 'content:manage',
    'POST /v1/content-packs/{pack_id}/sources': 'content:manage',
    'GET /v1/content-packs/{pack_id}/sources/{source_id}': 'content:manage',
    'PATCH /v1/content-packs/{pack_id}/sources/{source_id}': 'content:manage',
    'DELETE /v1/content-packs/{pack_id}/sources/{source_id}': 'content:manage',
    'POST /v1/content-packs/{pack_id}/sources/{source_id}/sync': 'content:manage',
    'GET /v1/content-packs/{pack_id}/versions': 'content:manage',
    'POST /v1/content-packs/{pack_id}/publish': 'content:manage',
    'POST /v1/content-packs/{pack_id}/rollback': 'content:manage',
    'POST /v1/content-packs/{pack_id}/unpublish': 'content:manage',
    'GET /v1/content-packs/{pack_id}/report': 'content:manage',
    'POST /v1/content-packs/search': 'content:manage',
    'GET /v1/content-packs/{pack_id}/changes': 'content:manage',
    'GET /v1/content-packs/{pack_id}/changes/{item_id}': 'content:manage',
    'GET /v1/content-packs/{pack_id}/jobs': 'content:manage',
    'GET /v1/content-packs/{pack_id}/jobs/{job_id}': 'content:manage',
    'POST /v1/content-packs/{pack_id}/jobs/{job_id}/cancel': 'content:manage',
    'GET /v1/content-packs/{pack_id}/golden-questions': 'content:manage',
    'POST /v1/content-packs/{pack_id}/golden-questions': 'content:manage',
    'GET /v1/content-packs/{pack_id}/golden-set': 'content:manage',
    'POST /v1/content-packs/{pack_id}/golden-suggestions': 'content:manage',
    'GET /v1/content-packs/{pack_id}/golden-questions/{golden_id}': 'content:manage',
    'PUT /v1/content-packs/{pack_id}/golden-questions/{golden_id}': 'content:manage',
    'DELETE /v1/content-packs/{pack_id}/golden-questions/{golden_id}': 'content:manage',
    'POST /v1/content-packs/{pack_id}/golden-questions/{golden_id}/accept': 'content:manage',
    'GET /v1/content-packs/{pack_id}/gate': 'content:manage',
    'PUT /v1/content-packs/{pack_id}/gate': 'content:manage',
    'DELETE /v1/content-packs/{pack_id}/gate': 'content:manage',
    'POST /v1/content-packs/{pack_id}/evaluations': 'content:manage',
    'GET /v1/content-packs/{pack_id}/evaluations': 'content:manage',
    'GET /v1/content-packs/{pack_id}/evaluations/{evaluation_id}': 'content:manage',
    'POST /v1/content-packs/{pack_id}/evaluations/{evaluation_id}/cancel': 'content:manage',
    'GET /v1/content-packs/{pack_id}/evaluations/{evaluation_id}/comparison': 'content:manage',
    'GET /v1/security-streams': 'tenants:manage',
    'GET /v1/outages': 'tenants:manage',
    'GET /v1/language-models': 'tenants:manage',
    'PUT /v1/language-models': 'tenants:manage',
    'POST /v1/language-models/check': 'tenants:manage',
    'GET /v1/guardrails': 'guardrails:manage',
    'PUT /v1/guardrails': 'guardrails:manage',
    'DELETE /v1/guardrails': 'guardrails:manage',
    'GET /v1/guardrails/versions': 'guardrails:manage',
    'POST /v1/guardrails/test': 'guardrails:manage',
    'GET /v1/insights/unanswered': 'content:manage',
    'POST /v1/insights/unanswered/{group_id}/draft': 'content:manage',
    'POST /v1/insights/unanswered/{group_id}/dismiss': 'content:manage',
    'POST /v1/insights/unanswered/{group_id}/reopen': 'content:manage',
    'POST /v1/insights/unanswered/tasks': 'content:manage',
    'GET /v1/insights/activity': 'content:manage',
    'GET /v1/insights/confidence': 'content:manage',
    'GET /v1/insights/cost': 'content:manage',
    'GET /v1/insights/latency': 'content:manage',
    'GET /v1/insights/guardrails': 'content:manage',
    'POST /v1/messages/{message_id}/feedback': 'query:write',
    'GET /v1/messages/{message_id}/feedback': 'messages:read',
    'GET /v1/feedback': 'content:manage',
    'POST /v1/feedback/{feedback_id}/accept': 'content:manage',
    'POST /v1/feedback/{feedback_id}/dismiss': 'content:manage',
    'GET /v1/calibration': 'guardrails:manage',
    'POST /v1/calibration/refit': 'guardrails:manage',
    'POST /v1/calibration/accept': 'guardrails:manage',
    'POST /v1/calibration/dismiss': 'guardrails:manage',
    'POST /v1/calibration/revert': 'guardrails:manage',
    'POST /v1/guardrails/thresholds/accept': 'guardrails:manage',
    'DELETE /v1/calibration': 'guardrails:manage',
    'GET /v1/confidence': 'guardrails:manage',
    'POST /v1/confidence/draw': 'guardrails:manage',
    'GET /v1/confidence/checks': 'review:decide',
    'POST /v1/confidence/checks/{message_id}': 'review:decide',
    'POST /v1/confidence/guarantee': 'guardrails:manage',
    'DELETE /v1/confidence/guarantee': 'guardrails:manage',
    'GET /v1/review': 'review:decide',
    'GET /v1/review/{message_id}': 'review:decide',
    'POST /v1/review/{message_id}': 'review:decide',
    'PUT /v1/review/{message_id}/assignment': 'review:decide',
    'GET /v1/review/{message_id}/notes': 'review:decide',
    'POST /v1/review/{message_id}/notes': 'review:decide',
    'GET /v1/review/{message_id}/sources': 'review:decide',
    'GET /v1/review-decisions': 'review:decide',
    'GET /v1/review-figures': 'review:decide',
    'GET /v1/reviewers': 'review:decide',
    'GET /v1/review-notices': 'review:decide',
    'PUT /v1/review-notices': 'review:decide',
    'GET /v1/messages/{message_id}/audit/proof': 'audit:read',
    'GET /v1/messages/{message_id}/receipt': 'messages:read',
    'POST /v1/messages/{message_id}/erase': 'audit:erase',
    'POST /v1/end-users/{end_user_id}/erase': 'audit:erase',
    'GET /v1/threads/{thread_id}': 'messages:read',
    'GET /v1/threads/{thread_id}/messages': 'messages:read',
    'DELETE /v1/threads/{thread_id}': 'audit:erase',
    'POST /v1/holds': 'audit:erase',
    'GET /v1/holds': 'audit:read',
    'GET /v1/holds/{hold_id}': 'audit:read',
    'POST /v1/holds/{hold_id}/lift': 'audit:erase',
    'GET /v1/retention': 'audit:read',
    'GET /v1/audit/moments': 'log:read',
    'POST /v1/audit/samples': 'audit:sample',
    'GET /v1/audit/samples': 'audit:sample',
    'GET /v1/audit/samples/{sample_id}': 'audit:sample',
    'PUT /v1/audit/samples/{sample_id}/items/{message_id}': 'audit:sample',
    'POST /v1/audit/samples/{sample_id}/sign-off': 'audit:sample',
    'GET /v1/purposes': 'messages:read',
    'PUT /v1/purposes': 'audit:erase',
    'PUT /v1/retention': 'audit:erase',
    'POST /v1/audit/exports': 'audit:export',
    'POST /v1/audit/evidence': 'audit:export',
    'POST /v1/messages/{message_id}/replay': 'audit:read',
    'GET /v1/audit/exports': 'audit:export',
    'GET /v1/audit/exports/{export_id}': 'audit:export',
    'GET /v1/audit/exports/{export_id}/file': 'audit:export',
    'DELETE /v1/audit/exports/{export_id}': 'audit:export',
    'GET /v1/log/checkpoint': 'log:read',
    'GET /v1/log/key': 'log:read',
    'GET /v1/log/keys': 'log:read',
    'GET /v1/log/tile/{path}': 'log:read',
    'GET /v1/log/consistency': 'log:read',
    'GET /v1/log/events': 'log:read',
    'POST /v1/webhook-endpoints': 'webhooks:manage',
    'GET /v1/webhook-endpoints': 'webhooks:manage',
    'GET /v1/webhook-endpoints/{endpoint_id}': 'webhooks:manage',
    'PATCH /v1/webhook-endpoints/{endpoint_id}': 'webhooks:manage',
    'DELETE /v1/webhook-endpoints/{endpoint_id}': 'webhooks:manage',
    'POST /v1/webhook-endpoints/{endpoint_id}/rotate-secret': 'webhooks:manage',
    'POST /v1/webhook-endpoints/{endpoint_id}/test': 'webhooks:manage',
    'GET /v1/webhook-endpoints/{endpoint_id}/deliveries': 'webhooks:manage',
    'POST /v1/webhook-endpoints/{endpoint_id}/deliveries/{event_id}/redeliver': 'webhooks:manage',
    'POST /v1/webhook-endpoints/{endpoint_id}/redeliver': 'webhooks:manage',
    'GET /v1/sign-in': null,
    'POST /v1/sign-in/password': null,
    'POST /v1/sign-in/passkey/options': null,
    'POST /v1/sign-in/passkey': null,
    'POST /v1/sign-in/link': null,
    'GET /v1/sign-in/provider': null,
    'GET /v1/sign-in/provider/callback': null,
    'GET /v1/me': null,
    'POST /v1/sign-out': null,
    'PUT /v1/me/password': null,
    'GET /v1/me/passkeys': null,
    'POST /v1/me/passkeys/options': null,
    'POST /v1/me/passkeys': null,
    'DELETE /v1/me/passkeys/{passkey_id}': null,
    'GET /v1/me/sessions': null,
    'DELETE /v1/me/sessions': null,
    'DELETE /v1/me/sessions/{session_id}': null,
    'POST /v1/users': 'keys:manage',
    'GET /v1/users': 'keys:manage',
    'GET /v1/users/{user_id}': 'keys:manage',
    'PATCH /v1/users/{user_id}': 'keys:manage',
    'DELETE /v1/users/{user_id}': 'keys:manage',
    'POST /v1/users/{user_id}/link': 'keys:manage',
    'GET /v1/users/{user_id}/sessions': 'keys:manage',
    'DELETE /v1/users/{user_id}/sessions': 'keys:manage',
    'DELETE /v1/users/{user_id}/sessions/{session_id}': 'keys:manage',
    'POST /v1/api-keys': 'keys:manage',
    'GET /v1/api-keys': 'keys:manage',
    'GET /v1/api-keys/{key_id}': 'keys:manage',
    'PATCH /v1/api-keys/{key_id}': 'keys:manage',
    'POST /v1/api-keys/{key_id}/rotate': 'keys:manage',
    'DELETE /v1/api-keys/{key_id}': 'keys:manage',
    'POST /v1/widgets': 'keys:manage',
    'GET /v1/widgets': 'keys:manage',
    'GET /v1/widgets/{widget_id}': 'keys:manage',
    'PATCH /v1/widgets/{widget_id}': 'keys:manage',
    'POST /v1/widgets/{widget_id}/renew-key': 'keys:manage',
    'DELETE /v1/widgets/{widget_id}': 'keys:manage',
    'GET /v1/widget-settings': 'query:write',
    'POST /v1/tenants': 'tenants:manage',
    'GET /v1/tenants': 'tenants:manage',
    'GET /v1/tenants/{tenant_id}': 'tenants:manage',
    'PATCH /v1/tenants/{tenant_id}': 'tenants:manage',
    'GET /healthz': null,
    'GET /readyz': null,
    'GET /metrics': null,
    'GET /openapi.json': null,
    'GET /openapi.yaml': null,
    'GET /docs': null,
    'GET /guide': null,
    'GET /guide/{path}': null,
    'GET /': null,
    'GET /favicon.ico': null,
    'GET /widget.js': null,
    'GET /verify': null,
    'GET /console': null,
    'GET /console/{path}': null,
    'GET /problems/{code}': null,
  });
});

test('[INT-VE-01] what needs a key or a session is under /v1, limited, and says how these can fail', () => {
  for (const [id, operation] of all) {
    const needsScope = operation.scope !== null;
    const needsCaller = needsScope || operation.session === true;
    const isSignIn = operation.path.startsWith('/v1/sign-in');
    // Where the protocol's clients look for it.
    if (id !== 'callMcp') expect(operation.path.startsWith('/v1/'), id).toBe(needsCaller || isSignIn);
    expect(operation.limit !== null, id).toBe(needsCaller);
    for (const code of ['unauthenticated', 'session_ended', 'csrf_failed'] as const)
      expect(operation.problems.includes(code), id).toBe(needsCaller);
    expect(operation.problems.includes('insufficient_scope'), id).toBe(needsScope);
    expect(operation.problems.includes('session_required'), id).toBe(operation.session === true);
    expect(operation.problems.includes('rate_limited'), id).toBe(needsCaller || isSignIn);
  }
});

test('[INT-GA-02] the parameters of a path are those of its schema', () => {
  for (const [, { path, request }] of all) {
    const names = [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name);
    expect(Object.keys(request.params?.shape ?? {})).toEqual(names);
  }
});

test('only a parameter that ends its path takes the rest of it', () => {
  const rest = all.filter(([, { restOfPath }]) => restOfPath === true);
  expect(rest.map(([id]) => id)).toEqual(['getLogTile', 'getGuidePage', 'getConsoleFile']);
  for (const [, { path }] of rest) expect(path).toMatch(/^[^{]*\/\{[a-z_]+\}$/);
});

test('a body goes with the methods that change something, and says how it can be wrong', () => {
  for (const [id, { method, request, problems }] of all) {
    const takesBody = request.body !== undefined || request.upload !== undefined;
    expect(takesBody, id).toBe(method !== 'GET' && method !== 'DELETE');
    for (const code of ['malformed_json', 'unsupported_media_type', 'payload_too_large'] as const) {
      expect(problems.includes(code), id).toBe(takesBody);
    }
  }
});

test('what an operation can answer with is what its responses say', () => {
  expect(mediaTypesOf(operations.executeQuery)).toEqual(['application/json', 'text/event-stream']);
  expect(mediaTypesOf(operations.streamMessageEvents)).toEqual(['text/event-stream']);
  expect(mediaTypesOf(operations.getAudit)).toEqual(['application/json']);
  expect(mediaTypesOf(operations.listUnansweredTasks)).toEqual(['application/json', 'text/markdown']);
  expect(mediaTypesOf(operations.getLogCheckpoint)).toEqual(['text/plain']);
  expect(mediaTypesOf(operations.getLogTile)).toEqual(['application/octet-stream']);
});

test('no operation names a problem twice', () => {
  for (const [, { problems }] of all) expect(new Set(problems).size).toBe(problems.length);
});

test('[CON-6-01] an idempotency key is 1 to 255 visible characters', () => {
  for (const key of ['a', '~!', 'x'.repeat(255)]) expect(idempotencyKeyPattern.test(key)).toBe(true);
  for (const key of ['', 'a b', 'é', 'a\n', 'x'.repeat(256)])
    expect(idempotencyKeyPattern.test(key)).toBe(false);
});
