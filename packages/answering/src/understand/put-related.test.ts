import { describe, expect, it } from 'vitest';
import type { Turn } from '../question.ts';
import { refineByRules } from './refine-by-rules.ts';

const turn = (question: string): Turn => ({ prompt: question, question, wasAnswered: true });
const refine = (before: string, text: string) => refineByRules({ text, language: null }, [turn(before)]);

describe('what a question leaves to the one before', () => {
  it.each([
    ['how do i upload files to github', 'is there a limit', 'Is there a limit on uploading files to github?'],
    [
      'Can I carry over unused days?',
      'is there a deadline?',
      'Is there a deadline for carrying over unused days?',
    ],
    ['How many vacation days do employees get?', 'is there a limit?', 'Is there a limit on vacation days?'],
    ['What is the meal allowance?', 'is there a limit?', 'Is there a limit on the meal allowance?'],
    [
      'How do I register a trademark?',
      'whats the process',
      'What is the process for registering a trademark?',
    ],
    ['what merge methods are there', 'whats the difference', 'What is the difference between merge methods?'],
    [
      'What are the merge methods?',
      'what are the main differences?',
      'What are the main differences between the merge methods?',
    ],
  ])('is what something is of: %s + %s', (before, asked, expected) => {
    expect(refine(before, asked)).toBe(expected);
  });

  it.each([
    ['what merge methods are there', 'which one is best', 'Which merge method is best?'],
    ['What are the merge methods?', 'which is better?', 'Which merge method is better?'],
    ['What types of access are there?', 'which one do I need?', 'Which type of access do I need?'],
    ['Which policies are there?', 'which ones are new?', 'Which policies are new?'],
    ['Which policies are there?', 'which one is new?', 'Which policy is new?'],
    ['What are my options?', 'which one is best?', 'Which of my options is best?'],
    ['How do I create a plan?', 'what does the premium one cost?', 'What does the premium plan cost?'],
  ])('is what is chosen from: %s + %s', (before, asked, expected) => {
    expect(refine(before, asked)).toBe(expected);
  });

  it.each([
    ['How do I upload files?', 'what is the difference?'],
    ['How do I upload files?', 'which one is best?'],
    ['Which plans are free?', 'which one is best?'],
    ['Are dogs allowed in the office?', 'is there a limit?'],
    ['Can I fly business class?', 'are there any exceptions?'],
    ['How do I make a repo private?', 'how do I use the public one?'],
    ['Which form do I use?', 'how long does that take?'],
    ['What types of access are there?', 'more'],
    ['What types of access are there?', 'more details please'],
    ['How do I generate a key on my mac?', 'windows'],
  ])('is joined if it is not certain: %s + %s', (before, asked) => {
    expect(refine(before, asked)).toBe(`${before} ${asked}`);
  });

  it.each([
    'What is the parking fee?',
    'Is there a limit on guests?',
    'What is the difference between leave and vacation?',
    'Which one-way tickets are refunded?',
  ])('is not asked for if the question names it: %s', (asked) => {
    expect(refine('How do I upload files?', asked)).toBe(asked);
  });

  it('is corrected by what is meant', () => {
    expect(refine('How do I open a console in production?', 'I meant in staging')).toBe(
      'How do I open a console in staging?',
    );
    expect(refine('How do I make a repo private?', 'no, i mean the github one')).toContain(
      'How do I make a repo private? ',
    );
  });
});
