import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasLuhnCheck,
  hasMod11And10Check,
  hasVerhoeffCheck,
  isDayOfMonth,
  remainderOf,
  travelCheckDigit,
} from './check-digits.ts';

const digits = fc.stringMatching(/^\d{4,18}$/);

/** Each of these finds one wrong digit, wherever it stands. */
const checks = [
  ['Luhn', hasLuhnCheck, '79927398713'],
  ['ISO 7064', hasMod11And10Check, '86095742719'],
  ['Verhoeff', hasVerhoeffCheck, '2363'],
] as const;

describe('check digits', () => {
  it.each(checks)('%s holds for a known number', (_, holds, known) => {
    expect(holds(known)).toBe(true);
  });

  it.each(checks)('%s holds for one last digit of ten, and for no other', (_, holds) => {
    fc.assert(
      fc.property(digits, (body) => {
        expect(Array.from('0123456789').filter((digit) => holds(body + digit))).toHaveLength(1);
      }),
    );
  });

  it.each(checks)('%s finds one wrong digit', (_, holds) => {
    fc.assert(
      fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (body, place, shift) => {
        const valid = Array.from('0123456789', (digit) => body + digit).find(holds) ?? '';
        const at = place % valid.length;
        const wrong = (Number(valid[at]) + shift) % 10;
        expect(holds(valid.slice(0, at) + wrong + valid.slice(at + 1))).toBe(false);
      }),
    );
  });

  it('Verhoeff finds two digits that changed places', () => {
    fc.assert(
      fc.property(digits, fc.nat(), (body, place) => {
        const valid = Array.from('0123456789', (digit) => body + digit).find(hasVerhoeffCheck) ?? '';
        const at = place % (valid.length - 1);
        const [one = '', other = ''] = valid.slice(at, at + 2);
        fc.pre(one !== other);
        expect(hasVerhoeffCheck(valid.slice(0, at) + other + one + valid.slice(at + 2))).toBe(false);
      }),
    );
  });

  it('takes the remainder of numbers of any length', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 40n }),
        fc.integer({ min: 2, max: 97 }),
        (number, divisor) => {
          expect(remainderOf(String(number), divisor)).toBe(Number(number % BigInt(divisor)));
        },
      ),
    );
  });

  it('reckons the check digit of travel documents as the example of the standard', () => {
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
