import { codePointLength } from '@avow/contract/values';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { showToModel } from './show-to-model.ts';

describe('showToModel', () => {
  test('keeps three of a run of marks, and leaves everything else', () => {
    expect(showToModel('| a |\n|-----------|\n| --- | ... 1,000 ====').text).toBe(
      '| a |\n|---|\n| --- | ... 1,000 ===',
    );
  });

  test('shows links by their words, and neither images nor directives', () => {
    expect(showToModel('Ask [HR]({% page "/hr" %}) ![logo](a.png)in {% slack "x" %}time.').text).toBe(
      'Ask HR in time.',
    );
  });

  test('names the columns in each row, and the days that are asked about', () => {
    const shown = showToModel('| Class | When |\n|---|---|\n| Yoga | Mon–Fri 9:00 |', {
      asked: 'on tuesday?',
    });
    expect(shown.text).toBe('Class: Yoga; When: Mon–Fri, including Tuesday, 9:00.');
    expect(showToModel('| Yoga | 9 |', { headings: 'Gym » Class | When' }).text).toBe(
      'Class: Yoga; When: 9.',
    );
    expect(showToModel('| Yoga | 9 |', { headings: 'Gym » Class | When | Where' }).text).toBe('| Yoga | 9 |');
  });

  test('finds words that stand in the text between those that were added', () => {
    const text = '| Class | When |\n|---|---|\n| 😀 Yoga | at weekends 9:00 |';
    const shown = showToModel(text, { asked: 'on sunday?' });
    const placeOf = (words: string) => {
      const start = [...shown.text.slice(0, shown.text.indexOf(words))].length;
      return [...text].slice(shown.toOriginal(start), shown.toOriginal(start + [...words].length)).join('');
    };
    expect(['Yoga', '9:00', 'weekends', 'When: at weekends'].map(placeOf)).toEqual([
      ...['Yoga', '9:00', 'weekends', 'at weekends'],
    ]);
    expect(placeOf('weekends, including Sunday, 9')).toBe('weekends 9');
    expect(placeOf('Class: 😀 Yoga')).toBe('| 😀 Yoga');
  });

  test('every character is found again where it stood', () => {
    const piece = fc.constantFrom(
      '-----',
      '😀',
      'a',
      '====',
      '|',
      ' ',
      '[',
      '](',
      ')',
      '![',
      '{% a %}',
      '漢',
    );
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        (text) => {
          const shown = showToModel(text);
          const original = [...text];
          const characters = [...shown.text];
          characters.forEach((character, position) => {
            expect(original[shown.toOriginal(position)]).toBe(character);
            if (position > 0)
              expect(shown.toOriginal(position)).toBeGreaterThan(shown.toOriginal(position - 1));
          });
          expect(shown.toOriginal(characters.length)).toBe(codePointLength(text));
        },
      ),
    );
  });
});
