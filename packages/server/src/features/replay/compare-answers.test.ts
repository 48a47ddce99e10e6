import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAnswers, compareCitations } from './compare-answers.ts';
import { citation, facts, factsWith, guardrail, related, scored } from './test-support/answer-samples.ts';

describe('a replay compared with its record', () => {
  it('finds no difference in the same answer, whatever its time and latency', () => {
    const now = factsWith({
      ...{ message_id: 'msg_other', created_at: '2027-01-01T00:00:00.000Z' },
      processing: { time_ms: 900 },
      guardrails: [{ ...guardrail, score: 0.1, reasoning: 'In other words.' }],
    });
    expect(compareAnswers({ was: facts, now })).toEqual([]);
  });

  it('names each difference', () => {
    const { confidence, agent_context: context } = facts.response;
    const now = factsWith(
      {
        ...{ status: 'blocked', answer: '', source_type: 'none', citations: [] },
        related: [related],
        confidence: { ...confidence, score: 0.5, band: 'low' },
        guardrails: [{ ...guardrail, compliant: false, action: 'block' }],
        model_info: { summarization_model: 'reader-2', refinement_model: 'refiner' },
        processing: { model_tier: 1, degraded_mode: true, routing_source: 'fallback' },
        agent_context: { ...context, blocked_reason: 'pii' },
      },
      {
        refinedQuestion: 'How many days?',
        scored: { ...scored, model: 'confidence-2', calibration: 4 },
        packVersions: [],
      },
    );
    const named = compareAnswers({ was: facts, now }).map((difference) => [
      'part' in difference ? `${difference.kind} ${difference.part}` : difference.kind,
      difference.was,
      difference.now,
    ]);
    expect(named).toEqual([
      ['status', 'delivered', 'blocked'],
      ['answer', '27 days.', ''],
      ['source', 'document', 'none'],
      ['reason', null, 'pii'],
      ['citation', '27 days', null],
      ['related', null, 'leave.md › Leave › Carrying over'],
      ['looked_up_as', null, 'How many days?'],
      ['confidence score', 0.9, 0.5],
      ['confidence band', 'high', 'low'],
      ['confidence model', 'confidence-1', 'confidence-2'],
      ['confidence calibration', null, 4],
      ['guardrail', 'passed, none', 'objected, block'],
      ['model refinement', 'none', 'refiner'],
      ['model answering', 'reader-1', 'reader-2'],
      ['processing tier', 0, 1],
      ['processing degraded', false, true],
      ['processing routing', 'retrieval', 'fallback'],
      ['packs', expect.stringContaining('version 3'), ''],
    ]);
  });

  it('distinguishes a guardrail that did not run from one that passed, per stage', () => {
    const guardrails = [
      { ...guardrail, compliant: false, status: 'timeout' as const },
      { ...guardrail, stage: 'output' as const },
    ];
    const found = compareAnswers({ was: facts, now: factsWith({ guardrails }) });
    expect(found.map(({ was, now }) => [was, now])).toEqual([
      ['passed, none', 'did not run (timeout), none'],
      [null, 'passed, none'],
    ]);
  });

  it('does not compare the scoring of what was not scored', () => {
    const now = factsWith({}, { scored: null });
    expect(compareAnswers({ was: facts, now })).toEqual([]);
  });
});

describe('citations', () => {
  const other = { ...citation, document_id: 'doc_other' as const, title: 'Sickness' };

  it('are gone, added, or quote other words', () => {
    const moved = { ...citation, quote: 'thirty days', start: 40, end: 51 };
    const of = { kind: 'citation', source: 'leave.md' };
    expect(compareCitations({ was: [citation, other], now: [other, moved] })).toEqual([
      {
        ...{ ...of, change: 'other_words', document_id: citation.document_id, title: 'Leave' },
        ...{ was: '27 days', now: 'thirty days' },
      },
    ]);
    expect(compareCitations({ was: [citation], now: [other] })).toEqual([
      { ...of, change: 'gone', document_id: citation.document_id, title: 'Leave', was: '27 days', now: null },
      { ...of, change: 'added', document_id: 'doc_other', title: 'Sickness', was: null, now: '27 days' },
    ]);
  });

  it('differ if the same words are quoted from another place', () => {
    const moved = { ...citation, start: 40, end: 47 };
    const found = compareAnswers({ was: facts, now: factsWith({ citations: [moved] }) });
    expect(found).toMatchObject([
      { kind: 'citation', change: 'other_words', was: '27 days', now: '27 days' },
    ]);
  });

  it('account for every citation of either side, in any order', () => {
    const any = fc.array(
      fc.record({ id: fc.constantFrom('doc_a', 'doc_b', 'doc_c'), start: fc.integer({ min: 0, max: 2 }) }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(any, any, (before, after) => {
        const cite = ({ id, start }: { id: string; start: number }) => ({
          ...{ ...citation, document_id: id as `doc_${string}`, start, quote: `${id} ${start}` },
        });
        const [was, now] = [before.map(cite), after.map(cite)];
        const found = compareCitations({ was, now });
        const count = (...changes: readonly string[]) =>
          found.filter(({ change }) => changes.includes(change)).length;
        expect(was.length - count('gone', 'other_words')).toBe(now.length - count('added', 'other_words'));
        expect(compareCitations({ was, now: was.toReversed() })).toEqual([]);
      }),
    );
  });
});
