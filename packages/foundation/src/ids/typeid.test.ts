import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeOfSuffix } from './test-support/time-of-suffix.ts';
import { newId, newSuffix, suffixOf, timestampMsMax } from './typeid.ts';

const time = fc.integer({ min: 0, max: timestampMsMax });

describe('typeid', () => {
  it('is a TypeID that contains its time', () => {
    fc.assert(
      fc.property(time, (ms) => {
        const id = newId('msg', ms);
        expect(id).toMatch(/^msg_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
        const suffix = suffixOf(id, ['msg']);
        expect(suffix).not.toBeNull();
        expect(timeOfSuffix(suffix ?? '')).toBe(ms);
      }),
    );
  });

  it('is a UUID of version 7 and variant 10', () => {
    fc.assert(
      fc.property(time, (ms) => {
        let value = 0n;
        for (const character of newSuffix(ms)) {
          value = value * 32n + BigInt('0123456789abcdefghjkmnpqrstvwxyz'.indexOf(character));
        }
        const hex = value.toString(16).padStart(32, '0');
        expect(hex).toHaveLength(32);
        expect(hex[12]).toBe('7');
        expect('89ab').toContain(hex[16]);
        expect(Number.parseInt(hex.slice(0, 12), 16)).toBe(ms);
      }),
    );
  });

  it('sorts by time', () => {
    fc.assert(
      fc.property(time, time, (a, b) => {
        fc.pre(a !== b);
        expect(newSuffix(a) < newSuffix(b)).toBe(a < b);
      }),
    );
  });

  it('never repeats a suffix', () => {
    const drawn = new Set(Array.from({ length: 20_000 }, () => newSuffix(1)));
    expect(drawn.size).toBe(20_000);
  });

  it('rejects everything that is not an id', () => {
    const suffix = newSuffix(1);
    for (const text of [
      '',
      '_',
      suffix,
      `_${suffix}`,
      `msg-${suffix}`,
      `msg_8${suffix.slice(1)}`,
      `msg_${suffix}x`,
      `msg_${suffix.toUpperCase()}`,
      `thr_${suffix}`,
      `msg_${suffix.slice(0, 25)}u`,
    ]) {
      if (text === `msg_${suffix}`) continue;
      expect(suffixOf(text, ['msg', 'req'])).toBeNull();
    }
    fc.assert(fc.property(fc.string(), (text) => suffixOf(text, ['msg']) === null));
  });

  it('rejects times that do not fit', () => {
    for (const ms of [-1, 0.5, Number.NaN, timestampMsMax + 1])
      expect(() => newSuffix(ms)).toThrow(RangeError);
  });
});
