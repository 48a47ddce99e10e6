import { describe, expect, test } from 'vitest';
import { addNear } from './add-near.ts';
import { unitsOf } from './answer-units.ts';
import type { PassageWindow } from './open-window.ts';
import type { AnswerPiece } from './shape-answer.ts';

const text = `Leave is paid. It is booked early. Drivers have 28 days.

Bread is baked at night. ${'It is baked again and again. '.repeat(40)}

| Shift | Leader |
| --- | --- |
| Early | Ana |

**Rye bread**

Rye takes a day.
`;
const window: PassageWindow = {
  ...{ text, start: 0, passage: { start: 0, end: text.length } },
  ...{ units: unitsOf(text), heading: null, cutGroup: null },
};

function pieceOf(words: string, follows: AnswerPiece['follows'] = 'as_paragraph'): AnswerPiece {
  const start = text.indexOf(words);
  return { start, end: start + words.length, follows };
}

function quotes(first: readonly AnswerPiece[], second: readonly AnswerPiece[]): string[] {
  return addNear(window, first, second).map(({ start, end }) => text.slice(start, end));
}

describe('addNear', () => {
  test('two sentences of a paragraph become one quote, with what lies between', () => {
    const whole = 'Leave is paid. It is booked early. Drivers have 28 days.';
    const [first, last] = [pieceOf('Leave is paid.'), pieceOf('Drivers have 28 days.')];
    expect(quotes([first], [last])).toEqual([whole]);
    expect(quotes([last], [first])).toEqual([whole]);
  });

  test('adds distant words as a separate quote, in the order of the text', () => {
    const leave = pieceOf('Leave is paid.');
    const bread = pieceOf('Bread is baked at night.');
    expect(quotes([bread], [leave])).toEqual(['Leave is paid.', 'Bread is baked at night.']);
    const table = [pieceOf('| Shift | Leader |\n| --- | --- |'), pieceOf('| Early | Ana |', 'as_row')];
    expect(addNear(window, table, [leave]).map(({ follows }) => follows)).toEqual([
      'as_paragraph',
      'as_paragraph',
      'as_row',
    ]);
  });

  test('the first stays alone where the second is in it or under another label, or both are too long', () => {
    expect(quotes([pieceOf('Leave is paid.')], [pieceOf('Rye takes a day.')])).toEqual(['Leave is paid.']);
    expect(quotes([pieceOf('Rye takes a day.')], [pieceOf('Leave is paid.')])).toEqual(['Rye takes a day.']);
    const whole = pieceOf('Leave is paid. It is booked early.');
    expect(quotes([whole], [pieceOf('Leave is paid.')])).toEqual(['Leave is paid. It is booked early.']);
    const long = { ...pieceOf('Bread is baked'), end: text.indexOf('\n\n| Shift') };
    expect(quotes([pieceOf('Leave is paid.')], [long])).toEqual(['Leave is paid.']);
  });
});
