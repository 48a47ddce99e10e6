import { describe, expect, it } from 'vitest';
import { scores } from './data-types.ts';
import { digitRegions } from './digit-regions.ts';
import { findPhoneNumbers } from './phone-numbers.ts';

const find = (text: string) => findPhoneNumbers(text, digitRegions(text));
const foundIn = (text: string) => [...new Set(find(text).map(({ start, end }) => text.slice(start, end)))];

describe('findPhoneNumbers', () => {
  it.each([
    '+1 212 555 0100',
    '+1 (212) 555-0100',
    '(212) 555-0100',
    '212-555-0100',
    '212.555.0100 ext. 42',
    '1-212-555-0100',
    '+44 (0)20 7946 0958',
    '+49 30 12345678',
    '+49-171-1234567',
    '+33 1 23 45 67 89',
    '+81 3-1234-5678',
    '+91 98765 43210',
    '+55 11 91234-5678',
    '+358 40 123 4567',
    '020 7946 0958',
    '07700 900123',
    '01 23 45 67 89',
    '(030) 1234567',
    '0171/1234567',
  ])('finds %s in any context', (number) => {
    expect(foundIn(`It is ${number}, I think.`)).toContain(number);
  });

  it.each([
    ['Call me on ', '555 0100', ''],
    ['Tel.: ', '030 1234567', ''],
    ['Telefonnummer ', '4912 3456', ''],
    ['電話', '0312345678', ''],
    ['', '9123 4567', ' (office)'],
    ['fax 00', '', '49 30 1234567'],
  ])('finds an ambiguous number with a label: %s%s%s', (before, number, after) => {
    const [found = ''] = foundIn(`${before}${number}${after}`);
    expect(found).toContain(number === '' ? '49 30 1234567' : number);
  });

  it.each([
    ['a number of no known country', '+999 123 456 789'],
    ['too few digits for its country', '+33 1 23 45'],
    ['too many digits for its country', '+44 20 7946 0958 9'],
    ['a service in the place of an area', '911-555-0100'],
    ['an area that begins with one', '112-555-0100'],
    ['one digit again and again', '222-222-2222'],
    ['an exchange that begins with nought', '212-055-0100'],
    ['an order', 'phone order 12345678'],
    ['a date', 'called on 2024-01-15'.replace('called', 'held')],
    ['an ISBN', '978-3-16-148410-0'],
    ['a price', '$212-555-0100'],
    ['a plain number', 'about 12345678 people'],
    ['a fraction', '0.212.555.0100'],
  ])('does not report %s as a phone number', (_, text) => {
    expect(foundIn(text)).toEqual([]);
  });

  it('scores a clear format higher than a label', () => {
    expect(find('+44 20 7946 0958')[0]?.score).toBe(scores.shaped);
    expect(find('phone 555 0100')[0]?.score).toBe(scores.named);
  });
});
