import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { plainDecimal, readDigits, shiftDecimal } from './read-digits.ts';

const grouped = (value: number, mark: string) => String(value).replace(/\B(?=(?:\d{3})+$)/g, mark);

describe('readDigits', () => {
  test.each<[string, readonly string[]]>([
    ['30', ['30']],
    ['007', ['7']],
    ['3.50', ['3.5']],
    ['3,5', ['3.5']],
    ['0.500', ['0.5']],
    ['1,500', ['1500', '1.500']],
    ['1.500,50', ['1500.5']],
    ['1,500.50', ['1500.5']],
    ['1,00,000', ['100000']],
    ["1'000'000", ['1000000']],
    ['1.2.3', ['1.2.3']],
    ['192.168.0.1', ['192.168.0.1']],
    ['12,34,5', ['12,34,5']],
  ])('%s', (written, values) => {
    expect(readDigits(written)).toEqual(values);
  });

  it('reads a whole number in every style of grouping', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(',', '.', "'", '_', '\u202f'), (value, mark) => {
        expect(readDigits(grouped(value, mark))).toContain(String(value));
      }),
    );
  });

  it('has no reading in common with a number of other digits', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.constantFrom(',', '.', ''), (one, other, mark) => {
        fc.pre(one !== other);
        const values = readDigits(grouped(other, mark));
        expect(readDigits(grouped(one, mark)).some((value) => values.includes(value))).toBe(false);
      }),
    );
  });
});

it('moves the point, and keeps every digit', () => {
  expect(shiftDecimal('1.5', 6)).toBe('1500000');
  expect(shiftDecimal('0.25', 1)).toBe('2.5');
  expect(shiftDecimal('1.2.3', 3)).toBe('1.2.3');
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.nat(12), (value, places) => {
      expect(shiftDecimal(String(value), places)).toBe(String(value * 10n ** BigInt(places)));
    }),
  );
  expect(plainDecimal('000.100')).toBe('0.1');
});
