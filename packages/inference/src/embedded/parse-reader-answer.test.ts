import { describe, expect, it } from 'vitest';
import { parseReaderAnswer } from './parse-reader-answer.ts';

const request = { task: 'read', ids: [1, 2, 3], secondSegmentAt: 3 } as const;
const sound = {
  start: Float32Array.of(1, 2, 3),
  end: Float32Array.of(1, 2, 3),
  relevance: Float32Array.of(1),
};

describe('parseReaderAnswer', () => {
  it('takes an answer as it should be', () => {
    expect(parseReaderAnswer(request, sound)).toBe(sound);
    const judgement = { judge: new Float32Array(3) };
    expect(parseReaderAnswer({ ...request, task: 'judge' }, judgement)).toBe(judgement);
  });

  it.each([
    ['nothing', null],
    ['no object', 'start'],
    ['an output too few', { start: sound.start, end: sound.end }],
    ['a token too few', { ...sound, end: Float32Array.of(1, 2) }],
    ['a token too many', { ...sound, start: Float32Array.of(1, 2, 3, 4) }],
    ['no number', { ...sound, relevance: Float32Array.of(Number.NaN) }],
    ['a number without end', { ...sound, start: Float32Array.of(1, Number.NEGATIVE_INFINITY, 3) }],
    ['another kind of list', { ...sound, relevance: [1] }],
    ['the answer to another task', { judge: new Float32Array(3) }],
  ])('takes no %s', (_, answer) => {
    expect(parseReaderAnswer(request, answer)).toBeNull();
  });
});
