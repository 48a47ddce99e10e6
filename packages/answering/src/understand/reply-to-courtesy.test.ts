import { describe, expect, it } from 'vitest';
import { replyToCourtesy } from './reply-to-courtesy.ts';

describe('replyToCourtesy', () => {
  it.each([
    ['thanks', 'You are welcome.'],
    ['Thank you so much!', 'You are welcome.'],
    ['ok thanks', 'You are welcome.'],
    ['Great, thanks a lot for your help 🙏', 'You are welcome.'],
    ['Thanks and bye!', 'You are welcome.'],
    ['Goodbye', 'Goodbye.'],
    ['hello', 'Hello. What would you like to know?'],
    ['Hi there!', 'Hello. What would you like to know?'],
    ['Good morning', 'Hello. What would you like to know?'],
    ['ok', 'Is there anything else that you would like to know?'],
    ['Perfect!', 'Is there anything else that you would like to know?'],
  ])('replies to “%s”', (prompt, reply) => {
    expect(replyToCourtesy(prompt)).toBe(reply);
  });

  it.each([
    '',
    '👍',
    'hello world',
    'Thanks, and where is it?',
    'Who do I thank?',
    'ok google',
    'thanks?'.repeat(20),
    'Hi, how many days do I get?',
    'yes',
    'no',
  ])('leaves “%s” to be answered', (prompt) => {
    expect(replyToCourtesy(prompt)).toBeNull();
  });
});
