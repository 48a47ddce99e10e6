import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acceptedResponseExample, queryResponseExample } from '../api/examples.ts';
import { messageStatuses, noAnswerCauses } from '../values/enumerations.ts';
import { queryResponseSchema } from './query-response.ts';
import type { Citation, QueryResponse, RelatedPassage } from './query-response-fields.ts';

type Path = readonly (string | number)[];

function withValueAt(path: Path, value: unknown): unknown {
  const copy: unknown = structuredClone(queryResponseExample);
  const parent = path.slice(0, -1).reduce<unknown>((at, step) => Reflect.get(Object(at), step), copy);
  const last = path.at(-1) ?? '';
  if (value === undefined) Reflect.deleteProperty(Object(parent), last);
  else Reflect.set(Object(parent), last, value);
  return copy;
}

function accepts(response: unknown): boolean {
  return queryResponseSchema.safeParse(response).success;
}

const guardrail: Path = ['guardrails', 0];
const citation: Path = ['citations', 0];

/** Every field of the specification, its requirement, and whether it may be null. */
const fields: ReadonlyArray<readonly [id: string, path: Path, nullable: boolean]> = [
  ['[INT-QR-01]', ['request_id'], false],
  ['[INT-QR-02]', ['created_at'], false],
  ['[INT-QR-03]', ['answer'], false],
  ['[INT-QR-04]', ['thread_id'], false],
  ['[INT-QR-05]', ['status'], false],
  ['[INT-QR-06]', ['confidence'], false],
  ['[INT-QR-07]', ['guardrails'], false],
  ['[INT-QR-08]', ['citations'], false],
  ['[INT-QR-09]', ['source_type'], false],
  ['[INT-QR-10]', ['audit_ref'], false],
  ['[INT-QR-11]', ['model_info'], false],
  ['[INT-QR-12]', ['processing'], false],
  ['[INT-QR-13]', ['agent_context'], false],
  ['[INT-CF-01]', ['confidence', 'score'], false],
  ['[INT-CF-02]', ['confidence', 'band'], false],
  ['[INT-CF-03]', ['confidence', 'tool_confidence_score'], false],
  ['[INT-GR-01]', [...guardrail, 'guardrail_id'], false],
  ['[INT-GR-02]', [...guardrail, 'name'], false],
  ['[INT-GR-03]', [...guardrail, 'category'], false],
  ['[INT-GR-04]', [...guardrail, 'compliant'], false],
  ['[INT-GR-05]', [...guardrail, 'reasoning'], false],
  ['[INT-CI-01]', [...citation, 'source'], false],
  ['[INT-CI-02]', [...citation, 'title'], false],
  ['[INT-CI-03]', [...citation, 'document_id'], false],
  ['[INT-CI-04]', [...citation, 'content_pack_id'], false],
  ['[INT-CI-05]', [...citation, 'score'], false],
  ['[INT-MI-01]', ['model_info', 'refinement_model'], false],
  ['[INT-MI-02]', ['model_info', 'summarization_model'], false],
  ['[INT-MI-03]', ['model_info', 'guardrail_model'], false],
  ['[INT-PR-01]', ['processing', 'time_ms'], false],
  ['[INT-PR-02]', ['processing', 'model_tier'], false],
  ['[INT-PR-03]', ['processing', 'degraded_mode'], false],
  ['[INT-PR-04]', ['processing', 'routing_source'], false],
  ['[INT-AC-01]', ['agent_context', 'suggested_next_action'], false],
  ['[INT-AC-02]', ['agent_context', 'answer_format'], false],
  ['[INT-AC-03]', ['agent_context', 'blocked_reason'], false],
  ['[INT-AC-04]', ['agent_context', 'knowledge_grounded'], false],
  ['[INT-AC-05]', ['agent_context', 'source_type'], false],
  ['what is added', ['related'], false],
  ['what is added', ['processing', 'embedded_share'], true],
  ['what is added', ['agent_context', 'question_language'], true],
  ['what is added', ['agent_context', 'answer_language'], true],
];

test.each(fields)(
  '[CON-3-01] [CON-3-02] %s: %j is always there, and null only where decided',
  (_, path, nullable) => {
    expect(accepts(queryResponseExample)).toBe(true);
    expect(accepts(withValueAt(path, undefined))).toBe(false);
    expect(accepts(withValueAt(path, null))).toBe(nullable);
    expect(accepts(withValueAt(path, { unexpected: 1 }))).toBe(false);
  },
);

test('[CON-3-20] [CON-3-24] the fields added to guardrails and citations are always there too', () => {
  for (const name of ['stage', 'action', 'status', 'score']) {
    expect(accepts(withValueAt([...guardrail, name], undefined))).toBe(false);
    expect(accepts(withValueAt([...guardrail, name], null))).toBe(false);
  }
  for (const name of ['quote', 'start', 'end', 'answer_start', 'answer_end', 'url']) {
    expect(accepts(withValueAt([...citation, name], undefined))).toBe(false);
  }
  expect(accepts(withValueAt(['message_id'], undefined))).toBe(false);
});

test.each([
  ['[CON-3-20]', [...guardrail, 'stage'], ['input', 'retrieval', 'output']],
  ['[CON-3-20]', [...guardrail, 'action'], ['none', 'flag', 'redact', 'block']],
  [
    '[CON-3-23]',
    [...guardrail, 'category'],
    ['security', 'safety', 'privacy', 'compliance', 'scope', 'grounding', 'format', 'custom'],
  ],
  [
    '[CON-3-37]',
    ['processing', 'routing_source'],
    ['qna_match', 'retrieval', 'cache', 'guardrail', 'fallback', 'client', 'default'],
  ],
  [
    '[CON-3-38]',
    ['agent_context', 'suggested_next_action'],
    [
      'use_answer',
      'review_citations',
      'ask_clarification',
      'rephrase',
      'escalate_to_human',
      'request_access',
      'retry_later',
      'stop',
    ],
  ],
] as const)('%s: %j is one of the values decided', (_, path, values) => {
  for (const value of values) expect(accepts(withValueAt(path, value))).toBe(true);
  expect(accepts(withValueAt(path, 'another'))).toBe(false);
});

test('request, message and audit reference share one id', () => {
  expect(accepts({ ...queryResponseExample, request_id: 'req_01jd8n4w6zfk3v5q7r9s2t4x6z' })).toBe(false);
  expect(accepts({ ...queryResponseExample, audit_ref: 'aud_01jd8n4w6zfk3v5q7r9s2t4x6z' })).toBe(false);
});

test('without an answer there is no text, no score and no band', () => {
  for (const status of messageStatuses) {
    const bare: QueryResponse = { ...acceptedResponseExample, status };
    const hasText = status === 'delivered' || status === 'blocked';
    const blockedReason = status === 'blocked' ? 'policy' : 'none';
    const given: QueryResponse = {
      ...bare,
      answer: 'I cannot help with that.',
      agent_context: {
        ...bare.agent_context,
        blocked_reason: blockedReason,
        no_answer_cause: status === 'delivered' ? 'nothing_found' : null,
      },
    };
    expect(accepts(bare)).toBe(!hasText);
    expect(accepts(given)).toBe(hasText);
    expect(
      accepts({
        ...(hasText ? given : bare),
        confidence: { score: 0.4, band: 'low', tool_confidence_score: 0 },
      }),
    ).toBe(false);
  }
});

test('[CON-3-39] a reason is given exactly if the message is blocked', () => {
  expect(accepts(withValueAt(['agent_context', 'blocked_reason'], 'pii'))).toBe(false);
  const blocked = {
    ...acceptedResponseExample,
    status: 'blocked',
    answer: 'I cannot help with that.',
  };
  const { agent_context: context } = blocked;
  for (const reason of [
    'prompt_injection',
    'unsafe_content',
    'pii',
    'secrets',
    'out_of_scope',
    'policy',
    'ungrounded',
    'guardrail_unavailable',
  ]) {
    expect(accepts({ ...blocked, agent_context: { ...context, blocked_reason: reason } })).toBe(true);
  }
  expect(accepts({ ...blocked, agent_context: { ...context, blocked_reason: 'another' } })).toBe(false);
  expect(accepts(blocked)).toBe(false);
});

test('not covered is delivered without source, band or grounding', () => {
  const notCovered: QueryResponse = {
    ...acceptedResponseExample,
    status: 'delivered',
    answer: 'Not covered.',
    agent_context: { ...acceptedResponseExample.agent_context, no_answer_cause: 'nothing_found' },
  };
  const { agent_context: context } = notCovered;
  expect(accepts(notCovered)).toBe(true);
  expect(accepts({ ...notCovered, agent_context: { ...context, knowledge_grounded: true } })).toBe(false);
  expect(
    accepts({ ...queryResponseExample, confidence: { score: 0, band: 'none', tool_confidence_score: 0 } }),
  ).toBe(false);
});

test('a reason for no answer is given exactly if there is none, and a clarifying question exactly if that is the reason', () => {
  const { agent_context: context } = acceptedResponseExample;
  const without = (changed: Partial<typeof context>) =>
    accepts({
      ...acceptedResponseExample,
      ...{ status: 'delivered', answer: 'Not covered.' },
      agent_context: { ...context, ...changed },
    });
  const clarifying_question = 'Is this about “Leave” or “Sickness”?';
  for (const cause of noAnswerCauses) {
    const isAmbiguous = cause === 'ambiguous';
    expect(without({ no_answer_cause: cause })).toBe(!isAmbiguous);
    expect(without({ no_answer_cause: cause, clarifying_question })).toBe(isAmbiguous);
  }
  expect(without({ no_answer_cause: null })).toBe(false);
  expect(accepts(withValueAt(['agent_context', 'no_answer_cause'], 'nothing_found'))).toBe(false);
  expect(accepts(withValueAt(['agent_context', 'clarifying_question'], clarifying_question))).toBe(false);
});

const relatedPassage: RelatedPassage = {
  ...{ source: 'returns.md', title: 'Returns', headings: 'Returns › Repairs', url: null, score: 0.7312 },
  document_id: 'doc_01jd7c5v8rg2h4j6k8m0n2p4q6',
  content_pack_id: 'pack_01jd7c5v8r9a7b5c3d1e0f2g4h',
  ...{ quote: 'A repair takes two weeks.', start: 40, end: 65 },
};

test('[CON-3-42] [CON-3-43] related passages are given only without an answer, and at most three', () => {
  const without: QueryResponse = {
    ...acceptedResponseExample,
    ...{ status: 'delivered', answer: 'Not covered.' },
    agent_context: { ...acceptedResponseExample.agent_context, no_answer_cause: 'nothing_found' },
  };
  const times = (count: number) => Array.from({ length: count }, () => relatedPassage);
  for (const count of [0, 1, 3]) expect(accepts({ ...without, related: times(count) })).toBe(true);
  expect(accepts({ ...without, related: times(4) })).toBe(false);
  expect(accepts({ ...queryResponseExample, related: times(1) })).toBe(false);
  expect(accepts({ ...acceptedResponseExample, related: times(1) })).toBe(false);
  const changed = (change: Partial<RelatedPassage>) =>
    accepts({ ...without, related: [{ ...relatedPassage, ...change }] });
  expect(changed({ quote: null, start: null, end: null })).toBe(true);
  expect(changed({ quote: null })).toBe(false);
  expect(changed({ end: 66 })).toBe(false);
  expect(changed({ score: 1.2 })).toBe(false);
});

test('[CON-3-15] the score has four decimals, from 0 to 1', () => {
  const scored = (score: number) => accepts(withValueAt(['confidence', 'score'], score));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (step) => {
      expect(scored(step / 10_000)).toBe(true);
    }),
  );
  for (const score of [0.93125, 1.0001, -0.1, Number.NaN]) expect(scored(score)).toBe(false);
});

test('a check that did not run is never compliant', () => {
  for (const status of ['error', 'timeout', 'skipped']) {
    const [result] = queryResponseExample.guardrails;
    expect(accepts({ ...queryResponseExample, guardrails: [{ ...result, status, compliant: true }] })).toBe(
      false,
    );
    expect(accepts({ ...queryResponseExample, guardrails: [{ ...result, status, compliant: false }] })).toBe(
      true,
    );
  }
});

function cite(change: Partial<Citation>): boolean {
  const [first] = queryResponseExample.citations;
  return accepts({ ...queryResponseExample, citations: [{ ...first, ...change }] });
}

test('[CON-3-24] [CON-3-30] offsets span the quote in code points', () => {
  expect(cite({ quote: 'a😀', start: 5, end: 7 })).toBe(true);
  expect(cite({ quote: 'a😀', start: 5, end: 8 })).toBe(false);
  expect(cite({ start: -1 })).toBe(false);
});

test('the supported part lies within the answer', () => {
  expect(cite({ answer_start: 3, answer_end: 2 })).toBe(false);
  expect(cite({ answer_end: queryResponseExample.answer.length + 1 })).toBe(false);
});

test('[CON-3-27] [CON-3-28] url may be null; a redacted quote is null with its offsets; a pair is cited by its id', () => {
  expect(cite({ url: 'https://example.com/returns' })).toBe(true);
  expect(cite({ url: null, quote: null, start: null, end: null })).toBe(true);
  expect(cite({ quote: null })).toBe(false);
  expect(cite({ start: null, end: null })).toBe(false);
  expect(cite({ document_id: 'qna_01jd7c5v8rg2h4j6k8m0n2p4q6' })).toBe(true);
});

test('[CON-3-31] both copies of source_type are equal, and one of six', () => {
  const sourced = (sourceType: string) => ({
    ...queryResponseExample,
    source_type: sourceType,
    agent_context: { ...queryResponseExample.agent_context, source_type: sourceType },
  });
  for (const name of ['qna', 'document', 'mixed', 'tool', 'model']) expect(accepts(sourced(name))).toBe(true);
  expect(accepts(sourced('guess'))).toBe(false);
  expect(accepts({ ...queryResponseExample, source_type: 'qna' })).toBe(false);
});

test('the languages of question and answer are tags, and without an answer there is none of it', () => {
  expect(accepts(withValueAt(['agent_context', 'question_language'], 'pt-BR'))).toBe(true);
  expect(accepts(withValueAt(['agent_context', 'answer_language'], 'de'))).toBe(true);
  for (const name of ['question_language', 'answer_language']) {
    expect(accepts(withValueAt(['agent_context', name], 'german!'))).toBe(false);
    expect(accepts(withValueAt(['agent_context', name], ''))).toBe(false);
  }
  const context = { ...acceptedResponseExample.agent_context, answer_language: 'en' };
  expect(accepts(acceptedResponseExample)).toBe(true);
  expect(accepts({ ...acceptedResponseExample, agent_context: context })).toBe(false);
});
