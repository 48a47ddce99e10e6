import { expect, test } from 'vitest';
import { acceptedResponseExample, auditRecordExample } from '../api/examples.ts';
import { type AuditRecord, auditRecordSchema } from './audit-record.ts';

function accepts(change: Record<string, unknown>): boolean {
  return auditRecordSchema.safeParse({ ...auditRecordExample, ...change }).success;
}

test.each([
  ['[INT-AR-01]', 'id'],
  ['[INT-AR-02]', 'tenant_id'],
  ['[INT-AR-03]', 'thread_id'],
  ['[INT-AR-04]', 'question'],
  ['[INT-AR-05]', 'answer'],
  ['[INT-AR-06]', 'confidence_score'],
  ['[INT-AR-07]', 'tripwire_triggered'],
  ['[INT-AR-08]', 'channel_type'],
  ['[INT-AR-09]', 'created_at'],
])('[CON-4-01] %s: %s is always there and never null', (_, name) => {
  expect(accepts({})).toBe(true);
  const { [name as keyof AuditRecord]: _left, ...rest } = auditRecordExample;
  expect(auditRecordSchema.safeParse(rest).success).toBe(false);
  expect(accepts({ [name]: null })).toBe(false);
  expect(accepts({ [name]: [] })).toBe(false);
});

test('[CON-4-05] [CON-4-07] the added fields are always present', () => {
  const added = [
    'refined_question',
    'message_id',
    'request_id',
    'status',
    'source_type',
    'content_state',
    'end_user_id',
    'metadata',
    'response',
    'pack_versions',
    'policy_version',
    'rules_in_force',
    'confidence_model',
    'review',
    'cost',
    'failed_tiers',
    'searches',
    'answer_changes',
    'other_answer',
    'log',
  ];
  for (const name of added) {
    const { [name as keyof AuditRecord]: _left, ...rest } = auditRecordExample;
    expect(auditRecordSchema.safeParse(rest).success).toBe(false);
  }
  expect(accepts({ end_user_id: null })).toBe(true);
});

test('the record and the response in it agree', () => {
  expect(accepts({ confidence_score: 0.5 })).toBe(false);
  expect(accepts({ answer: 'Something else.' })).toBe(false);
  expect(accepts({ source_type: 'qna' })).toBe(false);
  expect(accepts({ status: 'blocked' })).toBe(false);
  expect(accepts({ message_id: 'msg_01jd8n4w6zfk3v5q7r9s2t4x6z' })).toBe(false);
});

test('[CON-4-08] the cost has a currency, an amount and tokens', () => {
  const { cost } = auditRecordExample;
  for (const wrong of [{ currency: 'usd' }, { amount: -1 }, { input_tokens: 1.5 }, { output_tokens: null }]) {
    expect(accepts({ cost: { ...cost, ...wrong } })).toBe(false);
  }
});

test('the log position is null exactly until the message is finished', () => {
  const unfinished = {
    status: 'queued',
    source_type: 'none',
    answer: '',
    confidence_score: 0,
    response: acceptedResponseExample,
  };
  expect(accepts({ ...unfinished, log: null })).toBe(true);
  expect(accepts(unfinished)).toBe(false);
  expect(accepts({ log: null })).toBe(false);
  expect(accepts({ log: { leaf_index: 0, leaf_hash: 'abc' } })).toBe(false);
});

test('erased and expired content is empty', () => {
  for (const state of ['erased', 'expired']) {
    const gone = { content_state: state, question: '', answer: '', response: null };
    expect(accepts(gone)).toBe(true);
    expect(accepts({ ...gone, question: 'Why?' })).toBe(false);
    expect(accepts({ ...gone, refined_question: 'Why is it so?' })).toBe(false);
    expect(accepts({ content_state: state })).toBe(false);
  }
  expect(accepts({ content_state: 'redacted', question: 'Who is [name]?' })).toBe(true);
});

test('the record has the question as asked and, if it was refined, as looked up', () => {
  expect(accepts({ refined_question: null })).toBe(true);
  expect(accepts({ refined_question: 'How many vacation days do contractors get?' })).toBe(true);
  expect(accepts({ refined_question: '' })).toBe(false);
});
