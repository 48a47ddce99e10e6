import { describe, expect, it } from 'vitest';
import { nameAskedDays, nameDays } from './name-days.ts';

const namesIn = (text: string) =>
  nameDays(text).map(({ start, end, names }) => [text.slice(start, end), names]);
const weekdays = 'Monday, Tuesday, Wednesday, Thursday, Friday, weekdays';

describe('nameDays', () => {
  it.each([
    ['Open from Monday to Friday.', 'Monday to Friday', weekdays],
    ['open Mon-Fri mornings', 'Mon-Fri', weekdays],
    ['Mon. – Thu', 'Mon. – Thu', 'Monday, Tuesday, Wednesday, Thursday'],
    [
      'Tuesdays through Saturdays',
      'Tuesdays through Saturdays',
      'Tuesday, Wednesday, Thursday, Friday, Saturday',
    ],
    ['fri till sun', 'fri till sun', 'Friday, Saturday, Sunday'],
    ['Sat to Mon', 'Sat to Mon', 'Saturday, Sunday, Monday'],
    ['closed at weekends', 'weekends', 'Saturday, Sunday'],
    ['on a weekday', 'weekday', 'Monday, Tuesday, Wednesday, Thursday, Friday'],
    ['Saturday and Sunday 9 am', 'Saturday and Sunday', 'weekend'],
    ['| Works council | Wed |', 'Wed', 'Wednesday'],
    ['Sat 9–12', 'Sat', 'Saturday'],
  ])('says which days are meant by %j', (text, written, names) => {
    expect(namesIn(text)).toEqual([[written, names]]);
  });

  it('names each day of several', () => {
    expect(namesIn('Tue and Thu').map(([, names]) => names)).toEqual(['Tuesday', 'Thursday']);
  });

  it.each([
    'Open on Monday.',
    'We sat down.',
    'The Sun is a paper.',
    'sun, wind and rain',
    'Monday too Friday',
    '',
  ])('leaves %j as it is', (text) => {
    expect(nameDays(text)).toEqual([]);
  });
});

describe('nameAskedDays', () => {
  const text = 'Mon–Fri 8–18, at weekends 9–12';
  const namesFor = (question: string) => nameAskedDays(text, question).map(({ names }) => names);

  it.each([
    ['when do you close on saturday', ['Saturday']],
    ['Open Wednesdays or on a Sunday?', ['Wednesday', 'Sunday']],
    ['on fri', ['Friday']],
    ['What about weekdays?', ['weekdays']],
    ['How much is it?', []],
  ])('names the days of %j alone', (question, names) => {
    expect(namesFor(question)).toEqual(names);
  });
});
