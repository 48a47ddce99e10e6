import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { findQuestionDifference, guards, type PairwiseDifference } from './same-question-guards.ts';
import { readQuestion } from './same-question-reading.ts';

const differs = (difference: PairwiseDifference, one: string, other: string) =>
  guards[difference](readQuestion(one), readQuestion(other));

describe('guards', () => {
  test.each<[PairwiseDifference, string, string]>([
    ['demand', 'Must I work on public holidays?', 'May I work on public holidays?'],
    ['denial', 'Can I work on Sunday?', "Can't I work on Sunday?"],
    ['number', 'Do I get leave after 2 years?', 'Do I get leave after years?'],
    ['number', 'A discount of 5', 'A discount of 5 %'],
    ['opposite', 'How do I lock my account?', 'How do I unlock my account?'],
    ['opposite', 'Is it due on Monday?', 'Is it due on Friday?'],
    ['opposite', 'What are imports?', 'What are exports?'],
    ['particle', 'How do I turn on the alarm?', 'How do I turn the alarm off?'],
    ['role', 'Do I tell HR before my manager?', 'Do I tell my manager before HR?'],
    ['role', 'Send parcels to customers', 'Send customers to parcels'],
    ['name', 'What does the Falcon plan cost?', 'What does the Heron plan cost?'],
  ])('%s: %j against %j', (difference, one, other) => {
    expect(differs(difference, one, other)).toBe(true);
  });

  test.each<[PairwiseDifference, string, string]>([
    ['demand', 'How can I join?', 'What do I need to join?'],
    ['number', 'Can I take leave in 2 weeks?', 'Can I take leave in two weeks?'],
    ['opposite', 'When do we open and close?', 'When do we close, and when do we open?'],
    ['opposite', 'Is it due on Monday or Friday?', 'Is it due on Friday?'],
    ['particle', 'How do I turn off the alarm?', 'how do i turn the alarm off'],
    ['role', 'How do I get from Oslo to Rome?', 'How can I get to Rome from Oslo?'],
    ['role', 'What do I need to do to join?', 'What do I do if I need to join?'],
    ['name', 'What does the Falcon plan cost?', 'what does the falcon plan cost'],
    ['order', 'annual leave days', 'days of annual leave'],
  ])('no %s: %j and %j', (difference, one, other) => {
    expect(differs(difference, one, other)).toBe(false);
  });

  it('are symmetric, and silent for a question and itself', () => {
    const word = fc.constantFrom(
      ...['how', 'not', 'with', 'without', 'turn', 'on', 'off', '5', '7', '€', 'from', 'to', 'before'],
      ...['Oslo', 'Rome', 'leave', 'paid', 'unpaid', 'import', 'export', 'monday', 'friday', 'password'],
    );
    const text = fc.array(word, { maxLength: 14 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (one, other) => {
        for (const difference of Object.keys(guards) as PairwiseDifference[]) {
          expect(differs(difference, one, other)).toBe(differs(difference, other, one));
          expect(differs(difference, one, one)).toBe(false);
        }
      }),
    );
  });
});

describe('findDifference', () => {
  const find = (asked: string, ...phrasings: string[]) =>
    findQuestionDifference(readQuestion(asked), phrasings.map(readQuestion));

  it('returns the difference that rules a pair out', () => {
    expect(find('How do I disable alerts?', 'How do I enable alerts?')).toBe('opposite');
    expect(find('How do I enable alerts?', 'How do I enable alerts?')).toBeNull();
  });

  it('requires one phrasing that asks for the same kind of answer', () => {
    const reset = ['How do I reset my password?', 'I forgot my password'];
    expect(find('How long must my password be?', ...reset)).toBe('kind');
    expect(find('Can I reset my password?', ...reset)).toBe('kind');
    expect(find('Can I reset my password?', ...reset, 'Can I change my password?')).toBeNull();
    expect(find('How long must it be?', ...reset, 'What about my password?')).toBe('kind');
    expect(find('Where do I reset my password?', ...reset)).toBeNull();
    expect(find('new password', ...reset)).toBeNull();
    expect(find('How long must my password be?', 'I forgot my password')).toBeNull();
  });

  it('accepts one phrasing with the same negation as the question', () => {
    expect(find('Why does it not work?', 'Why is it broken?', 'Why does it not start?')).toBeNull();
    expect(find('Why does it not work?', 'Why is it broken?', 'Why does it stand still?')).toBe('denial');
  });

  it('ignores a respect in which the phrasings themselves differ', () => {
    expect(find('Set 9 alarms', 'Set 5 alarms', 'Set 7 alarms')).toBeNull();
    expect(find('Set 9 alarms', 'Set 5 alarms', 'Set five alarms')).toBe('number');
    expect(find('Set 9 alarms', 'Set 5 alarms', 'Set alarms')).toBe('number');
    expect(find('Is it open on Monday?', 'Is it open on Friday?', 'Is it open on Sunday?')).toBeNull();
  });

  it('ignores a number if a pair has many phrasings without one', () => {
    const ways = ['Set an alarm', 'I want an alarm', 'Wake me up', 'Start the alarm clock'];
    expect(find('Set 2 alarms', ...ways)).toBeNull();
    expect(find('Set 2 alarms', ...ways.slice(0, 3))).toBe('number');
  });
});
