import { describe, expect, it } from 'vitest';
import { repeatsQuestion } from './repeats-question.ts';

describe('a sentence that says again what was asked', () => {
  it.each([
    ['Trello is gone.', 'Is Trello gone?'],
    ['Trello is gone.', 'Trello is gone. What do we use in its place?'],
    ['What do we use in its place?', 'Trello is gone. What do we use in its place?'],
    ['You can carry over your unused days.', 'Can I carry over my unused days?'],
    ['The office is in Berlin or Munich.', 'Is the office in Berlin or Munich?'],
    ['Der Urlaub ist übertragbar.', 'Ist der Urlaub übertragbar?'],
  ])('does not answer: %s', (text, question) => {
    expect(repeatsQuestion(text, question)).toBe(true);
  });

  it.each([
    ['Yes, Trello is gone.', 'Is Trello gone?'],
    ['No, Trello is gone.', 'Is Trello still there, or is it gone?'],
    ['Trello is not gone.', 'Is Trello gone?'],
    ['Trello has been gone since May.', 'Is Trello gone?'],
    ['You must carry over unused days.', 'Can I carry over unused days?'],
    ['You can only carry over unused days.', 'Can I carry over unused days?'],
    ['You can carry over unused holidays.', 'Can I carry over unused holidays or unused sick days?'],
    ['The office is in Berlin.', 'Is the office in Berlin or Munich?'],
    ['The regular comp time.', 'Which of the two is paid, award leave and regular comp time?'],
    ['Your manager.', 'Do I ask my manager about parking at night?'],
    ['Jamf Protect is an antivirus.', 'What is Jamf Protect?'],
    ['A mirror is a repository.', 'What is a mirror?'],
    ['A mercury turbine runs on mercury.', 'On what does a mercury turbine run?'],
    ['It is.', 'Is it?'],
    ['', 'Is Trello gone?'],
    ['Trello is gone.', ''],
  ])('is one if it says more, or chooses: %s', (text, question) => {
    expect(repeatsQuestion(text, question)).toBe(false);
  });
});
