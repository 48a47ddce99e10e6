import { describe, expect, it } from 'vitest';
import { attackPattern } from './attack-pattern.ts';
import { isOfFixedLength, reducePattern } from './reduce-pattern.ts';

const reduce = (pattern: RegExp) => reducePattern(pattern)?.source ?? null;

describe('reducePattern', () => {
  it('replaces properties, long counts and case by what is at least as slow', () => {
    expect(reduce(/(?<!\p{L})\p{Lu}{2,}[\p{Ll}\d_-]{1,80}/u)).toBe('(?<![a-zA-Z])[A-Z]{2,}[a-z\\d_-]+');
    expect(reduce(/\bHow\s+[^\S\n]{0,9}[{2,9}]x{3}/iu)).toBe('\\bhow\\s+[^\\S\\n]*[{2,9}]x{3}');
    expect(reduce(/\{%[^%]{0,300}%\}/g)).toBe('\\{%[^%]*%\\}');
    expect(reduce(/\p{Script=Han}+/u)).toBeNull();
    expect(reduce(/\P{Cc}/u)).toBeNull();
  });

  it('keeps what makes a pattern slow', () => {
    expect(reduce(/(?:\p{L}+)+!/u)).toBe('(?:[a-zA-Z]+)+!');
  });
});

describe('isOfFixedLength', () => {
  it('is true without anything that repeats or may be missing', () => {
    expect(isOfFixedLength(/[A-Z0-9<]{9}[0-9][+*?]\+(?:a|b{3})(?![A-Z])/.source)).toBe(true);
    for (const pattern of [/a+/, /a*/, /a?/, /a{1,3}/, /a{2,}/, /(?:a|b)+/])
      expect(isOfFixedLength(pattern.source), pattern.source).toBe(false);
  });
});

describe('attackPattern', () => {
  it('finds patterns that take exponential time, or grow with the third power', () => {
    expect(attackPattern(/^(?:a+)+$/, 1000)).toMatchObject({ isSlow: true });
    expect(attackPattern(/a*a*a*a*b/, 1000)).toMatchObject({ isSlow: true });
  });

  it('leaves others alone', () => {
    for (const pattern of [
      /\bhow\s+long\b/iu,
      /\{%[^%\n]{0,300}%\}/g,
      /[A-Z0-9<]{9}[0-9][A-Z<]{3}(?![A-Z])/g,
    ])
      expect(attackPattern(pattern)).toMatchObject({ isSlow: false });
  });
});
