import { describe, expect, it } from 'vitest';
import { hasOutputs } from './has-outputs.ts';

const lengths = { one: 2, other: 1 };
const sound = { one: Float32Array.of(1, -2), other: Float32Array.of(0), unasked: 'anything' };

describe('hasOutputs', () => {
  it('takes what has all that was asked for, whatever else it has', () => {
    expect(hasOutputs(sound, lengths)).toBe(true);
    expect(hasOutputs({}, {})).toBe(true);
  });

  it.each([
    ['nothing', null],
    ['no object', 'one'],
    ['an output too few', { one: sound.one }],
    ['a number too few', { ...sound, one: Float32Array.of(1) }],
    ['a number too many', { ...sound, other: Float32Array.of(1, 2) }],
    ['a value that is not a number', { ...sound, other: Float32Array.of(Number.NaN) }],
    ['a number without end', { ...sound, one: Float32Array.of(1, Number.POSITIVE_INFINITY) }],
    ['another kind of list', { ...sound, other: [1] }],
  ])('takes no %s', (_, answer) => {
    expect(hasOutputs(answer, lengths)).toBe(false);
  });
});
