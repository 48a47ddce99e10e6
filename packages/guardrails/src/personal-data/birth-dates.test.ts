import { describe, expect, it } from 'vitest';
import { findBirthDates } from './birth-dates.ts';
import { scores } from './data-types.ts';

const foundIn = (text: string) => findBirthDates(text).map(({ start, end }) => text.slice(start, end));

describe('findBirthDates', () => {
  it.each([
    ['Date of birth: ', '12/03/1984'],
    ['DOB ', '1984-03-12'],
    ['She was born on ', '12 March 1984'],
    ['born ', 'March 12th, 1984'],
    ['Geburtsdatum: ', '12.03.1984'],
    ['geboren am ', '12. März 1984'],
    ['né le ', '1er mars 1984'],
    ['fecha de nacimiento ', '12 de marzo de 1984'],
    ['生年月日：', '1984年3月12日'],
  ])('finds what follows %s', (before, date) => {
    expect(foundIn(`${before}${date}, in Leeds`)).toEqual([date]);
  });

  it.each([
    'The meeting is on 12/03/1984.',
    'Published 1984-03-12',
    'born in 1984',
    'The idea was born here, in this very town, long ago. 12/03/1984 was a Monday.',
  ])('passes %s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });

  it('scores highest with a label, and lowest in the style of a reference work', () => {
    const scoreIn = (text: string) => findBirthDates(text)[0]?.score;
    expect(scoreIn('date of birth 12 March 1984')).toBe(scores.shaped);
    expect(scoreIn('She was born on 12 March 1984')).toBe(scores.named);
    expect(scoreIn('Jane Doe (born 12 March 1984) is a player')).toBe(scores.hinted);
  });
});
