import type { Grounding } from '@avow/answering/testing';
import type { ChangeReason } from '@avow/contract';
import { describe, expect, it } from 'vitest';
import { sentenceEnds } from './sentence-ends.ts';
import { writeWrittenReport, writtenFigures } from './written-report.ts';
import type { WrittenRow } from './written-row.ts';

const row = (fields: Partial<WrittenRow>): WrittenRow => ({
  ...{ id: 'a', corpus: 'c', question: 'Q?', answerable: true, expected: { facts: [], verdict: null } },
  ...{ mark: 'right', mark_by_facts: 'right', draft_mark: 'right', tier: 1, answer: 'A.', confidence: 1 },
  ...{
    evidence: null,
    other: null,
    cited: [],
    draft: 'A. [1]',
    model_fault: null,
    sentences: [],
    sources: [],
  },
  ...{ tokens: { input: 100, output: 10 }, time_ms: 1000, model_time_ms: 900 },
  ...{ translations: [], languages: { question: 'en', answer: 'en' } },
  ...fields,
});

describe('the figures of written answers', () => {
  const figures = writtenFigures([
    row({ sentences: [{ text: 'A.', isKept: true, reason: null }] }),
    row({
      ...{ mark: 'refused', mark_by_facts: 'refused', draft_mark: 'wrong', tier: 0, time_ms: 3000 },
      sentences: [{ text: 'B.', isKept: false, reason: 'unsupported' }],
    }),
    row({ answerable: false, mark: 'refused', mark_by_facts: 'refused', draft_mark: 'wrong', tier: 0 }),
    row({
      ...{ draft_mark: null, draft: null, model_fault: 'late', tier: 0, mark: 'wrong' },
      tokens: { input: 0, output: 0 },
    }),
  ]);

  it('are those of all questions, by tier', () => {
    expect(figures.delivered).toEqual({
      ...{ answerable: 3, right: 1 / 3, partly: 0, wrong: 1 / 3, refused: 1 / 3 },
      ...{ unanswerable: 1, answeredAnyway: 0 },
    });
    expect(figures.deliveredByTier).toMatchObject({ 'tier 1': { right: 1 }, 'tier 0': { answerable: 2 } });
    expect(figures.timeMs).toMatchObject({ p50: 1000 });
    expect(figures.tokensEach).toEqual({ input: 100, output: 10 });
    expect(figures.modelFaults).toEqual({ late: 1 });
  });

  it('show what verification did where there was a draft', () => {
    expect(figures.drafts).toMatchObject({ answerable: 2, wrong: 0.5, answeredAnyway: 1 });
    expect(figures.deliveredOfDrafts).toMatchObject({ answerable: 2, wrong: 0, answeredAnyway: 0 });
    expect(figures.sentences).toEqual({ written: 2, kept: 1, removed: { unsupported: 1 } });
    expect(writeWrittenReport(figures)).toMatch(/drafts as written +2 +50\.0 %/);
  });
});

describe('a sentence of a draft', () => {
  const unsupported = (why: ChangeReason): Grounding => ({ kind: 'unsupported', why });

  it('was kept, or removed for a reason', () => {
    const ends = sentenceEnds('It has 27 days [1]. It costs 5 euros [2]. It is blue. It is new.', {
      found: new Map([
        ['It has 27 days.', { kind: 'supported', quotes: [], judged: { supported: 1, contradicted: 0 } }],
        ['It costs 5 euros.', unsupported('fact_missing')],
        ['It is blue.', unsupported('contradicted')],
      ]),
      question: 'How many days has it?',
      answer: 'It has **27 days**.',
    });
    expect(ends.map(({ isKept, reason }) => reason ?? isKept)).toEqual([
      true,
      'fact_missing',
      'contradicted',
      'not read: the answer had ended',
    ]);
  });

  it('is found without the words that name its source', () => {
    const [end] = sentenceEnds('According to the first source, it is blue.', {
      ...{ question: 'Which colour has it?', answer: null },
      found: new Map([['It is blue.', unsupported('contradicted')]]),
    });
    expect(end?.reason).toBe('contradicted');
  });

  it('may say that there is no answer', () => {
    const [end] = sentenceEnds('NOT_COVERED', { question: 'Is it?', found: new Map(), answer: null });
    expect(end?.reason).toBe('says that the sources do not answer');
  });

  it('was not kept where nothing was delivered of the draft', () => {
    const nothing = { found: new Map(), answer: null };
    const [end] = sentenceEnds('It has 27 days.', { question: 'How many has it?', ...nothing });
    expect(end).toMatchObject({ isKept: false, reason: 'not read: the answer had ended' });
    const [echo] = sentenceEnds('It has 27 days.', { question: 'Has it 27 days?', ...nothing });
    expect(echo).toMatchObject({ isKept: false, reason: 'repeats the question' });
  });
});
