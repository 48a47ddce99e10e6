import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasLuhnCheck, isDayOfMonth, travelCheckDigit } from './check-digits.ts';

const digits = fc.stringMatching(/^\d{4,18}$/);

describe('check digits', () => {
  it('Luhn accepts a known number', () => {
    expect(hasLuhnCheck('79927398713')).toBe(true);
  });

  it('Luhn accepts exactly one of the ten last digits', () => {
    fc.assert(
      fc.property(digits, (body) => {
        expect(Array.from('0123456789').filter((digit) => hasLuhnCheck(body + digit))).toHaveLength(1);
      }),
    );
  });

  it('Luhn detects a single wrong digit', () => {
    fc.assert(
      fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (body, place, shift) => {
        const valid = Array.from('0123456789', (digit) => body + digit).find(hasLuhnCheck) ?? '';
        const at = place % valid.length;
        const wrong = (Number(valid[at]) + shift) % 10;
        expect(hasLuhnCheck(valid.slice(0, at) + wrong + valid.slice(at + 1))).toBe(false);
      }),
    );
  });

  it('computes the check digit of travel documents as in the example of the standard', () => {
    expect(travelCheckDigit('L898902C3')).toBe(6);
    expect(travelCheckDigit('740812')).toBe(2);
    expect(travelCheckDigit('ZE184226B<<<<<')).toBe(1);
  });

  it('knows how many days a month has at most', () => {
    expect(isDayOfMonth({ day: 29, month: 2 })).toBe(true);
    expect(isDayOfMonth({ day: 30, month: 2 })).toBe(false);
    expect(isDayOfMonth({ day: 31, month: 4 })).toBe(false);
    expect(isDayOfMonth({ day: 0, month: 1 })).toBe(false);
    expect(isDayOfMonth({ day: 1, month: 13 })).toBe(false);
  });
});
