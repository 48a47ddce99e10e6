import { describe, expect, it } from 'vitest';
import { unitsOf } from './answer-units.ts';
import { findCellVerdict } from './find-cell-verdict.ts';

const text = `| Dish | Price | Vegan | Hot |
| --- | --- | --- | --- |
| Leek tart | 5.10 | no | yes |
| Bean stew | 6.40 | Yes | yes |

The kitchen closes at nine.
`;

function verdictFor(question: string, words: string) {
  const units = unitsOf(text);
  const passage = { start: 0, end: text.length };
  const start = text.indexOf(words);
  return findCellVerdict(
    { text, start: 0, passage, units, heading: null, cutGroup: null },
    { start },
    question,
  );
}

describe('findCellVerdict', () => {
  it.each([
    ['Is the bean stew vegan?', 'Bean stew', 'Yes.'],
    ['is the leek tart vegan', 'Leek', 'No.'],
  ])('takes what the cell says for %j', (question, words, verdict) => {
    expect(verdictFor(question, words)).toBe(verdict);
  });

  it.each([
    ['about something that the row does not name', 'Is the bean stew with carrots vegan?', 'Bean stew'],
    ['about no column', 'Is the bean stew large?', 'Bean stew'],
    ['about a price', 'Is the bean stew cheap in price?', 'Bean stew'],
    ['about two columns', 'Is the bean stew hot and vegan?', 'Bean stew'],
    ['about no row', 'Is it vegan?', 'Bean stew'],
    ['the other way round', 'Is the bean stew not vegan?', 'Bean stew'],
    ['where the head was pointed at', 'Is the bean stew vegan?', 'Dish'],
    ['where a sentence was pointed at', 'Is the kitchen vegan?', 'The kitchen'],
  ])('says nothing of a question %s', (_, question, words) => {
    expect(verdictFor(question, words)).toBeNull();
  });
});
