import { describe, expect, it } from 'vitest';
import type { ComparedAnswer } from './compare-answers.ts';
import { describeReplay } from './describe-replay.ts';
import type { ReplayPlan } from './plan-replay.ts';
import { reportReplay } from './replay-report.ts';
import { circumstancesOf, citation, facts, factsWith, guardrail } from './test-support/answer-samples.ts';

const { response } = facts;

const plan: ReplayPlan = {
  ...{ messageId: response.message_id, threadId: response.thread_id, createdAtMs: 0, was: facts },
  ...{
    question: 'How many days?',
    history: [],
    groups: null,
    isQuestionRedacted: false,
    answerFormat: 'structured_text',
  },
  ...{
    language: null,
    packVersions: facts.packVersions,
    rules: [],
    policyVersion: 'default-1',
    review: null,
  },
};

function described(now: ComparedAnswer, also: Partial<ReplayPlan> = {}): string[] {
  const [pack = { packId: 'pack_', version: 1 } as const] = facts.packVersions;
  const { groups, goneBefore, restricted, tierAsked, installed } = circumstancesOf({ groups: ['staff'] });
  const report = reportReplay(
    { ...plan, ...also },
    {
      ...{ now, groups, goneBefore, restricted, tierAsked, installed, earlierMessages: 0 },
      ...{ changes: [], unnamed: [] },
      packs: [{ ...pack, name: 'handbook', publishedAtMs: -3_600_000 }],
    },
  );
  return describeReplay(report).split('\n');
}

describe('describeReplay', () => {
  it('is short if nothing differs', () => {
    expect(described(facts)).toEqual([
      'same: answer, status and citations are those on record',
      '',
      `${response.message_id}: How many days?`,
      '  from handbook version 3, under policy default-1, as of 1970-01-01T00:00:00.000Z',
      '  asked as a member of staff, tier as the policy says, 0 earlier messages of the thread',
    ]);
  });

  it('says that the content was new at the time', () => {
    const note = expect.stringContaining('Version 3 of handbook had just been published.');
    expect(described(facts, { createdAtMs: -3_590_000 })).toContainEqual(note);
    expect(described(facts)).not.toContainEqual(note);
  });

  it('reports the same answer reached differently, and how', () => {
    const lines = described(factsWith({ guardrails: [{ ...guardrail, action: 'flag', compliant: false }] }));
    expect(lines[0]).toBe(
      'same: answer, status and citations are those on record (how it was reached differs in one thing)',
    );
    expect(lines.slice(-2)).toEqual([
      'Guardrail Personal data (input): passed, none then, objected, flag now',
      '  No cause is known.',
    ]);
  });

  it('shows which words differ, and what is quoted', () => {
    const citations = [
      { ...citation, quote: '30 days' },
      { ...citation, document_id: 'doc_b' as const, title: 'Rest', quote: null },
    ];
    const lines = described(factsWith({ answer: '30 days.\nEach year.', citations }));
    expect(lines[0]).toBe('differs: answer, citations');
    expect(lines.slice(6)).toEqual([
      'Answer',
      '  [-27-]{+30+} days.',
      '  {+Each year.+}',
      '  No cause is known.',
      '',
      'Citation: “Leave” (leave.md) is cited by other words',
      '  then: “27 days”',
      '  now:  “30 days”',
      '  No cause is known.',
      '',
      'Citation: “Rest” (leave.md) is cited as well',
      '  (withheld)',
      '  No cause is known.',
    ]);
  });

  it('says what the record does not contain', () => {
    const lines = described(facts, { isQuestionRedacted: true, answerFormat: 'json' });
    expect(lines.filter((line) => line.startsWith('Note: '))).toEqual([
      expect.stringContaining('placeholders'),
      expect.stringContaining('answer_schema'),
    ]);
  });

  it('removes terminal control sequences', () => {
    const lines = described(factsWith({ answer: 'red \u001b[31mletters\u202e' }), { question: '\u001b[2J?' });
    expect(lines.join('\n')).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
  });
});
