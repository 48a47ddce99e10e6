import { codePointLength } from '@avow/contract/values';
import { questionKind } from '@avow/text/languages';
import { expect, test } from 'vitest';
import { typeMatch } from './type-match.ts';

function match(question: string, text: string, words = text): number | undefined {
  const start = codePointLength(text.slice(0, text.indexOf(words)));
  return typeMatch(questionKind(question), {
    text,
    span: { start, end: start + codePointLength(words), score: 1 },
  });
}

test.each([
  ['How many days are there?', 'There are 30 of them.', 1],
  ['How many days are there?', 'There is enough of it.', 0],
  ['When does it open?', 'It opens on Mondays.', 1],
  ['When does it open?', 'It opens at 🕗 8.', 1],
  ['When does it open?', 'It opens wide.', 0],
  ['Who signs it?', 'The treasurer signs it.', 1],
  ['Who signs it?', 'A form.', 0],
])('%j is answered in kind by %j: %d', (question, text, expected) => {
  expect(match(question, text)).toBe(expected);
});

test('the sentence counts where a time is asked for, and the words themselves where a person is', () => {
  expect(match('When does it open?', 'It opens wide. At 8 it closes.', 'wide')).toBe(0);
  expect(match('When does it open?', 'At 8 it opens wide.', 'wide')).toBe(1);
  expect(match('Who signs it?', 'It is signed in Berlin with a pen.', 'with a pen')).toBe(0);
});

test('says nothing about other questions', () => {
  expect(match('How do I sign it?', 'With a pen.')).toBeUndefined();
  expect(match('Is it signed?', 'It is.')).toBeUndefined();
});
