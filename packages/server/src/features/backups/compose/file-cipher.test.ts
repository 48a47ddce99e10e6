import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cipherAt } from './file-cipher.ts';

it('deciphers any part of what was enciphered in pieces', () => {
  const key = randomBytes(32);
  const whole = randomBytes(1000);
  const pieces = fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 9 });
  const place = fc.nat({ max: 999 });
  fc.assert(
    fc.property(pieces, place, place, (lengths, one, other) => {
      const written: Buffer[] = [];
      for (let position = 0; position < whole.length; ) {
        const bytes = whole.subarray(position, position + (lengths[written.length] ?? 1000));
        written.push(cipherAt(key, position).update(bytes));
        position += bytes.length;
      }
      const sealed = Buffer.concat(written);
      const [start, end] = [Math.min(one, other), Math.max(one, other) + 1];
      expect(cipherAt(key, start).update(sealed.subarray(start, end))).toEqual(whole.subarray(start, end));
    }),
    { numRuns: 50 },
  );
});
