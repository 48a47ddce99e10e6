import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { AnswerQuestion } from '../answers/question-file.ts';
import { type Expected, holdsMost, holdsWhole, isAnswerable, markGiven } from './mark-given.ts';

const given = (text: string, ...sources: string[]) => ({ kind: 'answered', text, sources }) as const;

describe('markGiven', () => {
  const gold: Expected = { kind: 'holds', golds: ['nine nations', 'nine'], source: 'amazon.md' };

  test.each([
    ['The region belongs to nine nations.', 'amazon.md', 'right'],
    ['The region belongs to Nine of them.', 'amazon.md', 'right'],
    ['It belongs to ninety.', 'amazon.md', 'wrong'],
    ['The region belongs to nine nations.', 'other.md', 'wrong'],
  ])('%s, of %s: %s', (text, source, mark) => {
    expect(markGiven(gold, given(text, source))).toBe(mark);
  });

  it('counts every answer to an unanswerable question as wrong', () => {
    expect(markGiven({ kind: 'nothing' }, given('It is nine.', 'amazon.md'))).toBe('wrong');
    expect(isAnswerable({ kind: 'nothing' })).toBe(false);
  });

  it('accepts only the answer of the pair', () => {
    const pair: Expected = { kind: 'says', text: 'bank/change_pin' };
    expect(markGiven(pair, given('bank/change_pin\n'))).toBe('right');
    expect(markGiven(pair, given('bank/change_pin_again'))).toBe('wrong');
    expect(isAnswerable(pair)).toBe(true);
  });

  it('distinguishes partly right answers and unanswerable questions', () => {
    const question: AnswerQuestion = {
      ...{ id: 'q', kind: 'fact', part: 'tune', question: 'How long?', answerable: true, why: 'said there' },
      ...{ sources: ['leave.md'], facts: [['30 days'], ['a year']] },
    };
    const facts: Expected = { kind: 'facts', question };
    expect(markGiven(facts, given('30 days in a year', 'leave.md'))).toBe('right');
    expect(markGiven(facts, given('30 days', 'leave.md'))).toBe('partly');
    expect(markGiven(facts, given('Ask.', 'leave.md'))).toBe('wrong');
    const none: Expected = {
      kind: 'facts',
      question: { ...question, answerable: false, sources: [], facts: [] },
    };
    expect(markGiven(none, given('30 days', 'leave.md'))).toBe('wrong');
    expect([isAnswerable(facts), isAnswerable(none)]).toEqual([true, false]);
  });
});

describe('what a text holds', () => {
  it('is every sequence of its words, in any context', () => {
    const words = fc.array(fc.constantFrom('axin', 'binds', 'quickly', 'cells', '12'), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(words, words, words, (before, gold, after) => {
        const text = [...before, ...gold, ...after].join(' ');
        expect(holdsWhole(`${text}.`, gold.join(' ').toUpperCase())).toBe(true);
        expect(holdsMost(text, gold.join(', '))).toBe(true);
      }),
    );
  });

  it('is mostly a text that lacks at most three words in ten, counting repetitions', () => {
    const gold = 'one two three four five six seven eight nine ten';
    expect(holdsMost('ten nine eight seven six five four', gold)).toBe(true);
    expect(holdsMost('ten nine eight seven six five', gold)).toBe(false);
    expect(holdsMost('no no no no no', 'yes yes yes yes yes no')).toBe(false);
  });

  it('is all or nothing for a few words', () => {
    expect(holdsMost('the third of May', 'third of June')).toBe(false);
    expect(holdsWhole('anything', '')).toBe(false);
    expect(holdsWhole('anything', '...')).toBe(false);
  });
});
