import { describe, expect, it } from 'vitest';
import { parseScreenerAnswer } from './parse-screener-answer.ts';

const request = { ids: [1, 2, 3], capitals: [0, 1, 0] };
const sound = {
  injection: Float32Array.of(1),
  unsafe: new Float32Array(7),
  tags: new Float32Array(21),
};

describe('parseScreenerAnswer', () => {
  it('takes an answer as it should be', () => {
    expect(parseScreenerAnswer(request, sound)).toBe(sound);
  });

  it.each([
    ['nothing', null],
    ['an output too few', { injection: sound.injection, unsafe: sound.unsafe }],
    ['the kinds of another model', { ...sound, unsafe: new Float32Array(6) }],
    ['the tags of a token too few', { ...sound, tags: new Float32Array(14) }],
    ['a tag too many', { ...sound, tags: new Float32Array(24) }],
    ['no number', { ...sound, injection: Float32Array.of(Number.NaN) }],
  ])('takes no %s', (_, answer) => {
    expect(parseScreenerAnswer(request, answer)).toBeNull();
  });
});
