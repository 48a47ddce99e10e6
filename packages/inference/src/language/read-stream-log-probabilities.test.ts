import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStreamLogProbabilities } from './read-stream-log-probabilities.ts';

const event = (content: unknown) => ({ choices: [{ index: 0, delta: {}, logprobs: { content } }] });

describe('readStreamLogProbabilities', () => {
  it.each([
    [
      'each token of an event',
      event([
        { token: 'It', logprob: -0.1 },
        { token: ' is', logprob: 0 },
      ]),
      [-0.1, 0],
    ],
    ['what stands for impossible as such', event([{ token: '\u0000', logprob: -9999 }]), [-20]],
    ['nothing if none are reported', { choices: [{ delta: { content: 'It' }, logprobs: null }] }, []],
    ['nothing of a choice that is not there', { choices: [] }, []],
    [
      'nothing that cannot be one',
      event([{ logprob: 0.5 }, { logprob: '-1' }, { logprob: Number.NaN }, null]),
      [],
    ],
  ])('reads %s', (_, chunk, expected) => {
    expect(readStreamLogProbabilities(chunk)).toEqual(expected);
  });

  it('reads no number that is none of anything', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (whole, content) => {
        for (const chunk of [whole, event(content)])
          for (const value of readStreamLogProbabilities(chunk)) {
            expect(value).toBeLessThanOrEqual(0);
            expect(value).toBeGreaterThanOrEqual(-20);
          }
      }),
    );
  });
});
