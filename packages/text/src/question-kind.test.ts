import { expect, test } from 'vitest';
import { type QuestionKind, questionKind } from './question-kind.ts';

test.each<[string, QuestionKind]>([
  ['How many days do I get?', 'amount'],
  ['How long does it take?', 'duration'],
  ['How often are we paid?', 'frequency'],
  ['How do I book a room?', 'manner'],
  ['What is the process for booking?', 'manner'],
  ['What’s the best way to book?', 'manner'],
  ['Who approves it?', 'person'],
  ['Where is the form?', 'place'],
  ['Why was it refused?', 'reason'],
  ['What is overtime?', 'thing'],
  ['When is payday?', 'time'],
  ['At what time does it open?', 'time'],
  ['Can I work from home?', 'yes_no'],
  ["Don't I need a form?", 'yes_no'],
  ['Could you please tell me how to book?', 'manner'],
  ['Hi, do you know when we are paid?', 'time'],
  ['I want to know where the form is', 'place'],
  ['Can I leave when I am done?', 'yes_no'],
  ['Was the office open in May?', 'yes_no'],
  ['Will it be paid?', 'yes_no'],
  ['Was ist ein IDP?', 'none'],
  ['Was kostet ein Ersatzausweis?', 'none'],
  ['password reset', 'none'],
  ['', 'none'],
])('%j asks for %s', (question, kind) => {
  expect(questionKind(question)).toBe(kind);
});
